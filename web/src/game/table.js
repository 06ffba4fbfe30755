// The state of a game on the page, and how it is drawn.
import { BoardView, cellName } from "../board/board.js";
import * as clock from "./clock.js";
import { announce, byId, paragraphs, trouble } from "../dom.js";
import { quick } from "../engine.js";
import { keepGame } from "../store.js";
import { Tray } from "../board/tray.js";

export const view = new BoardView(byId("play-board"), { label: (puzzle) => `Board of ${puzzle.cells.length} cells` });
export const tray = new Tray(byId("tray"));

export const table = {
  puzzle: null,
  game: null,
  /** The domino that is picked up: its number, how far it is turned, and the cell where it was taken. */
  held: null,
  /** The hint that is shown: its pages, the page that is open, and the board that follows. */
  hint: null,
  /** What the module said about the board last. */
  standing: null,
  /** Whether a check was asked for, which shows marks even where they are switched off. */
  checked: false,
  hints: 0,
  shownTheWay: false,
  /** Counts changes, so that what comes too late is not shown. */
  changes: 0,
  /** Called when the puzzle is solved. */
  onSolved: () => {},
};

/** The page of the hint that is open, or nothing. */
const hintPage = () => table.hint?.pages[table.hint.at];

const names = () => byId("show-names").checked || Boolean(table.hint?.at);

const marking = () => byId("show-marks").checked || table.checked;

function marks() {
  if (table.hint) return hintPage().marks;
  return marking() ? (table.standing?.marks ?? []) : [];
}

/** What a picture of the board as it lies is asked for with. */
export const asked = () => ({ board: table.game.board, ...hintPage()?.picture, marks: marks(), labels: names() });

/** Draws everything anew, and asks what the board is worth. */
export async function refresh() {
  const turn = ++table.changes;
  tray.draw(table.held);
  showButtons();
  keep();
  const checking = quick.ask("check", { puzzle: table.puzzle.puzzle, board: table.game.board });
  // The dominoes come at once; marks follow as soon as they are known.
  const before = table.standing;
  table.standing = null;
  await drawBoard();
  let standing;
  try {
    standing = await checking;
  } catch (problem) {
    trouble(problem.message);
    return;
  }
  if (turn !== table.changes) return;
  table.standing = standing;
  if (marks().length || before?.marks?.length) await drawBoard();
  if (standing.verdict === "solution") table.onSolved();
  // A full board that is wrong says so, whether marks are shown or not.
  else if (standing.verdict === "wrong" && table.game.lies.every(Boolean) && !table.checked) {
    const words = "All dominoes are placed, but not every rule is met. Check says which.";
    tell(words, "wrong");
  }
}

export async function drawBoard() {
  const { puzzle, game, held, standing } = table;
  await view.draw(asked());
  const shown = marking() && standing ? standing.marks : [];
  const broken = new Set(shown.flatMap((mark) => mark.cells));
  const areas = new Set(shown.flatMap((mark) => mark.regions));
  for (const [cell, { name, region }] of puzzle.cells.entries()) {
    const domino = game.on(cell);
    const wrong = broken.has(name) || (region !== null && areas.has(puzzle.regions[region].name));
    view.say(cell, whatLies(cell), wrong ? "not right yet" : "");
    const button = view.button(cell);
    button.classList.toggle("filled", domino !== null);
    button.classList.toggle("held", domino !== null && domino === held?.domino);
  }
}

function whatLies(cell) {
  const { game } = table;
  const domino = game.on(cell);
  const pips = game.shows(cell);
  if (domino !== null) return `shows ${pips}, half of domino ${game.dominoes[domino].join("-")}`;
  return pips === null ? "empty" : `must show ${pips}`;
}

export function showButtons() {
  const { game, held, hint } = table;
  byId("undo").disabled = !game.canUndo;
  byId("redo").disabled = !game.canRedo;
  byId("turn").disabled = held === null;
  byId("back").disabled = held === null || game.lies[held.domino] === null;
  byId("restart").disabled = game.isEmpty;
  // Once the puzzle is solved, the strong button is the one that goes on.
  byId("hint").classList.toggle("strong", byId("end").hidden);
  byId("hint").textContent = hint?.board ? hintPage().next : "Hint";
}

export function keep() {
  const { puzzle, game, hints, shownTheWay } = table;
  keepGame(puzzle.link, game.isEmpty ? null : { board: game.board, elapsed: clock.elapsed(), hints, shownTheWay });
}

/** Shows sentences below the buttons. */
export function say(lines, kind = "", ...more) {
  const box = byId("said");
  box.hidden = lines.length === 0;
  box.className = `said ${kind}`;
  box.replaceChildren(...paragraphs(lines), ...more);
}

/** Shows a sentence, and announces it. */
export function tell(words, kind = "") {
  say([words], kind);
  announce(words);
}

/** After every move: what was said before is no longer true. */
export async function moved(words) {
  table.hint = null;
  byId("solve").textContent = "Solve";
  table.checked = false;
  byId("end").hidden = true;
  say([]);
  clock.go();
  const left = table.game.lies.filter((cells) => !cells).length;
  announce(`${words} ${left === 0 ? "All dominoes are placed." : `${left} left.`}`);
  await refresh();
}

/** The cells that a domino covers, in words. */
export const places = (domino) => table.game.lies[domino].map((cell) => cellName(table.puzzle, cell)).join(" and ");
