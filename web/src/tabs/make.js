// The tab Make: a puzzle editor with a verdict after every change.
import { Draft, MOST, readDominoes, spellDominoes } from "./draft.js";
import { randomSeed } from "../address.js";
import { announce, byId, copyOnClick, make, paragraphs, rovingFocus, debounce, showError, visible } from "../dom.js";
import { verdicts, quick, ModuleError, Stopped, runLong } from "../engine.js";
import { History } from "../history.js";
import { saver } from "../save.js";
import { keepSetting, setting } from "../store.js";
import { Sketch, swatch } from "../board/sketch.js";

/** The time limit of a verdict, in seconds. */
const SECONDS = 20;

let draft = new Draft();
let history = new History();
/** The current tool: "cells", "free", or the name of a region. */
let tool = "cells";
/** Whether the draft was changed since it was loaded. */
let changed = false;
let isBegun = false;
let open = null;
/** The draft as a puzzle of the module, if it is valid. */
let opened = null;
let version = 0;

/** Loads a puzzle, unless a changed draft exists. */
export async function edit(puzzle, { open: take }) {
  open = take;
  if (!isBegun) {
    isBegun = true;
    saver(byId("exports"), (await quick.call("about")).formats, asPuzzle);
    // Restores the stored draft.
    const kept = setting("draft", null);
    if (kept) {
      draft = Draft.thaw(kept);
      changed = true;
      await show();
    }
  }
  // A draft that is being played is kept with its history.
  if (opened?.link === puzzle.link) return;
  if (changed) offerToLoad(puzzle);
  else await load(puzzle);
}

async function load(puzzle) {
  byId("load-instead").hidden = true;
  const drawn = Draft.of(puzzle);
  if (!drawn) showError(`“${visible(puzzle.title) || "This puzzle"}” cannot be changed here: the editor draws grids of up to ${MOST} rows and columns. Here is an empty one.`);
  draft = drawn ?? new Draft();
  history = new History();
  changed = false;
  tool = "cells";
  await show();
}

function offerToLoad(puzzle) {
  const button = byId("load-instead");
  button.hidden = false;
  button.textContent = `Change “${visible(puzzle.title) || "the puzzle on the board"}” instead`;
  button.onclick = () => load(puzzle);
}

// ---- Changes

/** Changes the draft, with an entry in the history. */
async function change(act) {
  const before = draft.freeze();
  act();
  await note(before);
}

/** Adds the draft before a change to the history, if it changed. */
async function note(before) {
  if (before === draft.freeze()) return;
  history.push(before);
  changed = true;
  await show();
}

async function undo() {
  if (history.canUndo) await restore(history.undo(draft.freeze()));
}

async function redo() {
  if (history.canRedo) await restore(history.redo(draft.freeze()));
}

async function restore(frozen) {
  draft = Draft.thaw(frozen);
  if (tool !== "free" && !draft.rules.has(tool)) tool = "cells";
  await show();
}

/** Replaces the draft by a puzzle of the module. The grid does not shrink. */
const takeOver = (puzzle) => change(() => {
  const { rows, columns } = draft;
  draft = Draft.of(puzzle);
  draft.rows = Math.max(rows, draft.rows);
  draft.columns = Math.max(columns, draft.columns);
});

/** The current stroke: whether it adds or removes cells, and the draft before it. */
const stroke = { isAdding: true, before: null };

/** Applies the tool to a place. */
function apply(key, begins) {
  if (tool !== "cells") {
    draft.cells.set(key, tool === "free" ? "" : tool);
    return;
  }
  if (begins) stroke.isAdding = !draft.cells.has(key);
  if (!stroke.isAdding) draft.cells.delete(key);
  else if (!draft.cells.has(key)) draft.cells.set(key, "");
}

const sketch = new Sketch(byId("sketch"), {
  stroke: (row, column, begins) => {
    if (begins) stroke.before = draft.freeze();
    apply(Draft.key(row, column), begins);
    sketch.draw(draft);
  },
  end: () => note(stroke.before),
  key: (row, column, { key }) => {
    const at = Draft.key(row, column);
    if (key === "Enter" || key === " ") change(() => apply(at, true));
    else if (key === "Delete" || key === "Backspace") change(() => draft.cells.delete(at));
    else if (/^[a-z]$/i.test(key)) change(() => draft.paint(at, key.toUpperCase()));
    else return false;
    return true;
  },
});

byId("make").addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
});
byId("make-undo").addEventListener("click", undo);
byId("make-redo").addEventListener("click", redo);
byId("make-clear").addEventListener("click", () => change(() => {
  draft = new Draft();
  tool = "cells";
}));
for (const id of ["rows", "columns"]) {
  byId(id).addEventListener("change", () => {
    const size = Math.min(MOST, Math.max(1, Math.round(Number(byId(id).value)) || 1));
    change(() => draft.resize({ [id]: size }));
    byId(id).value = size;
  });
}
byId("make-title").addEventListener("change", () => change(() => (draft.title = byId("make-title").value)));
byId("make-dominoes").addEventListener("change", async () => {
  try {
    const dominoes = readDominoes(byId("make-dominoes").value);
    await change(() => (draft.dominoes = dominoes));
  } catch (problem) {
    showMessage("unfinished", "Not a puzzle yet", [problem.message]);
  }
});

// ---- The box of dominoes

const BOX = Array.from({ length: 7 }, (_, low) => Array.from({ length: 7 - low }, (_, more) => [low, low + more])).flat();
let picking = "add";

for (const name of ["add", "remove"]) {
  byId(`pick-${name}`).addEventListener("click", () => {
    picking = name;
    for (const other of ["add", "remove"]) byId(`pick-${other}`).setAttribute("aria-pressed", String(other === name));
  });
}

const isPair = (pair) => (domino) => domino.join() === pair.join();

byId("set").replaceChildren(...BOX.map((pair) => make("button", { type: "button", "data-pair": pair.join("-"), onclick: () => change(() => {
  const at = draft.dominoes.findLastIndex(isPair(pair));
  if (picking === "add") draft.dominoes.push([...pair]);
  else if (at >= 0) draft.dominoes.splice(at, 1);
}) })));

function showBox() {
  for (const [at, button] of [...byId("set").children].entries()) {
    const count = draft.dominoes.filter(isPair(BOX[at])).length;
    button.dataset.count = count;
    button.textContent = count > 1 ? `${BOX[at].join("-")} ×${count}` : BOX[at].join("-");
    button.setAttribute("aria-label", `${button.textContent}, ${count ? "chosen" : "not chosen"}`);
  }
}

// ---- Actions on the draft

/** The draft before and after dominoes were chosen, so that they can be chosen again. */
let filling = null;

byId("fill").addEventListener("click", async () => {
  // Choosing again replaces the rules that were chosen before.
  const before = filling?.after === draft.freeze() ? filling.before : draft.freeze();
  const { regions, ...rest } = Draft.thaw(before).request;
  // An empty rule is chosen as well.
  const request = { ...rest, regions: regions.map((region) => ({ ...region, rule: region.rule || "?" })) };
  const filled = await runLong("Choosing dominoes.", "draft", { draft: request, seed: randomSeed(), seconds: SECONDS }, (error) => showMessage("unfinished", "No dominoes could be chosen", [error.message]));
  if (!filled) return;
  await takeOver(filled);
  filling = { before, after: draft.freeze() };
});
for (const [id, name] of [["play-it", "play"], ["make-model", "models"], ["make-explain", "explain"]]) {
  byId(id).addEventListener("click", async () => {
    const puzzle = await asPuzzle();
    if (puzzle) await open(puzzle, undefined, { tab: name });
  });
}
copyOnClick("make-link", "The link to this puzzle is", async () => {
  const puzzle = await asPuzzle();
  return puzzle && new URL(`#p=${puzzle.link}`, location.href).href;
});

/** Reads the draft, if it is a puzzle. */
const read = async () => (opened ??= await quick.call("draft", { draft: draft.request }, { limit: 10_000 }));

/** The draft as a puzzle; if it is invalid, shows an error and returns null. */
async function asPuzzle() {
  try {
    return await read();
  } catch (problem) {
    if (!(problem instanceof ModuleError)) throw problem;
    showError(`This is not a puzzle yet. ${problem.message}`);
    return null;
  }
}

// ---- Display

async function show() {
  sketch.draw(draft);
  byId("rows").value = draft.rows;
  byId("columns").value = draft.columns;
  byId("make-title").value = draft.title;
  byId("make-dominoes").value = spellDominoes(draft.dominoes);
  byId("make-undo").disabled = !history.canUndo;
  byId("make-redo").disabled = !history.canRedo;
  const needed = draft.cells.size / 2;
  byId("domino-count").textContent = `${draft.dominoes.length} of ${Number.isInteger(needed) ? needed : `${needed} (one cell is too many or too few)`}`;
  showTools();
  showRules();
  showBox();
  keepSetting("draft", changed ? draft.freeze() : null);
  verdicts.stop();
  // The button would stop an outdated verdict.
  byId("verdict").querySelector(".stop")?.remove();
  opened = null;
  updateVerdict(++version);
}

/** Shows the tools. */
function showTools() {
  const colours = draft.colours;
  const focused = document.activeElement?.dataset?.tool;
  const buttons = [["cells", "Cells"], ["free", "No region"], ...[...colours].map(([name, colour]) => [name, name, swatch(colour)])].map(([name, text, ...spot]) => make("button", {
    type: "button", class: "tool", "data-tool": name, "aria-pressed": String(tool === name), tabIndex: tool === name ? 0 : -1,
    ...(spot.length ? { "aria-label": `Paint region ${name}` } : {}),
    onclick: () => {
      tool = name;
      showTools();
    },
  }, ...spot, text));
  byId("tools").replaceChildren(...buttons);
  byId("remove-region").hidden = !draft.rules.has(tool);
  byId("remove-region").textContent = `Remove region ${tool}`;
  buttons.find((button) => button.dataset.tool === focused)?.focus();
}

rovingFocus(byId("tools"), ".tool");
byId("add-region").addEventListener("click", () => {
  tool = draft.freshName();
  change(() => draft.rules.set(tool, ""));
  announce(`Region ${tool}. Paint its cells.`);
});
byId("remove-region").addEventListener("click", () => {
  const name = tool;
  tool = "cells";
  change(() => draft.forget(name));
  announce(`Region ${name} is removed.`);
  byId("tools").querySelector(".tool").focus();
});

/** Shows a field for each rule. Existing fields are kept, and with them the focus. */
function showRules() {
  const lines = byId("rules").children;
  const names = [...draft.rules.keys()];
  if (names.join() !== [...lines].map((line) => line.dataset.region).join()) byId("rules").replaceChildren(...names.map(ruleLine));
  const colours = draft.colours;
  for (const line of lines) {
    const name = line.dataset.region;
    line.querySelector(".swatch").replaceWith(swatch(colours.get(name)));
    line.querySelector("input").value = draft.rules.get(name);
  }
}

function ruleLine(name) {
  const input = make("input", { type: "text", maxLength: 12, autocomplete: "off", spellcheck: false, "data-rule": name, "aria-label": `Rule of region ${name}`, "aria-describedby": "rule-help", onchange: () => change(() => draft.rules.set(name, input.value)) });
  return make("div", { class: "rule", "data-region": name }, make("span", { class: "name", "aria-hidden": "true" }, swatch(0), name), input);
}

/** The number of sentences of a verdict that are shown at first. */
const AT_ONCE = 8;

/** Shows a heading, actions and sentences in the box of the verdict. */
function showMessage(kind, heading, lines, first = [], ...more) {
  const sentences = paragraphs(lines);
  const rest = sentences.length > AT_ONCE + 2 ? sentences.splice(AT_ONCE) : [];
  const hidden = rest.length ? [make("details", {}, make("summary", {}, `${rest.length} more`), ...rest)] : [];
  byId("verdict").className = `verdict ${kind}`;
  byId("verdict").replaceChildren(make("h2", {}, heading), ...first, ...sentences, ...hidden, ...more);
}

// ---- The verdict

const updateVerdict = debounce(180, async (mine) => {
  const { cells, regions } = draft.request;
  const isOld = () => mine !== version;
  const place = ([row, column]) => `r${row}c${column}`;
  sketch.light([], "conflict");
  sketch.light([], "differs");
  if (cells.length === 0) return showMessage("unfinished", "An empty board", ["Draw cells to begin: click, drag, or use the arrow keys and Enter."]);
  try {
    await read();
  } catch (problem) {
    if (isOld() || problem instanceof Stopped) return;
    if (!(problem instanceof ModuleError)) throw problem;
    sketch.light((problem.details.cells ?? []).map(place), "conflict");
    return showMessage("unfinished", "Not a puzzle yet", [problem.message]);
  }
  if (isOld()) return;
  const showVerdict = (verdict, ...more) => {
    const marked = verdict.marks.flatMap((mark) => mark.regions).flatMap((name) => regions.find((one) => one.name === name).cells.map((at) => place(cells[at])));
    sketch.light(verdict.kind === "none" ? [...verdict.marks.flatMap((mark) => mark.cells), ...marked] : [], "conflict");
    sketch.light(verdict.differs, "differs");
    describeVerdict(verdict, more);
  };
  const stop = make("button", { type: "button", class: "stop", onclick: () => verdicts.stop() }, "Stop");
  const waiting = setTimeout(() => showMessage("unfinished", "Checking", ["Checking all solutions."], [], stop), 350);
  // The number of solutions is reported before the reasons.
  const progress = (partial) => {
    if (isOld() || !partial.kind) return;
    clearTimeout(waiting);
    showVerdict({ ...partial, words: ["Searching for the reasons."] }, stop);
  };
  try {
    const verdict = await verdicts.call("verdict", { puzzle: opened.puzzle, seconds: SECONDS }, { limit: (SECONDS + 15) * 1000, progress });
    clearTimeout(waiting);
    if (!isOld()) showVerdict(verdict);
  } catch (problem) {
    if (isOld()) return;
    if (problem instanceof Stopped) showMessage("unfinished", "Stopped", ["There is no verdict. The next change starts a new one."]);
    else if (problem instanceof ModuleError) showMessage("unfinished", "No verdict", [problem.message]);
    else throw problem;
  } finally {
    clearTimeout(waiting);
  }
});

function describeVerdict({ kind, solutions, exact, words, level, score, suggestions }, more) {
  const headings = { none: "No solution", unique: "Exactly one solution", several: `${exact ? "" : "At least "}${Number(solutions).toLocaleString("en")} solutions` };
  const lines = level ? [`Level: ${level === "expert" ? "for experts" : level}. Score: ${score}.`, ...words] : words;
  const remedies = suggestions.map((suggestion) => make("button", { type: "button", class: "suggestion", onclick: async () => {
    const { puzzles } = await quick.call("open", { text: suggestion.puzzle });
    await takeOver(puzzles[0]);
  } }, suggestion.words));
  showMessage(kind, headings[kind], lines, remedies.length ? [make("p", {}, "To make it unique:"), make("div", { class: "bar" }, ...remedies)] : [], ...more);
}
