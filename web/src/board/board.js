// A board on the page: the library's picture, with an accessible button over each cell.
import { make, visible } from "../dom.js";
import { quick } from "../engine.js";

const SVG = "http://www.w3.org/2000/svg";

/** The side of a cell in the units of pictures. */
export const CELL = 64;

/** The margin around the cells for the names of rows and columns and for badges. */
const ROOM = { left: 38, top: 30, right: 16, bottom: 18 };

/** Parses a picture of the library. Its styles are in the style sheet of the page. */
export function parsePicture(text) {
  const parsed = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
  return document.importNode(parsed, true);
}

/** The library's tiles, in the order of the puzzle's dominoes. */
export async function tilesOf(puzzle) {
  const { svg } = await quick.call("picture", { puzzle: puzzle.puzzle, tray: true });
  const drawn = [...parsePicture(svg).querySelectorAll(".tray > .tile")];
  const left = drawn.map((tile) => ({ tile, domino: tile.dataset.domino }));
  return puzzle.dominoes.map((pair) => {
    const at = left.findIndex((one) => one.domino === pair.join("-"));
    const [{ tile }] = left.splice(Math.max(at, 0), 1);
    tile.removeAttribute("transform");
    tile.querySelector("title")?.remove();
    return tile;
  });
}

/** A horizontal tile as an SVG element. */
export function tilePicture(tile) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "pips");
  svg.setAttribute("viewBox", "-58 -26 116 56");
  svg.setAttribute("aria-hidden", "true");
  svg.append(tile.cloneNode(true));
  return svg;
}

/** The name of a cell in sentences. */
export function cellName(puzzle, cell) {
  const { name, at } = puzzle.cells[cell];
  return at ? `row ${at[0]} column ${at[1]}` : `cell ${visible(name)}`;
}

export class BoardView {
  #host;
  #drawing = make("div", { class: "drawing" });
  #buttons = make("div", { class: "cells", role: "group" });
  /** Badges, drawn above the buttons, so that highlights do not cover them. */
  #badges = make("div", { class: "drawing badges-above" });
  #svg = null;
  #drawn = 0;
  #label;
  puzzle = null;
  /** The middle of each cell, in the units of the picture. */
  middles = [];

  constructor(host, { label }) {
    this.#host = host;
    this.#label = label;
    host.append(this.#drawing, this.#buttons, this.#badges);
    this.#buttons.addEventListener("keydown", (event) => this.#walk(event));
    this.#buttons.addEventListener("focusin", (event) => this.#only(event.target.closest(".cell")));
  }

  /** Shows a puzzle with an empty board. */
  async show(puzzle, values = {}) {
    this.puzzle = puzzle;
    this.#svg = null;
    await this.draw(values);
  }

  /** Redraws the board: `values` are the `board`, `marks` and `labels` of the module's `picture` call. */
  async draw(values = {}) {
    const puzzle = this.puzzle;
    const turn = ++this.#drawn;
    const { svg } = await quick.call("picture", { puzzle: puzzle.puzzle, tray: false, ...values });
    // A newer picture replaces this one.
    if (turn !== this.#drawn) return;
    const fresh = parsePicture(svg);
    for (const part of fresh.querySelectorAll(".ground, :scope > .legend, :scope > .tray, :scope > title, :scope > desc")) part.remove();
    for (const name of ["aria-label", "role"]) fresh.removeAttribute(name);
    fresh.setAttribute("aria-hidden", "true");
    this.#frame(fresh);
    const first = this.#svg === null;
    this.#svg = fresh;
    this.#drawing.replaceChildren(fresh);
    const above = fresh.cloneNode(false);
    above.append(fresh.querySelector(".board").cloneNode(false));
    above.firstChild.append(...fresh.querySelectorAll(".board > .badges"));
    this.#badges.replaceChildren(above);
    if (!first) return;
    this.#lay();
    performance.mark("pipsc-picture");
  }

  /** Crops the picture to the cells and their margin, so that it does not move when marks appear. */
  #frame(svg) {
    const { e: dx, f: dy } = svg.querySelector(".board").transform.baseVal.consolidate().matrix;
    const number = (element, name) => Number(element.getAttribute(name));
    this.middles = [...svg.querySelectorAll(".slots > .slot")].map((slot) =>
      slot.localName === "rect"
        ? { x: number(slot, "x") + number(slot, "width") / 2, y: number(slot, "y") + number(slot, "height") / 2 }
        : { x: number(slot, "cx"), y: number(slot, "cy") },
    );
    const xs = this.middles.map(({ x }) => x);
    const ys = this.middles.map(({ y }) => y);
    const left = Math.min(...xs) - CELL / 2 - ROOM.left;
    const top = Math.min(...ys) - CELL / 2 - ROOM.top;
    this.box = { left, top, width: Math.max(...xs) + CELL / 2 + ROOM.right - left, height: Math.max(...ys) + CELL / 2 + ROOM.bottom - top };
    svg.setAttribute("viewBox", `${left + dx} ${top + dy} ${this.box.width} ${this.box.height}`);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
  }

  /** Places a button over each cell. */
  #lay() {
    const { left, top, width, height } = this.box;
    // Limits the size of cells on small boards.
    this.#host.style.setProperty("--wide", `${width * 2.6}px`);
    this.#host.style.setProperty("--ratio", `${width} / ${height}`);
    this.#host.style.setProperty("--tall", `${width / height}`);
    this.#buttons.setAttribute("aria-label", this.#label(this.puzzle));
    const buttons = this.middles.map(({ x, y }, cell) => {
      const button = make("button", { type: "button", class: "cell", "data-cell": this.puzzle.cells[cell].name, tabIndex: cell ? -1 : 0 });
      button.cell = cell;
      button.style.left = `${((x - CELL / 2 - left) / width) * 100}%`;
      button.style.top = `${((y - CELL / 2 - top) / height) * 100}%`;
      button.style.width = `${(CELL / width) * 100}%`;
      button.style.height = `${(CELL / height) * 100}%`;
      return button;
    });
    this.#buttons.replaceChildren(...buttons);
    for (const cell of buttons.keys()) this.setLabel(cell, "");
  }

  get buttons() {
    return [...this.#buttons.children];
  }

  /** The button over a cell. */
  button(cell) {
    return this.#buttons.children[cell];
  }

  /** Sets the accessible name of a cell: its position, its content and its rule. */
  setLabel(cell, what, more = "") {
    const { region } = this.puzzle.cells[cell];
    const rule = region === null ? "no rule" : `region ${visible(this.puzzle.regions[region].name)}, ${this.puzzle.regions[region].words}`;
    const parts = [cellName(this.puzzle, cell), what, rule, more];
    this.button(cell).setAttribute("aria-label", parts.filter(Boolean).join(", "));
  }

  /** Highlights cells and regions by name, until the next call. */
  light({ cells = [], regions = [] } = {}, kind = "lit") {
    const named = new Set(cells);
    const areas = new Set(regions);
    for (const button of this.buttons) {
      const { name, region } = this.puzzle.cells[button.cell];
      const inside = region !== null && areas.has(this.puzzle.regions[region].name);
      button.classList.toggle(kind, named.has(name) || inside);
    }
  }

  /** Converts a point of the window to the units of the picture. */
  toPicture(x, y) {
    const rect = this.#drawing.getBoundingClientRect();
    const scale = this.box.width / rect.width;
    return { x: (x - rect.left) * scale + this.box.left, y: (y - rect.top) * scale + this.box.top };
  }

  /** The number of pixels of a unit of the picture. */
  get scale() {
    return this.#drawing.getBoundingClientRect().width / this.box.width;
  }

  /** Shows a preview of a tile on two cells. */
  ghost(tile, one, other) {
    this.#svg?.querySelector(".ghost")?.remove();
    if (!tile) return;
    const [a, b] = [this.middles[one], this.middles[other]];
    const ghost = tile.cloneNode(true);
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    ghost.setAttribute("class", "tile ghost");
    ghost.setAttribute("transform", `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) rotate(${angle})`);
    this.#svg.querySelector(".board").append(ghost);
  }

  /** The drawn tile on two cells. */
  tileOn(one, other) {
    const [a, b] = [this.middles[one], this.middles[other]];
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    for (const tile of this.#svg?.querySelectorAll(".dominoes > .tile") ?? []) {
      const { e, f } = tile.transform.baseVal.consolidate().matrix;
      if (Math.abs(e - x) < 1 && Math.abs(f - y) < 1) return tile;
    }
    return null;
  }

  /** The drawn picture, for animations. */
  get picture() {
    return this.#svg;
  }

  #only(button) {
    if (button) for (const one of this.buttons) one.tabIndex = one === button ? 0 : -1;
  }

  /** Moves the focus to the nearest cell in the direction of an arrow key. */
  #walk(event) {
    const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    const way = ways[event.key];
    const from = event.target.closest(".cell");
    if (!way || !from || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const start = this.middles[from.cell];
    let best = null;
    for (const button of this.buttons) {
      const { x, y } = this.middles[button.cell];
      const along = (x - start.x) * way[0] + (y - start.y) * way[1];
      const aside = Math.abs((x - start.x) * way[1]) + Math.abs((y - start.y) * way[0]);
      // Cells straight ahead are preferred, and gaps are skipped.
      const cost = along + 3 * aside;
      if (along > 1 && along >= aside && (!best || cost < best.cost)) best = { cost, button };
    }
    best?.button.focus();
  }
}
