// Runs models in the page: the solver's output, its decoded boards, and edited models.
import { announce, byId, copyOnClick, make, showError } from "../dom.js";
import { ModuleError, Stopped } from "../engine.js";
import { megabytes, ModelError, MOST_SOLUTIONS, run, solversOf, toFetch } from "../solvers/solvers.js";

/** The model to run: `{ puzzle, language, encoding, text, view }`, with the text of the library. */
let model = null;
/** The compared model, which is run by its first solver, or null. */
let other = null;
/** The edited text, or null. */
let edited = null;
let editor = null;
let underWay = null;
let boards = [];
let at = 0;
/** Called after every edit. */
let onEdit = () => {};

export const noteEdits = (act) => (onEdit = act);

const text = () => edited ?? model.text;
const solver = () => solversOf(model.language.name).find(({ name }) => name === byId("solver").value);

const noSolver = ({ name, title }) =>
  name === "smtlib" ? "z3 runs only in a page that its server isolates from other origins, as `pipsc play` does." : `No solver for ${title} runs in a page.`;

/** Shows the controls of a model; `edit` is an edited text to start with. */
export async function present(shown, edit = null) {
  underWay?.abort();
  model = shown;
  edited = null;
  const solvers = model ? solversOf(model.language.name) : [];
  byId("runner").hidden = solvers.length === 0;
  byId("solver").replaceChildren(...solvers.map(({ name, title }) => make("option", { value: name }, title)));
  byId("run-note").textContent = model && !solvers.length ? `${noSolver(model.language)} The command above writes the model for one that is installed.` : "";
  byId("result").hidden = byId("printed").hidden = true;
  boards = [];
  await edits(false);
  noteSize();
  if (edit !== null && solvers.length) {
    await edits(true);
    editor.show(edit, model.language.name);
  }
}

/** Sets the compared model, which runs as well. */
export function presentOther(shown) {
  underWay?.abort();
  other = shown && solversOf(shown.language.name).length ? shown : null;
  byId("run").textContent = other ? "Run both" : "Run";
  if (shown && !other) byId("other-note").append(` ${noSolver(shown.language)}`);
}

function noteSize() {
  const bytes = model && solver() ? toFetch(solver()) : 0;
  if (bytes) byId("run-note").textContent = `${solver().title} is fetched when it is first run: ${megabytes(bytes)}.`;
  else if (solver()) byId("run-note").textContent = "";
}

// ---- Edits

async function edits(on) {
  byId("edit").setAttribute("aria-pressed", String(on));
  byId("code").hidden = on;
  byId("editor").hidden = !on;
  byId("original").hidden = edited === null;
  if (!on) return;
  if (!editor) {
    const { Editor } = await import("../editor.js");
    editor = new Editor(byId("editor"), changed);
  }
  editor.show(text(), model.language.name);
}

function changed(now) {
  edited = now === model.text ? null : now;
  byId("original").hidden = edited === null;
  onEdit(edited);
}

byId("edit").addEventListener("click", async () => {
  const on = byId("edit").getAttribute("aria-pressed") !== "true";
  // An edited model stays in the editor.
  if (!on && edited !== null) return editor.focus();
  await edits(on);
  if (on) editor.focus();
});
byId("original").addEventListener("click", async () => {
  edited = null;
  await edits(false);
  onEdit(null);
  announce("The original model is restored.");
  byId("edit").focus();
});
copyOnClick("copy-model", "The model is", () => model && text());

// ---- Running

byId("solver").addEventListener("change", noteSize);
byId("run-stop").addEventListener("click", () => underWay?.abort());
byId("run").addEventListener("click", async () => {
  if (!model || underWay) return;
  underWay = new AbortController();
  byId("run").disabled = true;
  byId("run-stop").hidden = false;
  byId("result").hidden = byId("printed").hidden = true;
  byId("output").textContent = "";
  showError(null);
  editor?.mark(null);
  try {
    const { signal } = underWay;
    await runOne(model, solver(), text(), signal);
    if (other && !signal.aborted) await runOne(other, solversOf(other.language.name)[0], other.text, signal);
  } finally {
    underWay = null;
    byId("run").disabled = false;
    byId("run-stop").hidden = true;
  }
});

/** Runs one model and adds a row for it. The result of the first model is shown, and an error of the compared one. */
async function runOne(mine, used, given, stop) {
  const isFirst = mine === model;
  const seconds = Number(byId("run-seconds").value);
  const request = { puzzle: mine.puzzle.puzzle, target: mine.language.name, encoding: mine.encoding };
  const late = new AbortController();
  let timer = 0;
  let begun = performance.now();
  const progress = (words) => {
    byId("run-note").textContent = words;
    if (words !== "Running." || timer) return;
    // Fetching the solver does not count.
    begun = performance.now();
    timer = setTimeout(() => late.abort(), (seconds + 1) * 1000);
  };
  const print = (part) => {
    byId("printed").hidden = false;
    // Only the beginning of a long output is shown.
    if (byId("output").textContent.length < 200_000) byId("output").append(part);
  };
  let result;
  try {
    const found = await run(used, { text: given, model: request, all: byId("run-all").checked, seconds, signal: AbortSignal.any([stop, late.signal]), progress, print });
    if (mine !== model && mine !== other) return;
    result = isFirst ? await show(found) : summary(found);
  } catch (problem) {
    if (mine !== model && mine !== other) return;
    if (problem instanceof Stopped) {
      result = late.signal.aborted ? "time limit" : "stopped";
      if (isFirst) showResult(late.signal.aborted ? `Stopped after ${seconds} seconds without an answer.` : "Stopped.", "");
    } else if (problem instanceof ModelError) {
      result = "error";
      const where = [!isFirst && mine.language.title, problem.line && `Line ${problem.line}`].filter(Boolean);
      showResult([...where, problem.message].join(": "), "wrong");
      if (problem.line && isFirst) await showModelError(problem);
    } else if (problem instanceof ModuleError) {
      result = "unreadable";
      showResult(`The output cannot be read. ${problem.message}`, "wrong");
    } else {
      throw problem;
    }
  } finally {
    clearTimeout(timer);
    if (mine === model || mine === other) byId("run-note").textContent = "";
  }
  addRow(mine, used, given, (performance.now() - begun) / 1000, result);
}

async function showModelError({ line, message }) {
  await edits(true);
  editor.mark(line, message);
}

function showResult(words, kind) {
  byId("result").hidden = false;
  byId("result").className = `message ${kind}`;
  byId("run-message").textContent = words;
  byId("run-pages").hidden = boards.length < 2;
  announce(words);
}

/** The result of a run in a few words. */
function summary({ status, boards }) {
  if (status === "unsatisfiable") return "no solution";
  if (!boards.length) return "no answer";
  const all = boards.slice(0, MOST_SOLUTIONS);
  const count = `${boards.length > MOST_SOLUTIONS ? "more than " : ""}${all.length.toLocaleString("en")}`;
  const wrong = all.filter(({ verdict }) => verdict !== "solution").length;
  return wrong ? `${wrong.toLocaleString("en")} of ${count} wrong` : `${count} checked`;
}

/** Shows the result of a run, and its first wrong board, if any. */
async function show(found) {
  boards = found.boards.slice(0, MOST_SOLUTIONS);
  if (boards.length) {
    await page(Math.max(0, boards.findIndex(({ verdict }) => verdict !== "solution")));
  } else if (found.status === "unsatisfiable") {
    await model.view.draw({ labels: true });
    showResult("The model has no solution.", "wrong");
  } else {
    showResult("The solver has no answer.", "");
  }
  return summary(found);
}

async function page(to) {
  at = (to + boards.length) % boards.length;
  const { board, verdict, words, faults, marks } = boards[at];
  const count = `${boards.length.toLocaleString("en")}${boards.length === MOST_SOLUTIONS ? " or more" : ""}`;
  const many = boards.length > 1 ? `Board ${(at + 1).toLocaleString("en")} of ${count}. ` : "";
  const sentence = verdict === "solution" ? "A solution, checked: every domino is placed and every rule is met."
    : `Not a solution of the puzzle. ${faults.length ? faults.join(" ") : words}`;
  byId("run-position").textContent = `${(at + 1).toLocaleString("en")} of ${count}`;
  showResult(many + sentence, verdict === "solution" ? "solution" : "wrong");
  try {
    await model.view.draw({ board, marks, labels: true });
  } catch (problem) {
    // Overlapping dominoes cannot be drawn; the message names them.
    if (!(problem instanceof ModuleError)) throw problem;
    await model.view.draw({ marks, labels: true });
  }
}

byId("run-previous").addEventListener("click", () => page(at - 1));
byId("run-next").addEventListener("click", () => page(at + 1));

// ---- The table of runs

/** Removes the runs of another puzzle. */
export function clearRuns() {
  byId("runs").hidden = true;
  byId("runs").querySelector("tbody").replaceChildren();
}

function addRow({ language, encoding, text: original }, { title }, given, seconds, result) {
  const cells = [
    `${language.title}, ${encoding}${given === original ? "" : ", edited"}`,
    title,
    result,
    seconds.toFixed(2),
    given.split("\n").length.toLocaleString("en"),
    given.length.toLocaleString("en"),
  ];
  byId("runs").hidden = false;
  byId("runs").querySelector("tbody").append(make("tr", {}, ...cells.map((cell, column) => make(column ? "td" : "th", column ? {} : { scope: "row" }, cell))));
}
