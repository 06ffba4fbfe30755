// The grid of the editor: the colours of the library's pictures, and a button over each place.
import { Draft } from "../tabs/draft.js";
import { make } from "../dom.js";

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 64;

function shape(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A sample of a region's colour. */
export const swatch = (colour) =>
  shape("svg", { class: "pips swatch", viewBox: "0 0 10 10", "aria-hidden": "true" }, shape("g", { class: `c${colour}` }, shape("rect", { width: 10, height: 10, rx: 3 })));

export class Sketch {
  #host;
  #drawing = make("div", { class: "drawing" });
  #grid = make("div", { class: "places", role: "grid", "aria-label": "Board to draw on" });
  #size = "";
  #last = null;

  /** `stroke(row, column, begins)` is called for every painted place; `key(row, column, event)` for every key, and returns whether it handled the key. */
  constructor(host, { stroke, end, key }) {
    this.#host = host;
    host.append(this.#drawing, this.#grid);
    const place = (element) => element?.closest?.(".place");
    this.#grid.addEventListener("pointerdown", (event) => {
      const at = place(event.target);
      if (!at || event.button !== 0) return;
      at.releasePointerCapture?.(event.pointerId);
      at.focus({ preventScroll: true });
      this.#last = at;
      stroke(at.row, at.column, true);
    });
    window.addEventListener("pointermove", (event) => {
      if (!this.#last) return;
      const at = place(document.elementFromPoint(event.clientX, event.clientY));
      if (!at || at === this.#last || !this.#grid.contains(at)) return;
      this.#last = at;
      stroke(at.row, at.column, false);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      window.addEventListener(name, () => {
        if (!this.#last) return;
        this.#last = null;
        end();
      });
    }
    this.#grid.addEventListener("keydown", (event) => {
      const at = place(event.target);
      if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
      const ways = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
      const way = ways[event.key];
      if (way) {
        event.preventDefault();
        this.focus(at.row + way[0], at.column + way[1]);
      } else if (key(at.row, at.column, event)) {
        event.preventDefault();
      }
    });
  }

  focus(row, column) {
    const to = this.#at(row, column);
    if (!to) return;
    for (const one of this.#grid.querySelectorAll(".place")) one.tabIndex = one === to ? 0 : -1;
    to.focus();
  }

  #at(row, column) {
    return this.#grid.children[row]?.children[column];
  }

  #lay({ rows, columns }) {
    if (this.#size === `${rows} ${columns}`) return;
    this.#size = `${rows} ${columns}`;
    this.#host.style.setProperty("--ratio", `${columns} / ${rows}`);
    this.#host.style.setProperty("--wide", `${columns * SIDE * 1.6}px`);
    this.#host.style.setProperty("--tall", `${columns / rows}`);
    this.#grid.style.setProperty("--columns", columns);
    const list = (count, of) => Array.from({ length: count }, (_, at) => of(at));
    this.#grid.replaceChildren(...list(rows, (row) => make("div", { role: "row", class: "places-row" }, ...list(columns, (column) => {
      const button = make("button", { type: "button", class: "place", role: "gridcell", "data-place": `r${row}c${column}`, tabIndex: row + column ? -1 : 0 });
      return Object.assign(button, { row, column });
    }))));
  }

  draw(draft) {
    this.#lay(draft);
    const colours = draft.colours;
    const badges = new Map();
    const svg = shape("svg", { class: "pips", viewBox: `0 0 ${draft.columns * SIDE} ${draft.rows * SIDE}`, "aria-hidden": "true" });
    const lines = [];
    for (let row = 0; row < draft.rows; row++) {
      for (let column = 0; column < draft.columns; column++) {
        const region = draft.cells.get(Draft.key(row, column));
        const button = this.#at(row, column);
        const rule = region ? draft.rules.get(region) : "";
        const what = region === undefined ? "no cell" : region === "" ? "cell without a region" : `region ${region}${rule ? `, ${rule}` : ", no rule yet"}`;
        button.setAttribute("aria-label", `row ${row} column ${column}, ${what}`);
        button.classList.toggle("nothing", region === undefined);
        if (region === undefined) continue;
        const [x, y] = [column * SIDE, row * SIDE];
        const cell = shape("rect", { class: region ? "area" : "base", x, y, width: SIDE, height: SIDE });
        svg.append(region ? shape("g", { class: `region c${colours.get(region)}` }, cell) : cell);
        const differs = (down, right) => draft.cells.get(Draft.key(row + down, column + right)) !== region || region === "";
        if (differs(-1, 0)) lines.push(`M${x} ${y}h${SIDE}`);
        if (differs(1, 0)) lines.push(`M${x} ${y + SIDE}h${SIDE}`);
        if (differs(0, -1)) lines.push(`M${x} ${y}v${SIDE}`);
        if (differs(0, 1)) lines.push(`M${x + SIDE} ${y}v${SIDE}`);
        if (region) {
          const name = shape("text", { class: "letter-of", x: x + 9, y: y + 19 });
          name.textContent = region;
          svg.append(name);
          badges.set(region, [x, y]);
        }
      }
    }
    svg.append(shape("path", { class: "border", d: lines.join("") }));
    for (const [region, [x, y]] of badges) {
      const rule = (draft.rules.get(region) || "·").slice(0, 6);
      const width = 16 + 9 * rule.length;
      const text = shape("text", { x: x + SIDE - 4 - width / 2, y: y + SIDE - 9, "text-anchor": "middle" });
      text.textContent = rule;
      svg.append(shape("g", { class: `badge c${colours.get(region)}` }, shape("rect", { x: x + SIDE - 4 - width, y: y + SIDE - 26, width, height: 22, rx: 8 }), text));
    }
    this.#drawing.replaceChildren(svg);
  }

  /** Highlights places by the names of their cells. */
  light(names, kind) {
    const lit = new Set(names);
    for (const button of this.#grid.querySelectorAll(".place")) button.classList.toggle(kind, lit.has(button.dataset.place));
  }
}
