// A draft: cells on a grid, regions with rules as typed, and dominoes. It may be an invalid puzzle.
import { sorted } from "../game/game.js";

/** The maximum number of rows and columns. */
export const MOST = 16;

export class Draft {
  title = "";
  rows = 5;
  columns = 5;
  /** The region of each cell by its place `row,column`; "" for a cell without one. */
  cells = new Map();
  /** The rule of each region, as typed, in the order in which regions were made. */
  rules = new Map();
  dominoes = [];

  static key = (row, column) => `${row},${column}`;

  static place = (key) => key.split(",").map(Number);

  /** A puzzle of the module as a draft; null if it does not fit on this grid. */
  static of(opened) {
    if (!opened.grid) return null;
    const rows = 1 + Math.max(...opened.cells.map(({ at }) => at[0]));
    const columns = 1 + Math.max(...opened.cells.map(({ at }) => at[1]));
    if (rows > MOST || columns > MOST) return null;
    const draft = new Draft();
    Object.assign(draft, { title: opened.title ?? "", rows, columns, dominoes: opened.dominoes.map((pair) => [...pair]) });
    for (const { name, rule } of opened.regions) draft.rules.set(name, rule);
    for (const { at, region } of opened.cells) draft.cells.set(Draft.key(...at), region === null ? "" : opened.regions[region].name);
    return draft;
  }

  /** Serialises the draft. */
  freeze() {
    return JSON.stringify([this.title, this.rows, this.columns, [...this.cells], [...this.rules], this.dominoes]);
  }

  static thaw(frozen) {
    const draft = new Draft();
    const [title, rows, columns, cells, rules, dominoes] = JSON.parse(frozen);
    return Object.assign(draft, { title, rows, columns, cells: new Map(cells), rules: new Map(rules), dominoes });
  }

  /** The draft as a request of the module; cells of regions are positions. Regions without cells are omitted. */
  get request() {
    const places = [...this.cells.keys()].map(Draft.place).sort(([a, b], [c, d]) => a - c || b - d);
    const inside = (name) => [...places.keys()].filter((at) => this.cells.get(Draft.key(...places[at])) === name);
    const regions = [...this.rules].map(([name, rule]) => ({ name, rule: rule.trim(), cells: inside(name) }));
    return { title: this.title, cells: places, regions: regions.filter((region) => region.cells.length), dominoes: this.dominoes };
  }

  /** An unused name of a region. */
  freshName() {
    for (let at = 0; ; at++) {
      const name = String.fromCharCode(65 + (at % 26)) + (at < 26 ? "" : Math.floor(at / 26));
      if (!this.rules.has(name)) return name;
    }
  }

  /** Adds a cell to a region, which may be new. */
  paint(key, name) {
    if (!this.rules.has(name)) this.rules.set(name, "");
    this.cells.set(key, name);
  }

  /** Resizes the grid and removes cells outside. */
  resize(size) {
    Object.assign(this, size);
    for (const key of this.cells.keys()) {
      const [row, column] = Draft.place(key);
      if (row >= this.rows || column >= this.columns) this.cells.delete(key);
    }
  }

  /** Removes a region; its cells stay. */
  forget(name) {
    this.rules.delete(name);
    for (const [key, region] of this.cells) if (region === name) this.cells.set(key, "");
  }

  /** One of six colours for each region; adjacent regions differ if a greedy choice allows it. */
  get colours() {
    const colours = new Map();
    for (const name of this.rules.keys()) {
      const near = new Set();
      for (const [key, region] of this.cells) {
        if (region !== name) continue;
        const [row, column] = Draft.place(key);
        for (const [down, right] of [[0, 1], [1, 0], [0, -1], [-1, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]]) {
          const beside = this.cells.get(Draft.key(row + down, column + right));
          if (beside && beside !== name && colours.has(beside)) near.add(colours.get(beside));
        }
      }
      const order = [0, 1, 2, 3, 4, 5].map((colour) => (colour + colours.size) % 6);
      colours.set(name, order.find((colour) => !near.has(colour)) ?? order[0]);
    }
    return colours;
  }
}

/** Parses dominoes: two digits, or two numbers with a dash. Throws an error with a sentence. */
export function readDominoes(text) {
  const tokens = text.replace(/\s*[-–|/:]\s*/g, "-").split(/[\s,;]+/).filter(Boolean);
  return tokens.map((token) => {
    const pair = /^(\d)(\d)$/.exec(token) ?? /^(\d{1,5})-(\d{1,5})$/.exec(token);
    if (!pair) throw new Error(`“${token}” is not a domino. Write two digits such as 16, or two numbers such as 3-12.`);
    return sorted([Number(pair[1]), Number(pair[2])]);
  });
}

export const spellDominoes = (dominoes) => dominoes.map(([a, b]) => (b < 10 ? `${a}${b}` : `${a}-${b}`)).join(" ");
