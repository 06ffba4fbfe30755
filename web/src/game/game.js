// A game: the placed dominoes, the values known from hints, and the history.
//
// Rules are evaluated by the module alone.
import { History } from "../history.js";

/** The pips of a domino, the lower number first, as in the library. */
export const sorted = ([a, b]) => (a <= b ? [a, b] : [b, a]);

/** The placements of a board of the module, `[pips, pips, cell, cell]` each. */
export const laidOn = (board) => (board?.placements ?? []).map(([a, b, one, other]) => ({ pips: [a, b], cells: [one, other] }));

export class Game {
  #history = new History();
  /** For each domino the cells of its lower and its higher half; null in the tray. */
  cellsOf;
  /** The values and pairs of cells known from hints, as in a board's JSON. */
  values = {};
  joined = [];

  constructor(puzzle) {
    this.puzzle = puzzle;
    this.dominoes = puzzle.dominoes;
    this.cellsOf = this.dominoes.map(() => null);
    this.byName = new Map(puzzle.cells.map(({ name }, cell) => [name, cell]));
    this.neighbours = puzzle.cells.map(() => []);
    for (const [a, b] of puzzle.edges) {
      this.neighbours[a].push(b);
      this.neighbours[b].push(a);
    }
  }

  get #state() {
    return { cellsOf: this.cellsOf.map((cells) => cells && [...cells]), values: { ...this.values }, joined: this.joined.map((pair) => [...pair]) };
  }

  #restore(state) {
    this.cellsOf = state.cellsOf;
    this.values = state.values;
    this.joined = state.joined;
  }

  /** Changes the board, with an entry in the history. */
  change(act) {
    this.#history.push(this.#state);
    act();
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  undo() {
    this.#restore(this.#history.undo(this.#state));
  }

  redo() {
    this.#restore(this.#history.redo(this.#state));
  }

  /** The number of the domino on a cell, or null. */
  dominoOn(cell) {
    const at = this.cellsOf.findIndex((cells) => cells?.includes(cell));
    return at < 0 ? null : at;
  }

  /** The pips on a cell, of a domino or from a hint, or null. */
  pipsOn(cell) {
    const domino = this.dominoOn(cell);
    if (domino !== null) return this.dominoes[domino][this.cellsOf[domino].indexOf(cell)];
    return this.values[this.puzzle.cells[cell].name] ?? null;
  }

  /** Places a domino with its lower half on one cell and its higher half on the other; dominoes there return to the tray. */
  lay(domino, one, other) {
    this.change(() => this.#lay(domino, one, other));
  }

  #lay(domino, one, other) {
    for (const [at, cells] of this.cellsOf.entries()) {
      if (at !== domino && cells && (cells.includes(one) || cells.includes(other))) this.cellsOf[at] = null;
    }
    this.cellsOf[domino] = [one, other];
    const covered = [one, other].map((cell) => this.puzzle.cells[cell].name);
    for (const name of covered) delete this.values[name];
    this.joined = this.joined.filter((pair) => !pair.some((name) => covered.includes(name)));
  }

  remove(domino) {
    if (this.cellsOf[domino]) this.change(() => (this.cellsOf[domino] = null));
  }

  clear() {
    this.change(() => this.#restore({ cellsOf: this.dominoes.map(() => null), values: {}, joined: [] }));
  }

  get isEmpty() {
    return this.cellsOf.every((cells) => !cells) && !Object.keys(this.values).length && !this.joined.length;
  }

  /** The board as JSON of the module. */
  get board() {
    const name = (cell) => this.puzzle.cells[cell].name;
    const laid = this.cellsOf.map((cells, domino) => cells && [...this.dominoes[domino], ...cells.map(name)]);
    const board = { placements: laid.filter(Boolean) };
    if (Object.keys(this.values).length) board.values = this.values;
    if (this.joined.length) board.joined = this.joined;
    return board;
  }

  /** The placements of a board of the module, each with the domino's number and the cells of its lower and its higher half. */
  placementsOf(board) {
    const left = new Set(this.dominoes.keys());
    return laidOn(board).flatMap(({ pips, cells }) => {
      const domino = [...left].find((at) => this.dominoes[at].join() === sorted(pips).join());
      if (domino === undefined) return [];
      left.delete(domino);
      const ids = cells.map((name) => this.byName.get(name));
      return { domino, cells: pips[0] <= pips[1] ? ids : ids.reverse() };
    });
  }

  /** Replaces the board by one of the module, as one move. */
  setBoard(board) {
    this.change(() => {
      const placements = this.placementsOf(board);
      this.cellsOf = this.dominoes.map(() => null);
      for (const { domino, cells } of placements) this.cellsOf[domino] = cells;
      this.values = { ...board.values };
      this.joined = (board.joined ?? []).map((pair) => [...pair]);
    });
  }

  /** Places a domino without an entry in the history. */
  layPart({ domino, cells }) {
    this.#lay(domino, ...cells);
  }
}
