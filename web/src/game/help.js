// Help: checks, hints, the solution, and a kind end. All of it is the module's word.
import * as clock from "./clock.js";
import { announce, byId, copy, still, visible } from "../dom.js";
import { quick, work } from "../engine.js";
import { letGo } from "./hands.js";
import { cellName } from "../board/board.js";
import { asked, drawBoard, keep, moved, say, showButtons, table, tray, view } from "./table.js";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Says how the board stands. */
export async function check() {
  table.hint = null;
  const standing = await quick.ask("check", { puzzle: table.puzzle.puzzle, board: table.game.board });
  table.standing = standing;
  table.checked = true;
  const lines = standing.verdict === "wrong" ? standing.faults.map((fault) => fault.words) : [standing.words];
  say(lines, standing.verdict);
  announce(lines.join(" "));
  showButtons();
  await drawBoard();
  if (standing.verdict === "solution") finish();
}

/** Gives a hint in three steps: where to look, what follows there and why, and then does it. */
export async function giveHint() {
  const { hint, puzzle, game, changes } = table;
  if (hint?.board && hint.isTold) {
    letGo();
    game.accept(hint.board);
    await moved("Done.");
    return;
  }
  if (hint?.board) return tellHint();
  const reply = await work("Looking for a hint.", "hint", { puzzle: puzzle.puzzle, board: game.board, seconds: 20 });
  if (!reply || changes !== table.changes) return;
  letGo();
  const { verdict } = reply.answer;
  table.hint = { words: reply.words, marks: reply.marks, board: verdict === "hint" ? reply.board : null, isTold: verdict !== "hint" };
  if (table.hint.isTold) {
    say(reply.words, verdict === "no solution" ? "wrong" : "hinted");
    announce(reply.words.join(" "));
  } else {
    // A hint that was seen counts as one.
    table.hints += 1;
    keep();
    const cells = reply.marks.filter(({ kind }) => kind === "conclusion").flatMap((mark) => mark.cells);
    const where = cells.map((name) => cellName(puzzle, game.byName.get(name))).join(", ");
    const words = where ? `Look at ${where}.` : "Look at the board.";
    say([words], "hinted");
    announce(`${words} Press Say why for the reason.`);
  }
  showButtons();
  await drawBoard();
  byId("said").scrollIntoView({ block: "nearest" });
}

async function tellHint() {
  const { hint } = table;
  hint.isTold = true;
  say(hint.words, "hinted told");
  announce(`${hint.words.join(" ")} Press Do it to apply it.`);
  showButtons();
  await drawBoard();
  byId("said").scrollIntoView({ block: "nearest" });
}

/** Asks first, and then lets the solution fall into place, a domino at a time. */
async function solve() {
  const button = byId("solve");
  if (button.textContent === "Solve") {
    button.textContent = "Show it";
    say(["This shows the whole solution. Press Show it to see it."]);
    announce("This shows the whole solution. Press Show it to see it.");
    return;
  }
  button.textContent = "Solve";
  say([]);
  const { puzzle, game, changes } = table;
  const reply = await work("Looking for a solution.", "solve", { puzzle: puzzle.puzzle, seconds: 30 });
  if (!reply || changes !== table.changes) return;
  letGo();
  if (!reply.board) {
    const words = "There is no solution. The tab Explain says why.";
    say([words], "wrong");
    announce(words);
    return;
  }
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
  const heading = shownTheWay ? "There it is." : "Well done!";
  const words = shownTheWay
    ? "Every domino is placed and every rule is met. The next one is yours."
    : `Every domino is placed and every rule is met: solved${time}, ${helped}.`;
  result = `${visible(table.puzzle.title) || "A Pips puzzle"}: ${shownTheWay ? "looked at the solution" : `solved in ${clock.played()}, ${helped}`}\n${location.href}`;
  box.querySelector("h2").textContent = heading;
  box.querySelector("p").textContent = words;
  box.hidden = false;
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
byId("end-close").addEventListener("click", () => (byId("end").hidden = true));
byId("share-result").addEventListener("click", async () => {
  const button = byId("share-result");
  const copied = await copy(result, "The result is");
  button.textContent = copied ? "Copied" : "Not copied";
  setTimeout(() => (button.textContent = "Share"), 2500);
});
byId("share").addEventListener("click", async () => {
  const button = byId("share");
  const copied = await copy(location.href, "The link to this puzzle is");
  button.textContent = copied ? "Copied" : "Copy the address";
  setTimeout(() => (button.textContent = "Copy link"), 2500);
});
