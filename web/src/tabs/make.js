// Making a puzzle: a verdict on it at every change, and what would make it better.
import { Draft, MOST, readDominoes, spellDominoes } from "./draft.js";
import { randomSeed } from "../address.js";
import { announce, byId, copies, make, paragraphs, roving, settled, trouble, visible } from "../dom.js";
import { judge, quick, Refusal, Stopped, work } from "../engine.js";
import { History } from "../history.js";
import { saver } from "../save.js";
import { keepSetting, setting } from "../store.js";
import { Sketch, swatch } from "../board/sketch.js";

/** How long a verdict may take, in seconds. */
const SECONDS = 20;

let draft = new Draft();
let history = new History();
/** What a click does: "cells", "free", or the name of a region. */
let tool = "cells";
/** Whether anything was changed here since it was loaded. */
let changed = false;
let isBegun = false;
let open = null;
/** The draft as a puzzle of the module, once it is one. */
let opened = null;
let version = 0;

/** Loads a puzzle to be changed, unless something is being made already. */
export async function edit(puzzle, { open: take }) {
  open = take;
  if (!isBegun) {
    isBegun = true;
    saver(byId("exports"), (await quick.ask("about")).formats, asPuzzle);
    // A draft that was left goes on.
    const kept = setting("draft", null);
    if (kept) {
      draft = Draft.thaw(kept);
      changed = true;
      await show();
    }
  }
  // What is played from here is still being made, with the way back.
  if (opened?.link === puzzle.link) return;
  if (changed) offerToLoad(puzzle);
  else await load(puzzle);
}

async function load(puzzle) {
  byId("load-instead").hidden = true;
  const drawn = Draft.of(puzzle);
  if (!drawn) trouble(`“${visible(puzzle.title) || "This puzzle"}” cannot be changed here: the editor draws grids of up to ${MOST} rows and columns. Here is an empty one.`);
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

/** Does something to the draft that can be undone. */
async function change(act) {
  const before = draft.freeze();
  act();
  await note(before);
}

/** Keeps the draft before a change, if there was one. */
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

/** Takes over a puzzle of the module. The paper stays as large as it was. */
const takeOver = (puzzle) => change(() => {
  const { rows, columns } = draft;
  draft = Draft.of(puzzle);
  draft.rows = Math.max(rows, draft.rows);
  draft.columns = Math.max(columns, draft.columns);
});

/** Within one stroke: whether cells are added or taken away, and the draft before it. */
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
    const wanted = Math.min(MOST, Math.max(1, Math.round(Number(byId(id).value)) || 1));
    change(() => draft.resize({ [id]: wanted }));
    byId(id).value = wanted;
  });
}
byId("make-title").addEventListener("change", () => change(() => (draft.title = byId("make-title").value)));
byId("make-dominoes").addEventListener("change", async () => {
  try {
    const dominoes = readDominoes(byId("make-dominoes").value);
    await change(() => (draft.dominoes = dominoes));
  } catch (problem) {
    say("unfinished", "Not a puzzle yet", [problem.message]);
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

// ---- What is done with the draft

/** The draft before dominoes were chosen and after it, so that they can be chosen again. */
let filling = null;

byId("fill").addEventListener("click", async () => {
  // Chosen again, the rules that were chosen before are open once more.
  const before = filling?.after === draft.freeze() ? filling.before : draft.freeze();
  const { regions, ...rest } = Draft.thaw(before).request;
  // An empty rule is one to be chosen.
  const request = { ...rest, regions: regions.map((region) => ({ ...region, rule: region.rule || "?" })) };
  const filled = await work("Choosing dominoes.", "draft", { draft: request, seed: randomSeed(), seconds: SECONDS }, (refusal) => say("unfinished", "No dominoes could be chosen", [refusal.message]));
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
copies("make-link", "The link to this puzzle is", async () => {
  const puzzle = await asPuzzle();
  return puzzle && new URL(`#p=${puzzle.link}`, location.href).href;
});

/** Reads the draft, if it is a puzzle. */
const read = async () => (opened ??= await quick.ask("draft", { draft: draft.request }, { limit: 10_000 }));

/** The draft as a puzzle, if it is one; else the page says what is missing. */
async function asPuzzle() {
  try {
    return await read();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    trouble(`This is not a puzzle yet. ${problem.message}`);
    return null;
  }
}

// ---- What is shown

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
  judge.stop();
  // It would stop a verdict that is no longer looked for.
  byId("verdict").querySelector(".stop")?.remove();
  opened = null;
  judgeSoon(++version);
}

/** Shows the tools: one stop of the Tab key, and the arrow keys go from one to the next. */
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

roving(byId("tools"), ".tool");
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

/** Shows a field for each rule. The fields that are there stay: Tab goes on from the one that was typed in. */
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

/** How many sentences of a verdict are shown at once. */
const AT_ONCE = 8;

/** Shows a verdict: its kind, a heading, what can be done, and sentences. */
function say(kind, heading, lines, first = [], ...more) {
  const said = paragraphs(lines);
  const rest = said.length > AT_ONCE + 2 ? said.splice(AT_ONCE) : [];
  const hidden = rest.length ? [make("details", {}, make("summary", {}, `${rest.length} more`), ...rest)] : [];
  byId("verdict").className = `verdict ${kind}`;
  byId("verdict").replaceChildren(make("h2", {}, heading), ...first, ...said, ...hidden, ...more);
}

// ---- The verdict

const judgeSoon = settled(180, async (mine) => {
  const { cells, regions } = draft.request;
  const isOld = () => mine !== version;
  const place = ([row, column]) => `r${row}c${column}`;
  sketch.light([], "conflict");
  sketch.light([], "differs");
  if (cells.length === 0) return say("unfinished", "An empty board", ["Draw cells to begin: click, drag, or use the arrow keys and Enter."]);
  try {
    await read();
  } catch (problem) {
    if (isOld() || problem instanceof Stopped) return;
    if (!(problem instanceof Refusal)) throw problem;
    sketch.light((problem.details.cells ?? []).map(place), "conflict");
    return say("unfinished", "Not a puzzle yet", [problem.message]);
  }
  if (isOld()) return;
  const showVerdict = (verdict, ...more) => {
    const marked = verdict.marks.flatMap((mark) => mark.regions).flatMap((name) => regions.find((one) => one.name === name).cells.map((at) => place(cells[at])));
    sketch.light(verdict.kind === "none" ? [...verdict.marks.flatMap((mark) => mark.cells), ...marked] : [], "conflict");
    sketch.light(verdict.differs, "differs");
    sayVerdict(verdict, more);
  };
  const stop = make("button", { type: "button", class: "stop", onclick: () => judge.stop() }, "Stop");
  const waiting = setTimeout(() => say("unfinished", "Thinking", ["Looking at all solutions."], [], stop), 350);
  // How many there are is known first; the reasons follow.
  const progress = (told) => {
    if (isOld() || !told.kind) return;
    clearTimeout(waiting);
    showVerdict({ ...told, words: ["Looking for the reasons."] }, stop);
  };
  try {
    const verdict = await judge.ask("verdict", { puzzle: opened.puzzle, seconds: SECONDS }, { limit: (SECONDS + 15) * 1000, progress });
    clearTimeout(waiting);
    if (!isOld()) showVerdict(verdict);
  } catch (problem) {
    if (isOld()) return;
    if (problem instanceof Stopped) say("unfinished", "Stopped", ["There is no verdict. It is looked for again at the next change."]);
    else if (problem instanceof Refusal) say("unfinished", "No verdict", [problem.message]);
    else throw problem;
  } finally {
    clearTimeout(waiting);
  }
});

function sayVerdict({ kind, solutions, exact, words, level, score, suggestions }, more) {
  const headings = { none: "No solution", unique: "Exactly one solution", several: `${exact ? "" : "At least "}${Number(solutions).toLocaleString("en")} solutions` };
  const lines = level ? [`Level: ${level === "expert" ? "for experts" : level}. Score: ${score}.`, ...words] : words;
  const remedies = suggestions.map((suggestion) => make("button", { type: "button", class: "suggestion", onclick: async () => {
    const { puzzles } = await quick.ask("open", { text: suggestion.puzzle });
    await takeOver(puzzles[0]);
  } }, suggestion.words));
  say(kind, headings[kind], lines, remedies.length ? [make("p", {}, "To make it unique:"), make("div", { class: "bar" }, ...remedies)] : [], ...more);
}
