// Check, hints, the solution, and the end of a game.
import * as clock from "./clock.js";
import { announce, byId, copyOnClick, make, prefersReducedMotion, visible } from "../dom.js";
import { quick, runLong } from "../engine.js";
import { letGo } from "./moves.js";
import { cellName } from "../board/board.js";
import { pictureOptions, drawBoard, keep, moved, showMessage, showButtons, state, showAndAnnounce, tray, view } from "./state.js";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Checks the board and shows the result. */
export async function check() {
  state.hint = null;
  const standing = await quick.call("check", { puzzle: state.puzzle.puzzle, board: state.game.board });
  state.standing = standing;
  state.checked = true;
  const lines = standing.verdict === "wrong" ? standing.faults : [standing.words];
  showMessage(lines, standing.verdict);
  announce(lines.join(" "));
  showButtons();
  await drawBoard();
  if (standing.verdict === "solution") finish();
}

/** Shows a hint, one page per click: the place, the conclusion, the steps of the reason; the last click applies it. */
export async function giveHint() {
  const { hint } = state;
  if (!hint?.board) return askHint();
  if (hint.at === hint.pages.length - 1) return doHint();
  hint.at += 1;
  await showHint();
}

async function askHint() {
  const { puzzle, game, changes } = state;
  const reply = await runLong("Searching for a hint.", "hint", { puzzle: puzzle.puzzle, board: game.board, seconds: 20 });
  if (!reply || changes !== state.changes) return;
  letGo();
  const { verdict } = reply.answer;
  if (verdict === "hint") {
    // A shown hint counts.
    state.hints += 1;
    state.hint = { pages: pagesOf(reply), at: 0, board: reply.board };
    keep();
  } else {
    const kind = verdict === "no solution" ? "wrong" : "";
    state.hint = { pages: [{ kind, words: reply.words, marks: reply.marks }], at: 0, board: null };
  }
  await showHint();
}

/** The pages of a hint, each with its words, its marks and the label of the button to the next page. */
function pagesOf({ answer, marks, pages }) {
  const { puzzle, game } = state;
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
  const { pages, at, board } = state.hint;
  const { words, kind, next } = pages[at];
  const isLong = at > 0 && next !== "Do it" && board;
  showMessage(words, `${kind} hinted`, ...(isLong ? [make("button", { type: "button", id: "do-it", onclick: doHint }, "Do it")] : []));
  announce(board ? `${words.join(" ")} Press ${next} to go on.` : words.join(" "));
  showButtons();
  await drawBoard();
  byId("message").scrollIntoView({ block: "nearest" });
}

async function doHint() {
  letGo();
  state.game.setBoard(state.hint.board);
  await moved("Done.");
}

/** Shows the solution after a confirmation, one domino at a time. */
async function solve() {
  const button = byId("solve");
  if (button.textContent === "Solve") {
    button.textContent = "Show it";
    return showAndAnnounce("This shows the whole solution. Press Show it to see it.");
  }
  button.textContent = "Solve";
  showMessage([]);
  const { puzzle, game, changes } = state;
  const reply = await runLong("Searching for a solution.", "solve", { puzzle: puzzle.puzzle, seconds: 30 });
  if (!reply || changes !== state.changes) return;
  letGo();
  if (!reply.board) return showAndAnnounce("There is no solution. The tab Explain shows why.", "wrong");
  state.shownTheWay = true;
  if (prefersReducedMotion()) {
    game.setBoard(reply.board);
    await moved("Solved.");
    return;
  }
  state.hint = null;
  let expected = state.changes;
  const isInterrupted = () => state.game !== game || state.changes !== expected;
  const placements = game.placementsOf(reply.board);
  game.change(() => {});
  for (const placement of placements) {
    if (isInterrupted()) return;
    const cells = game.cellsOf[placement.domino];
    if (cells?.every((cell, half) => cell === placement.cells[half])) continue;
    game.layPart(placement);
    tray.draw(null);
    expected = ++state.changes;
    state.standing = null;
    await view.draw(pictureOptions());
    view.tileOn(...placement.cells)?.classList.add("falls");
    await pause(Math.max(60, Math.min(260, 2400 / placements.length)));
  }
  if (!isInterrupted()) await moved("Solved.");
}

/** The text to share of a solved puzzle. */
let result = "";

function finish() {
  clock.pause();
  keep();
  const box = byId("end");
  const { hints, shownTheWay } = state;
  const helped = hints === 0 ? "without a hint" : hints === 1 ? "with one hint" : `with ${hints} hints`;
  const time = byId("show-clock").checked ? ` in ${clock.played()}` : "";
  const heading = shownTheWay ? "Solution shown." : "Well done!";
  const words = shownTheWay
    ? "Every domino is placed and every rule is met."
    : `Every domino is placed and every rule is met: solved${time}, ${helped}.`;
  result = `${visible(state.puzzle.title) || "A Pips puzzle"}: ${shownTheWay ? "looked at the solution" : `solved in ${clock.played()}, ${helped}`}\n${location.href}`;
  box.querySelector("h2").textContent = heading;
  box.querySelector("p").textContent = words;
  box.hidden = false;
  showButtons();
  announce(`${heading} ${words}`);
  if (prefersReducedMotion()) return;
  for (const [at, tile] of [...view.picture.querySelectorAll(".dominoes > .tile")].entries()) {
    tile.style.animationDelay = `${at * 60}ms`;
    tile.classList.add("cheers");
  }
}

state.onSolved = finish;
const whilePlaying = (act) => async () => state.game && (await act());
byId("check").addEventListener("click", whilePlaying(check));
byId("hint").addEventListener("click", whilePlaying(giveHint));
byId("solve").addEventListener("click", whilePlaying(solve));
byId("end-close").addEventListener("click", () => {
  byId("end").hidden = true;
  showButtons();
});
copyOnClick("share-result", "The result is", () => result);
copyOnClick("share", "The link to this puzzle is", () => location.href);
