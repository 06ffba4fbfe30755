// Making a puzzle: a verdict on it at every stroke, and what would make it better.
import { Draft, MOST, readDominoes, spellDominoes } from "./draft.js";
import { randomSeed } from "../address.js";
import { announce, byId, copies, make, paragraphs, roving, settled, trouble, visible } from "../dom.js";
import { judge, quick, Refusal, Stopped, work } from "../engine.js";
import { saver } from "../save.js";
import { keepSetting, setting } from "../store.js";
import { Sketch, swatch } from "../board/sketch.js";

/** How long a verdict may take, in seconds. */
const SECONDS = 20;

let draft = new Draft();
/** What a click does: "cells", "free", or the name of a region. */
let tool = "cells";
let past = [];
let future = [];
/** Whether anything was changed here since it was loaded. */
let changed = false;
let isBegun = false;
let open = null;
/** The draft as a puzzle of the module, once it is one. */
let opened = null;
let version = 0;
/** Within one stroke: whether cells are added or taken away. */
let adding = true;
let before = null;

/** Loads a puzzle to be changed, unless something is being made already. */
export async function edit(puzzle, { open: take }) {
  open = take;
  if (!byId("exports").children.length) {
    const { formats } = await quick.ask("about");
    saver(byId("exports"), formats, asPuzzle);
  }
  if (!isBegun) {
    // A draft that was left goes on.
    isBegun = true;
    const kept = setting("draft", null);
    if (kept) {
      draft = Draft.thaw(kept);
      changed = true;
      await show();
      return offerToLoad(puzzle);
    }
  }
  // What is played from here is still being made, with the way back.
  if (opened?.link === puzzle.link) return;
  if (changed) return offerToLoad(puzzle);
  await load(puzzle);
}

async function load(puzzle) {
  byId("load-instead").hidden = true;
  const drawn = Draft.of(puzzle);
  if (!drawn) {
    trouble(`“${visible(puzzle.title) || "This puzzle"}” cannot be changed here: the editor draws grids of up to ${MOST} rows and columns. Here is an empty one.`);
    draft = new Draft();
  } else {
    draft = drawn;
  }
  past = [];
  future = [];
  changed = false;
  tool = "cells";
  await show();
}

function offerToLoad(puzzle) {
  const button = byId("load-instead");
  button.hidden = false;
  button.textContent = `Change “${visible(puzzle.title) || "the puzzle on the board"}” instead`;
  button.onclick = () => {
    button.hidden = true;
    load(puzzle);
  };
}

// ---- Changes

/** Does something to the draft that can be undone. */
async function change(act) {
  const frozen = draft.freeze();
  act();
  if (draft.freeze() === frozen) return;
  past.push(frozen);
  future = [];
  changed = true;
  await show();
}

async function step(from, to) {
  if (!from.length) return;
  to.push(draft.freeze());
  draft = Draft.thaw(from.pop());
  if (tool !== "cells" && tool !== "free" && !draft.rules.has(tool)) tool = "cells";
  await show();
}

/** Applies the tool to a place. */
function apply(row, column, begins) {
  const key = Draft.key(row, column);
  if (tool === "cells") {
    if (begins) adding = !draft.cells.has(key);
    if (!adding) draft.cells.delete(key);
    else if (!draft.cells.has(key)) draft.cells.set(key, "");
  } else {
    draft.cells.set(key, tool === "free" ? "" : tool);
  }
}

const sketch = new Sketch(byId("sketch"), {
  stroke: (row, column, begins) => {
    if (begins) before = draft.freeze();
    apply(row, column, begins);
    sketch.draw(draft);
  },
  end: async () => {
    if (before !== null && before !== draft.freeze()) {
      past.push(before);
      future = [];
      changed = true;
      await show();
    }
    before = null;
  },
  key: (row, column, event) => {
    const key = Draft.key(row, column);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      change(() => apply(row, column, true));
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      change(() => draft.cells.delete(key));
    } else if (/^[a-z]$/i.test(event.key)) {
      event.preventDefault();
      const name = event.key.toUpperCase();
      change(() => {
        if (!draft.rules.has(name)) draft.rules.set(name, "");
        draft.cells.set(key, name);
      });
    }
  },
});

byId("make").addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) step(past, future);
  else if (key === "y" || (key === "z" && event.shiftKey)) step(future, past);
  else return;
  event.preventDefault();
});
byId("make-undo").addEventListener("click", () => step(past, future));
byId("make-redo").addEventListener("click", () => step(future, past));
byId("make-clear").addEventListener("click", () => change(() => {
  draft = new Draft();
  tool = "cells";
}));
for (const id of ["rows", "columns"]) {
  byId(id).addEventListener("change", () => {
    const wanted = Math.min(MOST, Math.max(1, Math.round(Number(byId(id).value)) || 1));
    change(() => draft.resize(id === "rows" ? wanted : draft.rows, id === "columns" ? wanted : draft.columns));
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

const isSame = ([a, b], [c, d]) => (a === c && b === d) || (a === d && b === c);

byId("set").replaceChildren(...BOX.map((pair) => {
  const button = make("button", { type: "button", "data-pair": pair.join("-") });
  button.addEventListener("click", () => change(() => {
    const at = draft.dominoes.findLastIndex((one) => isSame(one, pair));
    if (picking === "add") draft.dominoes.push([...pair]);
    else if (at >= 0) draft.dominoes.splice(at, 1);
  }));
  return button;
}));

function showBox() {
  for (const [at, button] of [...byId("set").children].entries()) {
    const count = draft.dominoes.filter((one) => isSame(one, BOX[at])).length;
    button.dataset.count = count;
    button.textContent = count > 1 ? `${BOX[at].join("-")} ×${count}` : BOX[at].join("-");
    button.setAttribute("aria-label", `${button.textContent}, ${count === 0 ? "not chosen" : count === 1 ? "chosen" : `chosen ${count} times`}`);
  }
}

/** What was there before dominoes were chosen, so that they can be chosen again. */
let unfilled = null;
/** How many choices are looked at for one that leaves a single solution. */
const CHOICES = 12;

byId("fill").addEventListener("click", async () => {
  // Chosen again, the rules that were chosen before are open once more.
  const from = unfilled && unfilled.filled === draft.freeze() ? Draft.thaw(unfilled.before) : draft;
  const before = from.freeze();
  const { regions, ...rest } = from.request;
  // An empty rule is one to be chosen.
  const request = { ...rest, regions: regions.map((region) => ({ ...region, rule: region.rule || "?" })) };
  let filled = null;
  for (let choice = 0; choice < CHOICES; choice++) {
    const next = await work("Choosing dominoes.", "fill", { draft: request, seed: randomSeed(), seconds: 20 }, (refusal) => say("unfinished", "No dominoes could be chosen", [refusal.message]));
    if (!next) break;
    filled = next;
    const verdict = await work("Looking for a choice with one solution.", "count", { puzzle: next.puzzle, seconds: 5 }, () => {});
    if (verdict?.solutions === 1) break;
  }
  if (!filled) return;
  const { rows, columns } = draft;
  await change(() => {
    draft = Draft.of(filled);
    // The paper stays as large as it was.
    draft.rows = Math.max(rows, draft.rows);
    draft.columns = Math.max(columns, draft.columns);
  });
  unfilled = { before, filled: draft.freeze() };
});
for (const [id, name] of [["make-model", "models"], ["make-explain", "explain"]]) {
  byId(id).addEventListener("click", async () => {
    const puzzle = await asPuzzle();
    if (puzzle) await open(puzzle, undefined, { tab: name });
  });
}
copies("make-link", "The link to this puzzle is", async () => {
  const puzzle = await asPuzzle();
  return puzzle && new URL(`#p=${puzzle.link}`, location.href).href;
});
byId("play-it").addEventListener("click", async () => {
  const puzzle = await asPuzzle();
  if (puzzle) await open(puzzle);
});

/** The draft as a puzzle, if it is one; else the page says what is missing. */
async function asPuzzle() {
  try {
    opened ??= await quick.ask("draft", { draft: draft.request }, { limit: 10_000 });
    return opened;
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
  byId("make-undo").disabled = !past.length;
  byId("make-redo").disabled = !future.length;
  const needed = draft.cells.size / 2;
  byId("domino-count").textContent = `${draft.dominoes.length} of ${Number.isInteger(needed) ? needed : `${needed} (one cell is too many or too few)`}`;
  showTools();
  showRules();
  showBox();
  keepSetting("draft", changed ? draft.freeze() : null);
  version += 1;
  judge.stop();
  // It would stop a verdict that is no longer looked for.
  byId("verdict").querySelector(".stop")?.remove();
  opened = null;
  judgeSoon(version);
}

/** Shows the tools: one stop of the Tab key, and the arrow keys go from one to the next. */
function showTools() {
  const colours = draft.colours;
  const tools = [["cells", "Cells"], ["free", "No region"], ...[...draft.rules.keys()].map((name) => [name, name])];
  const focused = document.activeElement?.dataset?.tool;
  const buttons = tools.map(([name, text]) => make("button", {
    type: "button", class: "tool", "data-tool": name, "aria-pressed": String(tool === name), tabIndex: tool === name ? 0 : -1,
    ...(draft.rules.has(name) ? { "aria-label": `Paint region ${name}` } : {}),
    onclick: () => {
      tool = name;
      showTools();
    },
  }, ...(draft.rules.has(name) ? [swatch(colours.get(name))] : []), text));
  byId("tools").replaceChildren(...buttons);
  byId("remove-region").hidden = !draft.rules.has(tool);
  byId("remove-region").textContent = `Remove region ${tool}`;
  if (focused) byId("tools").querySelector(`[data-tool="${CSS.escape(focused)}"]`)?.focus();
}

roving(byId("tools"), ".tool");
byId("add-region").addEventListener("click", () => {
  const name = draft.freshName();
  tool = name;
  change(() => draft.rules.set(name, ""));
  announce(`Region ${name}. Paint its cells.`);
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
  const colours = draft.colours;
  const lines = byId("rules").children;
  const names = [...draft.rules.keys()];
  if (names.join() !== [...lines].map((line) => line.dataset.region).join()) byId("rules").replaceChildren(...names.map(ruleLine));
  for (const line of lines) {
    const name = line.dataset.region;
    line.querySelector(".swatch").replaceWith(swatch(colours.get(name)));
    line.querySelector("input").value = draft.rules.get(name);
  }
}

function ruleLine(name) {
  const input = make("input", { type: "text", maxLength: 12, autocomplete: "off", spellcheck: false, "data-rule": name, "aria-label": `Rule of region ${name}`, "aria-describedby": "rule-help" });
  input.addEventListener("change", () => change(() => draft.rules.set(name, input.value)));
  return make("div", { class: "rule", "data-region": name }, make("span", { class: "name", "aria-hidden": "true" }, swatch(0), name), input);
}

/** How many sentences of a verdict are shown at once. */
const AT_ONCE = 8;

/** Shows a verdict: its kind, a heading, sentences, and what can be done. */
function say(kind, heading, lines, first = [], ...more) {
  const said = paragraphs(lines);
  const rest = said.length > AT_ONCE + 2 ? said.splice(AT_ONCE) : [];
  const hidden = rest.length ? [make("details", {}, make("summary", {}, `${rest.length} more`), ...rest)] : [];
  byId("verdict").className = `verdict ${kind}`;
  byId("verdict").replaceChildren(make("h2", {}, heading), ...first, ...said, ...hidden, ...more);
}

const cellsOf = (marks, regions) => {
  const named = new Set(marks.flatMap((mark) => mark.regions));
  const inside = regions.filter(({ name }) => named.has(name)).flatMap(({ cells }) => cells.map(([row, column]) => `r${row}c${column}`));
  return [...marks.flatMap((mark) => mark.cells), ...inside];
};

// ---- The verdict

const judgeSoon = settled(180, async (mine) => {
  const request = draft.request;
  sketch.light([], "conflict");
  sketch.light([], "differs");
  if (request.cells.length === 0) {
    say("unfinished", "An empty board", ["Draw cells to begin: click, drag, or use the arrow keys and Enter."]);
    return;
  }
  try {
    const read = await quick.ask("draft", { draft: request }, { limit: 10_000 });
    if (mine !== version) return;
    opened = read;
  } catch (problem) {
    if (mine !== version || problem instanceof Stopped) return;
    if (!(problem instanceof Refusal)) throw problem;
    const { cells = [], region = null } = problem.details;
    const inside = region === null ? [] : (request.regions[region]?.cells ?? []);
    sketch.light([...(cells ?? []), ...inside].map(([row, column]) => `r${row}c${column}`), "conflict");
    say("unfinished", "Not a puzzle yet", [problem.message]);
    return;
  }
  const stop = make("button", { type: "button", class: "stop", onclick: () => judge.stop() }, "Stop");
  const waiting = setTimeout(() => mine === version && say("unfinished", "Thinking", ["Looking at all solutions."], [], stop), 350);
  try {
    const verdict = await judge.ask("verdict", { puzzle: opened.puzzle, seconds: SECONDS }, {
      limit: (SECONDS + 15) * 1000,
      // How many there are is known first; the reasons follow.
      progress: (told) => {
        if (mine !== version || !told.kind) return;
        clearTimeout(waiting);
        showVerdict({ ...told, words: ["Looking for the reasons."] }, request, stop);
      },
    });
    clearTimeout(waiting);
    if (mine === version) showVerdict(verdict, request);
  } catch (problem) {
    if (mine !== version) return;
    if (problem instanceof Stopped) say("unfinished", "Stopped", ["There is no verdict. It is looked for again at the next change."]);
    else if (problem instanceof Refusal) say("unfinished", "No verdict", [problem.message]);
    else throw problem;
  } finally {
    clearTimeout(waiting);
  }
});

const LEVELS = { easy: "easy", medium: "medium", hard: "hard", expert: "for experts" };

function showVerdict(verdict, request, ...more) {
  const headings = { none: "No solution", unique: "Exactly one solution" };
  const count = verdict.solutions === null || verdict.solutions === undefined ? "Several solutions" : `${verdict.exact === false ? "At least " : ""}${Number(verdict.solutions).toLocaleString("en")} solutions`;
  const lines = [verdict.words].flat();
  if (verdict.level) lines.unshift(`Level: ${LEVELS[verdict.level] ?? verdict.level}. Score: ${Math.round(verdict.score * 10) / 10}.`);
  const suggestions = (verdict.suggestions ?? []).map((suggestion) => make("button", { type: "button", class: "suggestion", onclick: async () => {
    const { puzzles } = await quick.ask("open", { text: suggestion.puzzle });
    const { rows, columns } = draft;
    await change(() => {
      draft = Draft.of(puzzles[0]);
      draft.rows = Math.max(rows, draft.rows);
      draft.columns = Math.max(columns, draft.columns);
    });
  } }, [suggestion.words].flat().join(" ")));
  const offered = suggestions.length ? [make("p", {}, "To make it unique:"), make("div", { class: "bar" }, ...suggestions)] : [];
  sketch.light(verdict.kind === "none" ? cellsOf(verdict.marks ?? [], request.regions) : [], "conflict");
  sketch.light(verdict.differs ?? [], "differs");
  say(verdict.kind, headings[verdict.kind] ?? count, lines, offered, ...more);
}
