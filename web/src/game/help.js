// Help: checks, hints, the solution, and a kind end. All of it is the module's word.
import * as clock from "./clock.js";
import { announce, byId, copy, still } from "../dom.js";
import { quick, work } from "../engine.js";
import { letGo } from "./hands.js";
import { keepGame } from "../store.js";
import { asked, drawBoard, moved, say, showButtons, table, tray, view } from "./table.js";

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

/** Gives a hint; the next time, does what it says. */
export async function giveHint() {
  const { hint, puzzle, game, changes } = table;
  if (hint?.board) {
    letGo();
    table.hints += 1;
    game.accept(hint.board);
    await moved("Done.");
    return;
  }
  const reply = await work("Looking for a hint.", "hint", { puzzle: puzzle.puzzle, board: game.board, seconds: 20 });
  if (!reply || changes !== table.changes) return;
  letGo();
  const { verdict } = reply.answer;
  table.hint = { words: reply.words, marks: reply.marks, board: verdict === "hint" ? reply.board : null };
  say(reply.words, verdict === "impossible" ? "wrong" : "hinted");
  announce(`${reply.words.join(" ")}${table.hint.board ? " Press Do it to apply it." : ""}`);
  showButtons();
  await drawBoard();
  byId("said").scrollIntoView({ block: "nearest" });
}

/** Lets the solution fall into place, a domino at a time. */
async function solve() {
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

function finish() {
  clock.pause();
  keepGame(table.puzzle.link, null);
  const box = byId("end");
  const { hints, shownTheWay } = table;
  const helped = hints === 0 ? "without a hint" : hints === 1 ? "with one hint" : `with ${hints} hints`;
  const time = byId("show-clock").checked ? ` in ${clock.played()}` : "";
  const heading = shownTheWay ? "There it is." : "Well done!";
  const words = shownTheWay
    ? "Every domino lies and every rule holds. The next one is yours."
    : `Every domino lies and every rule holds: solved${time}, ${helped}.`;
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
byId("share").addEventListener("click", async () => {
  const button = byId("share");
  const copied = await copy(location.href, "The link to this puzzle is");
  button.textContent = copied ? "Copied" : "Copy the address";
  setTimeout(() => (button.textContent = "Copy link"), 2500);
});
