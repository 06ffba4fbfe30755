// Running models: a solver in the page, its output, the boards that the library reads from it, and models that are changed by hand.
import { announce, byId, copy, make, trouble } from "../dom.js";
import { Refusal, Stopped } from "../engine.js";
import { megabytes, ModelError, MOST_SOLUTIONS, run, solversOf, toFetch } from "../solvers/solvers.js";

/** What is run: `{ puzzle, language, encoding, text, view }`, the text as the library wrote it. */
let model = null;
/** The text as it was changed by hand, or nothing. */
let edited = null;
let editor = null;
let underWay = null;
let boards = [];
let at = 0;
/** Is told of every change of the text. */
let onEdit = () => {};

export const noteEdits = (act) => (onEdit = act);

const text = () => edited ?? model.text;
const solver = () => solversOf(model.language.name).find(({ name }) => name === byId("solver").value);

/** Shows what can be done with a model; `edit` is a changed text to begin with. */
export async function present(shown, edit = null) {
  underWay?.abort();
  model = shown;
  edited = null;
  const solvers = model ? solversOf(model.language.name) : [];
  byId("runner").hidden = solvers.length === 0;
  byId("solver").replaceChildren(...solvers.map(({ name, title }) => make("option", { value: name }, title)));
  byId("run-note").textContent = model && !solvers.length ? `No solver for ${model.language.title} runs in a page; the command above writes the model for one that is installed.` : "";
  byId("result").hidden = byId("printed").hidden = true;
  boards = [];
  await edits(false);
  noteSize();
  if (edit !== null && solvers.length) {
    await edits(true);
    editor.show(edit, model.language.name);
  }
}

function noteSize() {
  const bytes = model && solver() ? toFetch(solver()) : 0;
  if (bytes) byId("run-note").textContent = `${solver().title} is fetched when it is first run: ${megabytes(bytes)}.`;
  else if (solver()) byId("run-note").textContent = "";
}

// ---- Changes by hand

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
  // Leaving the editor drops nothing: a changed model stays in it.
  if (!on && edited !== null) return editor.focus();
  await edits(on);
  if (on) editor.focus();
});
byId("original").addEventListener("click", async () => {
  edited = null;
  await edits(false);
  onEdit(null);
  announce("The original model is back.");
  byId("edit").focus();
});
byId("copy-model").addEventListener("click", async () => {
  if (!model) return;
  const button = byId("copy-model");
  if (await copy(text(), "The model is")) button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 2000);
});

// ---- Running

byId("solver").addEventListener("change", noteSize);
byId("run-stop").addEventListener("click", () => underWay?.abort());
byId("run").addEventListener("click", async () => {
  if (!model || underWay) return;
  const mine = model;
  const used = solver();
  const control = new AbortController();
  const seconds = Number(byId("run-seconds").value);
  underWay = control;
  byId("run").disabled = true;
  byId("run-stop").hidden = false;
  byId("result").hidden = true;
  byId("printed").hidden = true;
  byId("output").textContent = "";
  trouble(null);
  editor?.mark(null);
  const given = text();
  const request = { puzzle: mine.puzzle.puzzle, target: mine.language.name, encoding: mine.encoding };
  let isLate = false;
  let timer = 0;
  let begun = performance.now();
  const progress = (words) => {
    byId("run-note").textContent = words;
    if (words !== "Running." || timer) return;
    // Fetching the solver does not count.
    begun = performance.now();
    timer = setTimeout(() => {
      isLate = true;
      control.abort();
    }, (seconds + 1) * 1000);
  };
  const print = (part) => {
    byId("printed").hidden = false;
    // A page shows the beginning of what is very long.
    if (byId("output").textContent.length < 200_000) byId("output").append(part);
  };
  const row = (result) => addRow(mine, used, given, (performance.now() - begun) / 1000, result);
  try {
    const found = await run(used, { text: given, model: request, all: byId("run-all").checked, seconds, signal: control.signal, progress, print });
    if (mine !== model) return;
    byId("run-note").textContent = "";
    row(await show(found));
  } catch (problem) {
    if (mine !== model) return;
    byId("run-note").textContent = "";
    if (problem instanceof Stopped) {
      const words = isLate ? `Stopped after ${seconds} seconds without an answer.` : "Stopped.";
      say(words, "");
      row(isLate ? "time limit" : "stopped");
    } else if (problem instanceof ModelError) {
      say(problem.line ? `Line ${problem.line}: ${problem.message}` : problem.message, "wrong");
      if (problem.line) await showError(problem);
      row("error");
    } else if (problem instanceof Refusal) {
      say(`The output cannot be read. ${problem.message}`, "wrong");
      row("unreadable");
    } else {
      throw problem;
    }
  } finally {
    clearTimeout(timer);
    underWay = null;
    byId("run").disabled = false;
    byId("run-stop").hidden = true;
  }
});

async function showError({ line, message }) {
  await edits(true);
  editor.mark(line, message);
}

function say(words, kind) {
  byId("result").hidden = false;
  byId("result").className = `said ${kind}`;
  byId("run-said").textContent = words;
  byId("run-pages").hidden = boards.length < 2;
  announce(words);
}

/** Shows what a run found, and gives it in a few words. */
async function show({ status, boards: found }) {
  boards = found.slice(0, MOST_SOLUTIONS);
  at = 0;
  if (status === "unsatisfiable") {
    await model.view.draw({ labels: true });
    say("The model has no solution.", "wrong");
    return "no solution";
  }
  if (!boards.length) {
    say("The solver gives no answer.", "");
    return "no answer";
  }
  const wrong = boards.findIndex(({ verdict }) => verdict !== "solution");
  await page(wrong < 0 ? 0 : wrong);
  const count = `${found.length > MOST_SOLUTIONS ? "more than " : ""}${boards.length.toLocaleString("en")}`;
  const good = boards.filter(({ verdict }) => verdict === "solution").length;
  return good === boards.length ? `${count} checked` : `${boards.length - good} of ${count} wrong`;
}

async function page(to) {
  at = (to + boards.length) % boards.length;
  const { board, verdict, words, faults, marks } = boards[at];
  const many = boards.length > 1 ? `Board ${at + 1} of ${boards.length.toLocaleString("en")}${boards.length === MOST_SOLUTIONS ? " or more" : ""}. ` : "";
  const said = verdict === "solution" ? "A solution, checked: every domino is placed and every rule is met."
    : `Not a solution of the puzzle. ${faults.length ? faults.map((fault) => fault.words).join(" ") : words}`;
  byId("run-position").textContent = `${at + 1} of ${boards.length}`;
  say(many + said, verdict === "solution" ? "solution" : "wrong");
  try {
    await model.view.draw({ board, marks, labels: true });
  } catch (problem) {
    // Dominoes that overlap cannot be drawn; the words say which.
    if (!(problem instanceof Refusal)) throw problem;
    await model.view.draw({ marks, labels: true });
  }
}

byId("run-previous").addEventListener("click", () => page(at - 1));
byId("run-next").addEventListener("click", () => page(at + 1));

// ---- Side by side

/** Forgets the runs of another puzzle. */
export function clearRuns() {
  byId("runs").hidden = true;
  byId("runs").querySelector("tbody").replaceChildren();
}

function addRow({ language, encoding, text: original }, { title }, given, seconds, result) {
  const cells = [
    `${language.title}, ${encoding}${given === original ? "" : ", edited"}`,
    title,
    given.split("\n").length.toLocaleString("en"),
    given.length.toLocaleString("en"),
    seconds.toFixed(2),
    result,
  ];
  byId("runs").hidden = false;
  byId("runs").querySelector("tbody").append(make("tr", {}, ...cells.map((cell, column) => make(column ? "td" : "th", column ? {} : { scope: "row" }, cell))));
}
