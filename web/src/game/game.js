// A game: which domino lies where, what is noted from hints, and the way back.
//
// What a rule means is not known here. The module is asked.
import { History } from "../history.js";

/** A domino's two pip counts, the lower first, as the library draws it. */
export const sorted = ([a, b]) => (a <= b ? [a, b] : [b, a]);

/** The dominoes of a board as the module writes it: `[pips, pips, cell, cell]` each. */
export const laidOn = (board) => (board?.placements ?? []).map(([a, b, one, other]) => ({ pips: [a, b], cells: [one, other] }));

export class Game {
  #history = new History();
  /** For each domino the cells of its lower and its higher half, or null in the tray. */
  lies;
  /** What hints told beyond dominoes, as in a board's JSON. */
  values = {};
  joined = [];

  constructor(puzzle) {
    this.puzzle = puzzle;
    this.dominoes = puzzle.dominoes;
    this.lies = this.dominoes.map(() => null);
    this.byName = new Map(puzzle.cells.map(({ name }, cell) => [name, cell]));
    this.neighbours = puzzle.cells.map(() => []);
    for (const [a, b] of puzzle.edges) {
      this.neighbours[a].push(b);
      this.neighbours[b].push(a);
    }
  }

  get #state() {
    return { lies: this.lies.map((cells) => cells && [...cells]), values: { ...this.values }, joined: this.joined.map((pair) => [...pair]) };
  }

  #restore(state) {
    this.lies = state.lies;
    this.values = state.values;
    this.joined = state.joined;
  }

  /** Changes the board in a way that can be undone. */
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

  /** The domino on a cell, or null. */
  on(cell) {
    const at = this.lies.findIndex((cells) => cells?.includes(cell));
    return at < 0 ? null : at;
  }

  /** The pips on a cell, of a domino or noted, or null. */
  shows(cell) {
    const domino = this.on(cell);
    if (domino !== null) return this.dominoes[domino][this.lies[domino].indexOf(cell)];
    return this.values[this.puzzle.cells[cell].name] ?? null;
  }

  /** Lays a domino with its lower half on one cell and its higher on the other; what lay there goes back to the tray. */
  lay(domino, one, other) {
    this.change(() => this.#lay(domino, one, other));
  }

  #lay(domino, one, other) {
    for (const [at, cells] of this.lies.entries()) {
      if (at !== domino && cells && (cells.includes(one) || cells.includes(other))) this.lies[at] = null;
    }
    this.lies[domino] = [one, other];
    const covered = [one, other].map((cell) => this.puzzle.cells[cell].name);
    for (const name of covered) delete this.values[name];
    this.joined = this.joined.filter((pair) => !pair.some((name) => covered.includes(name)));
  }

  take(domino) {
    if (this.lies[domino]) this.change(() => (this.lies[domino] = null));
  }

  clear() {
    this.change(() => this.#restore({ lies: this.dominoes.map(() => null), values: {}, joined: [] }));
  }

  get isEmpty() {
    return this.lies.every((cells) => !cells) && !Object.keys(this.values).length && !this.joined.length;
  }

  /** The board as the module reads it. */
  get board() {
    const name = (cell) => this.puzzle.cells[cell].name;
    const laid = this.lies.map((cells, domino) => cells && [...this.dominoes[domino], ...cells.map(name)]);
    const board = { placements: laid.filter(Boolean) };
    if (Object.keys(this.values).length) board.values = this.values;
    if (this.joined.length) board.joined = this.joined;
    return board;
  }

  /** The dominoes that a board of the module lays, each with the cells of its lower and its higher half. */
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

  /** Takes over a board of the module, in one move. */
  accept(board) {
    this.change(() => {
      const placements = this.placementsOf(board);
      this.lies = this.dominoes.map(() => null);
      for (const { domino, cells } of placements) this.lies[domino] = cells;
      this.values = { ...board.values };
      this.joined = (board.joined ?? []).map((pair) => [...pair]);
    });
  }

  /** Lays one of the dominoes of a solution, as a part of the move under way. */
  drop({ domino, cells }) {
    this.#lay(domino, ...cells);
  }
}
