// Check, hints, the solution, and the end of a game. The module gives all of the answers.
import * as clock from "./clock.js";
import { announce, byId, copies, make, still, visible } from "../dom.js";
import { quick, work } from "../engine.js";
import { letGo } from "./moves.js";
import { cellName } from "../board/board.js";
import { asked, drawBoard, keep, moved, say, showButtons, table, tell, tray, view } from "./table.js";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Says how the board stands. */
export async function check() {
  table.hint = null;
  const standing = await quick.ask("check", { puzzle: table.puzzle.puzzle, board: table.game.board });
  table.standing = standing;
  table.checked = true;
  const lines = standing.verdict === "wrong" ? standing.faults : [standing.words];
  say(lines, standing.verdict);
  announce(lines.join(" "));
  showButtons();
  await drawBoard();
  if (standing.verdict === "solution") finish();
}

/** Gives a hint, one page a click: where to look, what follows, why (one step of the reason each); the last click does it. */
export async function giveHint() {
  const { hint } = table;
  if (!hint?.board) return askHint();
  if (hint.at === hint.pages.length - 1) return doHint();
  hint.at += 1;
  await showHint();
}

async function askHint() {
  const { puzzle, game, changes } = table;
  const reply = await work("Looking for a hint.", "hint", { puzzle: puzzle.puzzle, board: game.board, seconds: 20 });
  if (!reply || changes !== table.changes) return;
  letGo();
  const { verdict } = reply.answer;
  if (verdict === "hint") {
    // A hint that was seen counts as one.
    table.hints += 1;
    table.hint = { pages: pagesOf(reply), at: 0, board: reply.board };
    keep();
  } else {
    const kind = verdict === "no solution" ? "wrong" : "";
    table.hint = { pages: [{ kind, words: reply.words, marks: reply.marks }], at: 0, board: null };
  }
  await showHint();
}

/** The pages of a hint: their words, what is marked, and what the button says that turns to the next. */
function pagesOf({ answer, marks, pages }) {
  const { puzzle, game } = table;
  const follows = marks.filter(({ kind }) => kind === "conclusion");
  const cells = follows.flatMap((mark) => mark.cells).map((name) => cellName(puzzle, game.byName.get(name)));
  return [
    { kind: "where", words: [`Look at ${cells.join(", ") || "the board"}.`], marks: follows, next: "What?" },
    { kind: "what", words: [answer.hint.words], marks: follows, next: "Why?" },
    ...pages.map((step, at) => ({
      kind: "why",
      words: step.words.split("\n").map((line, row) => (step.number !== null && row === 0 ? `${step.number}. ${line}` : line)),
      marks: step.marks,
      picture: { board: step.board, candidates: step.candidates },
      next: at + 1 < pages.length ? "Next step" : "Do it",
    })),
  ];
}

async function showHint() {
  const { pages, at, board } = table.hint;
  const { words, kind, next } = pages[at];
  const isLong = at > 0 && next !== "Do it" && board;
  say(words, `${kind} hinted`, ...(isLong ? [make("button", { type: "button", id: "do-it", onclick: doHint }, "Do it")] : []));
  announce(board ? `${words.join(" ")} Press ${next} to go on.` : words.join(" "));
  showButtons();
  await drawBoard();
  byId("said").scrollIntoView({ block: "nearest" });
}

async function doHint() {
  letGo();
  table.game.accept(table.hint.board);
  await moved("Done.");
}

/** Asks first, and then lets the solution fall into place, a domino at a time. */
async function solve() {
  const button = byId("solve");
  if (button.textContent === "Solve") {
    button.textContent = "Show it";
    return tell("This shows the whole solution. Press Show it to see it.");
  }
  button.textContent = "Solve";
  say([]);
  const { puzzle, game, changes } = table;
  const reply = await work("Looking for a solution.", "solve", { puzzle: puzzle.puzzle, seconds: 30 });
  if (!reply || changes !== table.changes) return;
  letGo();
  if (!reply.board) return tell("There is no solution. The tab Explain says why.", "wrong");
  table.shownTheWay = true;
  if (still()) {
    game.accept(reply.board);
    await moved("Solved.");
    return;
  }
  table.hint = null;
  let expected = table.changes;
  const isInterrupted = () => table.game !== game || table.changes !== expected;
  const placements = game.placementsOf(reply.board);
  game.change(() => {});
  for (const placement of placements) {
    if (isInterrupted()) return;
    const lies = game.lies[placement.domino];
    if (lies?.every((cell, half) => cell === placement.cells[half])) continue;
    game.drop(placement);
    tray.draw(null);
    expected = ++table.changes;
    table.standing = null;
    await view.draw(asked());
    view.tileOn(...placement.cells)?.classList.add("falls");
    await pause(Math.max(60, Math.min(260, 2400 / placements.length)));
  }
  if (!isInterrupted()) await moved("Solved.");
}

/** What is shared of a solved puzzle. */
let result = "";

function finish() {
  clock.pause();
  keep();
  const box = byId("end");
  const { hints, shownTheWay } = table;
  const helped = hints === 0 ? "without a hint" : hints === 1 ? "with one hint" : `with ${hints} hints`;
  const time = byId("show-clock").checked ? ` in ${clock.played()}` : "";
  const heading = shownTheWay ? "Solution shown." : "Well done!";
  const words = shownTheWay
    ? "Every domino is placed and every rule is met."
    : `Every domino is placed and every rule is met: solved${time}, ${helped}.`;
  result = `${visible(table.puzzle.title) || "A Pips puzzle"}: ${shownTheWay ? "looked at the solution" : `solved in ${clock.played()}, ${helped}`}\n${location.href}`;
  box.querySelector("h2").textContent = heading;
  box.querySelector("p").textContent = words;
  box.hidden = false;
  showButtons();
  announce(`${heading} ${words}`);
  if (still()) return;
  for (const [at, tile] of [...view.picture.querySelectorAll(".dominoes > .tile")].entries()) {
    tile.style.animationDelay = `${at * 60}ms`;
    tile.classList.add("cheers");
  }
}

table.onSolved = finish;
const whilePlaying = (act) => async () => table.game && (await act());
byId("check").addEventListener("click", whilePlaying(check));
byId("hint").addEventListener("click", whilePlaying(giveHint));
byId("solve").addEventListener("click", whilePlaying(solve));
byId("end-close").addEventListener("click", () => {
  byId("end").hidden = true;
  showButtons();
});
copies("share-result", "The result is", () => result);
copies("share", "The link to this puzzle is", () => location.href);
