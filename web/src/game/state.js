// The state of the game on the page, and its display.
import { BoardView, cellName } from "../board/board.js";
import * as clock from "./clock.js";
import { announce, byId, paragraphs, showError } from "../dom.js";
import { quick } from "../engine.js";
import { keepGame } from "../store.js";
import { Tray } from "../board/tray.js";

export const view = new BoardView(byId("play-board"), { label: (puzzle) => `Board of ${puzzle.cells.length} cells` });
export const tray = new Tray(byId("tray"));

export const state = {
  puzzle: null,
  game: null,
  /** The held domino: its number, its rotation, and the cell at which it was picked up. */
  held: null,
  /** The shown hint: its pages, the number of the shown page, and the resulting board. */
  hint: null,
  /** The last check of the board. */
  standing: null,
  /** Whether a check was requested, which shows marks even if they are switched off. */
  checked: false,
  hints: 0,
  shownTheWay: false,
  /** The number of changes, by which outdated replies are detected. */
  changes: 0,
  /** Called when the puzzle is solved. */
  onSolved: () => {},
};

/** The shown page of the hint, if any. */
const hintPage = () => state.hint?.pages[state.hint.at];

const names = () => byId("show-names").checked || Boolean(state.hint?.at);

const marking = () => byId("show-marks").checked || state.checked;

function marks() {
  if (state.hint) return hintPage().marks;
  return marking() ? (state.standing?.marks ?? []) : [];
}

/** The options of the board's picture. */
export const pictureOptions = () => ({ board: state.game.board, ...hintPage()?.picture, marks: marks(), labels: names() });

/** Redraws the board and checks it. */
export async function refresh() {
  const turn = ++state.changes;
  tray.draw(state.held);
  showButtons();
  keep();
  const checking = quick.call("check", { puzzle: state.puzzle.puzzle, board: state.game.board });
  // Dominoes are drawn at once, marks after the check.
  const before = state.standing;
  state.standing = null;
  await drawBoard();
  let standing;
  try {
    standing = await checking;
  } catch (problem) {
    showError(problem.message);
    return;
  }
  if (turn !== state.changes) return;
  state.standing = standing;
  if (marks().length || before?.marks?.length) await drawBoard();
  if (standing.verdict === "solution") state.onSolved();
  // A complete board that is wrong is reported even if marks are switched off.
  else if (standing.verdict === "wrong" && state.game.cellsOf.every(Boolean) && !state.checked) {
    const words = "All dominoes are placed, but not every rule is met. Press Check to see which.";
    showAndAnnounce(words, "wrong");
  }
}

export async function drawBoard() {
  const { puzzle, game, held, standing } = state;
  await view.draw(pictureOptions());
  const shown = marking() && standing ? standing.marks : [];
  const broken = new Set(shown.flatMap((mark) => mark.cells));
  const areas = new Set(shown.flatMap((mark) => mark.regions));
  for (const [cell, { name, region }] of puzzle.cells.entries()) {
    const domino = game.dominoOn(cell);
    const wrong = broken.has(name) || (region !== null && areas.has(puzzle.regions[region].name));
    view.setLabel(cell, whatLies(cell), wrong ? "not right yet" : "");
    const button = view.button(cell);
    button.classList.toggle("filled", domino !== null);
    button.classList.toggle("held", domino !== null && domino === held?.domino);
  }
}

function whatLies(cell) {
  const { game } = state;
  const domino = game.dominoOn(cell);
  const pips = game.pipsOn(cell);
  if (domino !== null) return `shows ${pips}, half of domino ${game.dominoes[domino].join("-")}`;
  return pips === null ? "empty" : `must show ${pips}`;
}

export function showButtons() {
  const { game, held, hint } = state;
  byId("undo").disabled = !game.canUndo;
  byId("redo").disabled = !game.canRedo;
  byId("turn").disabled = held === null;
  byId("back").disabled = held === null || game.cellsOf[held.domino] === null;
  byId("restart").disabled = game.isEmpty;
  // Once the puzzle is solved, another button is highlighted.
  byId("hint").classList.toggle("strong", byId("end").hidden);
  byId("hint").textContent = hint?.board ? hintPage().next : "Hint";
}

export function keep() {
  const { puzzle, game, hints, shownTheWay } = state;
  keepGame(puzzle.link, game.isEmpty ? null : { board: game.board, elapsed: clock.elapsed(), hints, shownTheWay });
}

/** Shows sentences below the buttons. */
export function showMessage(lines, kind = "", ...more) {
  const box = byId("message");
  box.hidden = lines.length === 0;
  box.className = `message ${kind}`;
  box.replaceChildren(...paragraphs(lines), ...more);
}

/** Shows a sentence and announces it. */
export function showAndAnnounce(words, kind = "") {
  showMessage([words], kind);
  announce(words);
}

/** Updates the page after a move, which invalidates earlier messages. */
export async function moved(words) {
  state.hint = null;
  byId("solve").textContent = "Solve";
  state.checked = false;
  byId("end").hidden = true;
  showMessage([]);
  clock.go();
  const left = state.game.cellsOf.filter((cells) => !cells).length;
  announce(`${words} ${left === 0 ? "All dominoes are placed." : `${left} left.`}`);
  await refresh();
}

/** The cells that a domino covers, in words. */
export const places = (domino) => state.game.cellsOf[domino].map((cell) => cellName(state.puzzle, cell)).join(" and ");
