// The tab Explain: why there is no solution, one or many, and the steps to the solution.
import { BoardView, tilesOf } from "../board/board.js";
import { Strip } from "../board/tray.js";
import { byId, make, paragraphs } from "../dom.js";
import { laidOn } from "../game/game.js";
import { runLong } from "../engine.js";

const strip = new Strip(byId("explain-tray"));
const view = new BoardView(byId("explain-board"), { label: () => "Board with the marks of the step" });

let puzzle = null;
let shownMode = "explain";
let pages = [];
let at = 0;
const stories = new Map();

export async function explain(opened) {
  puzzle = opened;
  stories.clear();
  pages = [];
  strip.show(puzzle, await tilesOf(puzzle));
  strip.draw([]);
  await view.show(puzzle, { labels: true });
  await load();
}

async function load() {
  for (const name of ["explain", "walk"]) byId(`way-${name}`).setAttribute("aria-pressed", String(shownMode === name));
  const mine = puzzle;
  const mode = shownMode;
  if (!stories.has(mode)) {
    const what = mode === "walk" ? "Searching for the steps." : "Searching for the reasons.";
    const story = await runLong(what, mode, { puzzle: puzzle.puzzle, seconds: 30 }, (error) => words({ words: error.message }));
    if (!story || mine !== puzzle) return;
    story.pages[0].heading = story.title;
    stories.set(mode, story.pages);
  }
  if (mode !== shownMode) return;
  pages = stories.get(mode);
  await go(0);
}

function words({ heading, title, words, number = null, depth = 0 }) {
  const lines = words.split("\n");
  if (number !== null) lines[0] = `${number}. ${lines[0]}`;
  byId("words").replaceChildren(...(heading ? [make("h2", {}, heading)] : []), ...(title ? [make("h3", {}, title)] : []), ...paragraphs(lines, depth));
}

async function go(to) {
  if (!pages.length) return;
  at = Math.min(pages.length - 1, Math.max(0, to));
  const page = pages[at];
  byId("position").textContent = `${at + 1} of ${pages.length}`;
  byId("stepper").hidden = pages.length === 1;
  byId("explain-note").textContent = at === 0 && pages.length > 1 ? `${pages.length} steps. Press Next.` : "";
  byId("first").disabled = byId("previous").disabled = at === 0;
  byId("next").disabled = byId("last").disabled = at === pages.length - 1;
  words(page);
  strip.draw(page.board.placements ?? []);
  await view.draw({ board: page.board, candidates: page.candidates, marks: page.marks, labels: true });
  const marked = new Set(page.marks.flatMap((mark) => mark.cells));
  const shown = new Map(Object.entries(page.board.values ?? {}));
  for (const { pips, cells } of laidOn(page.board)) for (const half of [0, 1]) shown.set(cells[half], pips[half]);
  for (const [cell, { name }] of puzzle.cells.entries()) view.setLabel(cell, shown.has(name) ? `shows ${shown.get(name)}` : "not known yet", marked.has(name) ? "marked" : "");
}

byId("first").addEventListener("click", () => go(0));
byId("previous").addEventListener("click", () => go(at - 1));
byId("next").addEventListener("click", () => go(at + 1));
byId("last").addEventListener("click", () => go(pages.length - 1));
for (const name of ["explain", "walk"]) {
  byId(`way-${name}`).addEventListener("click", () => {
    shownMode = name;
    load();
  });
}
byId("explain").addEventListener("keydown", (event) => {
  if (event.target.closest(".cell") || event.ctrlKey || event.altKey || event.metaKey) return;
  const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: pages.length - 1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  go(steps[event.key]);
});
