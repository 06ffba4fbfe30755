// The tray of unplaced dominoes, each a button; and a strip of dominoes without buttons.
import { make, rovingFocus } from "../dom.js";
import { sorted } from "../game/game.js";
import { tilePicture } from "./board.js";

/** The number of dominoes from which the tray is compact and omits placed dominoes. */
const MANY = 17;

export class Tray {
  #host;
  #game = null;
  /** The library's tiles, by the number of their domino. */
  tiles = [];

  constructor(host) {
    this.#host = host;
    rovingFocus(host, ".domino");
  }

  show(game, tiles) {
    this.#game = game;
    this.tiles = tiles;
    const buttons = game.dominoes.map(([low, high], domino) => {
      const button = make("button", { type: "button", class: "domino", "data-domino": `${low}-${high}`, "aria-pressed": "false", tabIndex: -1 }, tilePicture(tiles[domino]));
      button.domino = domino;
      return button;
    });
    this.#host.closest("section").classList.toggle("many", buttons.length >= MANY);
    this.#host.replaceChildren(...buttons);
    this.draw(null);
  }

  /** Shows the unplaced dominoes, and the held domino with its rotation. */
  draw(held) {
    let reachable = null;
    for (const button of this.#host.children) {
      const { domino } = button;
      const [low, high] = this.#game.dominoes[domino];
      const laid = this.#game.cellsOf[domino] !== null;
      const isHeld = held?.domino === domino;
      button.disabled = laid;
      button.setAttribute("aria-pressed", String(isHeld && !laid));
      button.setAttribute("aria-label", `Domino ${low}-${high}${laid ? ", laid" : ""}`);
      button.style.setProperty("--turn", `${isHeld ? held.turn * 90 : 0}deg`);
      if (!laid && (reachable === null || button.tabIndex === 0)) reachable = button;
    }
    for (const button of this.#host.children) button.tabIndex = button === reachable ? 0 : -1;
  }

  button(domino) {
    return this.#host.children[domino];
  }

  /** Focuses the next unplaced domino, for keyboard users. */
  focusNext(from = 0) {
    const list = [...this.#host.children];
    const next = [...list.slice(from), ...list.slice(0, from)].find((button) => !button.disabled);
    next?.focus();
    return Boolean(next);
  }
}

/** A row of dominoes in which those on a board are faded. */
export class Strip {
  #host;

  constructor(host) {
    this.#host = host;
  }

  show(puzzle, tiles) {
    this.#host.replaceChildren(...puzzle.dominoes.map((pair, at) => make("span", { "data-domino": pair.join("-") }, tilePicture(tiles[at]))));
  }

  /** Fades the dominoes of placements, `[pips, pips, cell, cell]` each. */
  draw(placements) {
    const laid = placements.map(([a, b]) => sorted([a, b]).join("-"));
    const left = [];
    for (const tile of this.#host.children) {
      const at = laid.indexOf(tile.dataset.domino);
      tile.classList.toggle("laid", at >= 0);
      if (at >= 0) laid.splice(at, 1);
      else left.push(tile.dataset.domino);
    }
    this.#host.setAttribute("aria-label", left.length ? `Dominoes left: ${left.join(", ")}` : "No dominoes are left");
  }
}
