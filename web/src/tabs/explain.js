// Reasons to walk through: why there is no solution, one or many, or the way to the solution step by step.
import { BoardView } from "../board/board.js";
import { byId, make } from "../dom.js";
import { laidOn } from "../game/game.js";
import { work } from "../engine.js";

const view = new BoardView(byId("explain-board"), { label: () => "Board with what the step is about" });

let puzzle = null;
let way = "explain";
let stops = [];
let at = 0;
const told = new Map();

export async function explain(opened) {
  puzzle = opened;
  told.clear();
  stops = [];
  await view.show(puzzle, { labels: true });
  await tell();
}

async function tell() {
  for (const name of ["explain", "walk"]) byId(`way-${name}`).setAttribute("aria-pressed", String(way === name));
  const mine = puzzle;
  const wanted = way;
  if (!told.has(wanted)) {
    const what = wanted === "walk" ? "Looking for the way." : "Looking for the reason.";
    const story = await work(what, wanted, { puzzle: puzzle.puzzle, seconds: 30 }, (refusal) => words([refusal.message]));
    if (!story || mine !== puzzle) return;
    told.set(wanted, story);
  }
  if (wanted !== way) return;
  stops = stopsOf(told.get(wanted));
  await go(0);
}

/** All stops of a story, one after the other: each chapter begins with what was found. */
function stopsOf(story) {
  const list = [];
  for (const [number, chapter] of (story.chapters ?? []).entries()) {
    // What a walk tells in its stops is taken from the reply as a whole.
    const along = chapter.stops ?? (number === 0 ? story.stops : null) ?? [];
    list.push({ ...chapter.moment, heading: number === 0 ? story.title : "", title: chapter.title, words: [chapter.words].flat() });
    list.push(...along);
  }
  if (story.close && list.length) list.push({ ...list.at(-1), words: [story.close].flat(), number: null, depth: 0, heading: "", title: "" });
  return list;
}

function words(lines, { depth = 0, number = null, heading = "", title = "" } = {}) {
  const said = lines.filter(Boolean).map((line, at) => {
    const inset = Math.ceil(/^ */.exec(line)[0].length / 2);
    const numbered = number !== null && at === 0 ? `${number}. ${line.trim()}` : line.trim();
    return make("p", { "data-depth": String(Math.min(3, depth + inset)) }, numbered);
  });
  byId("words").replaceChildren(...(heading ? [make("h2", {}, heading)] : []), ...(title ? [make("h3", {}, title)] : []), ...said);
}

async function go(to) {
  if (!stops.length) return;
  at = Math.min(stops.length - 1, Math.max(0, to));
  const stop = stops[at];
  byId("position").textContent = `${at + 1} of ${stops.length}`;
  byId("explain-note").textContent = at === 0 && stops.length > 1 ? `${stops.length} steps. Press Next.` : "";
  byId("first").disabled = byId("previous").disabled = at === 0;
  byId("next").disabled = byId("last").disabled = at === stops.length - 1;
  words([stop.words].flat(), stop);
  await view.draw({ board: stop.board, candidates: stop.candidates, marks: stop.marks, labels: true });
  const marked = new Set(stop.marks.flatMap((mark) => mark.cells));
  const shown = new Map(Object.entries(stop.board?.values ?? {}));
  for (const { pips, cells } of laidOn(stop.board)) for (const half of [0, 1]) shown.set(cells[half], pips[half]);
  for (const [cell, { name }] of puzzle.cells.entries()) view.say(cell, shown.has(name) ? `shows ${shown.get(name)}` : "not known yet", marked.has(name) ? "marked" : "");
}

byId("first").addEventListener("click", () => go(0));
byId("previous").addEventListener("click", () => go(at - 1));
byId("next").addEventListener("click", () => go(at + 1));
byId("last").addEventListener("click", () => go(stops.length - 1));
for (const name of ["explain", "walk"]) {
  byId(`way-${name}`).addEventListener("click", () => {
    way = name;
    tell();
  });
}
byId("explain").addEventListener("keydown", (event) => {
  if (event.target.closest(".cell") || event.ctrlKey || event.altKey || event.metaKey) return;
  const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: stops.length - 1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  go(steps[event.key]);
});
