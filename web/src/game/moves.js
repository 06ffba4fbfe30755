// Moves: picking up, turning and placing dominoes by mouse, touch or keyboard.
import { cellName, CELL } from "../board/board.js";
import { announce, byId } from "../dom.js";
import { draggable } from "../board/drag.js";
import { moved, places, showButtons, state, tray, view } from "./state.js";

function hold(domino, { cell = null, turn = 0 } = {}) {
  const { game } = state;
  state.held = { domino, turn, cell };
  tray.draw(state.held);
  showButtons();
  for (const button of view.buttons) button.classList.toggle("held", game.cellsOf[domino]?.includes(button.cell) ?? false);
  announce(`Domino ${game.dominoes[domino].join("-")} picked up.`);
}

/** Releases the held domino. */
export function letGo() {
  if (!state.held) return;
  state.held = null;
  view.ghost(null);
  tray.draw(null);
  showButtons();
  for (const button of view.buttons) button.classList.remove("held");
}

const angle = (from, to) => {
  const [a, b] = [view.middles[from], view.middles[to]];
  return ((Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI + 360) % 360;
};

const apart = (one, other) => Math.abs(((one - other + 540) % 360) - 180);

/** Whether the board is locked: a solved board changes only by undo. */
const isSolved = () => state.standing?.verdict === "solution";

/** Whether a cell is empty or covered by this domino. */
const isFree = (cell, domino) => [null, domino].includes(state.game.dominoOn(cell));

/** The cells of the held domino with its lower half on this cell: in its rotation if they are free, else in the nearest one. */
function aim(cell) {
  const { game, held } = state;
  const ways = game.neighbours[cell].map((other) => ({ other, taken: isFree(other, held.domino) ? 0 : 1, off: apart(angle(cell, other), held.turn * 90) }));
  ways.sort((a, b) => a.taken - b.taken || a.off - b.off);
  return ways.length ? [cell, ways[0].other] : null;
}

async function lay(domino, one, other) {
  state.game.lay(domino, one, other);
  letGo();
  view.ghost(null);
  await moved(`Domino ${state.game.dominoes[domino].join("-")} laid on ${places(domino)}.`);
}

async function takeOff(domino) {
  state.game.remove(domino);
  letGo();
  await moved(`Domino ${state.game.dominoes[domino].join("-")} is back in the tray.`);
}

/** Turns a placed domino about one of its cells: to the next free neighbour clockwise, and after the last with its halves swapped. */
async function turnLaid(domino, cell) {
  const { game, held } = state;
  const cells = game.cellsOf[domino];
  const half = cells.indexOf(cell);
  const ways = game.neighbours[cell].filter((other) => isFree(other, domino));
  ways.sort((a, b) => angle(cell, a) - angle(cell, b));
  const next = ways[ways.indexOf(cells[1 - half]) + 1];
  const pivot = next === undefined ? 1 - half : half;
  const other = next ?? ways[0];
  game.lay(domino, ...(pivot === 0 ? [cell, other] : [other, cell]));
  await moved(`Turned: ${places(domino)}.`);
  if (held?.domino === domino) hold(domino, { cell });
}

async function turnHeld(cell = null) {
  const { game, held } = state;
  if (!held) return;
  if (game.cellsOf[held.domino]) {
    await turnLaid(held.domino, cell ?? held.cell ?? game.cellsOf[held.domino][0]);
    return;
  }
  held.turn = (held.turn + 1) % 4;
  tray.draw(held);
  const way = `Turned: ${["to the right", "downwards", "to the left", "upwards"][held.turn]}.`;
  const at = preview(document.activeElement?.closest?.("#play-board .cell")?.cell ?? null);
  announce(at ? `${way} ${wouldLie(at)}` : way);
}

const wouldLie = (cells) => `Enter lays it on ${cells.map((cell) => cellName(state.puzzle, cell)).join(" and ")}.`;

/** Previews the held domino. */
function preview(cell) {
  const { game, held } = state;
  const at = held && cell !== null && game.dominoOn(cell) !== held.domino ? aim(cell) : null;
  if (at) view.ghost(tray.tiles[held.domino], ...at);
  else view.ghost(null);
  return at;
}

async function choose(cell, byKey) {
  const { game, held } = state;
  const domino = game.dominoOn(cell);
  if (isSolved()) {
    announce("The puzzle is solved. Undo takes the last move back.");
  } else if (held && domino === held.domino) {
    await turnHeld(cell);
  } else if (held) {
    const at = aim(cell);
    if (!at) {
      announce("No domino fits here: the cell has no neighbour.");
      return;
    }
    await lay(held.domino, ...at);
    if (byKey && state.standing?.verdict !== "solution") tray.focusNext(held.domino);
  } else if (domino !== null) {
    hold(domino, { cell });
  } else {
    announce(`${view.button(cell).getAttribute("aria-label")}. Pick a domino first.`);
  }
}

// ---- Dragging

/** The pair of cells nearest to a dragged tile, if any is near. */
function snap(x, y, turn) {
  const at = view.toPicture(x, y);
  const way = (turn * Math.PI) / 2;
  const [dx, dy] = [Math.cos(way) * (CELL / 2), Math.sin(way) * (CELL / 2)];
  const off = (cell, px, py) => (view.middles[cell].x - px) ** 2 + (view.middles[cell].y - py) ** 2;
  let best = { cost: 2 * (0.8 * CELL) ** 2, cells: null };
  for (const [a, b] of state.puzzle.edges) {
    for (const [one, other] of [[a, b], [b, a]]) {
      const cost = off(one, at.x - dx, at.y - dy) + off(other, at.x + dx, at.y + dy);
      if (cost < best.cost) best = { cost, cells: [one, other] };
    }
  }
  return best.cells;
}

/** The drag of a domino. */
function taken(domino, turn) {
  const covered = state.game.cellsOf[domino];
  const lifted = [tray.button(domino), covered && view.tileOn(...covered)].filter(Boolean);
  const settle = () => {
    for (const one of lifted) one.classList.remove("lifted");
    view.ghost(null);
  };
  return {
    tile: tray.tiles[domino],
    scale: view.scale,
    angle: () => (state.held?.turn ?? 0) * 90,
    begin: () => {
      hold(domino, { turn, cell: covered?.[0] ?? null });
      for (const one of lifted) one.classList.add("lifted");
    },
    move: (x, y) => {
      const cells = snap(x, y, state.held.turn);
      if (cells) view.ghost(tray.tiles[domino], ...cells);
      else view.ghost(null);
    },
    drop: async (x, y) => {
      const cells = snap(x, y, state.held.turn);
      settle();
      if (cells) await lay(domino, ...cells);
      else if (covered) await takeOff(domino);
      else letGo();
    },
    cancel: () => {
      settle();
      letGo();
    },
  };
}

draggable(byId("tray"), (event) => {
  const button = event.target.closest(".domino");
  return button && !button.disabled ? taken(button.domino, state.held?.domino === button.domino ? state.held.turn : 0) : null;
});
draggable(byId("play-board"), (event) => {
  const cell = event.target.closest(".cell")?.cell;
  const domino = cell === undefined || isSolved() ? null : state.game.dominoOn(cell);
  return domino === null ? null : taken(domino, Math.round(angle(...state.game.cellsOf[domino]) / 90) % 4);
});

// ---- Clicks and keys

byId("tray").addEventListener("click", async (event) => {
  const { game, held } = state;
  const button = event.target.closest(".domino");
  if (button && held?.domino === button.domino) {
    await turnHeld();
  } else if (button) {
    hold(button.domino);
    // After Enter, the next keys choose the cell.
    if (event.detail === 0) (view.buttons.find((one) => one.tabIndex === 0) ?? view.button(0)).focus();
  } else if (held && game.cellsOf[held.domino]) {
    await takeOff(held.domino);
  }
});
const cellOf = (event) => event.target.closest(".cell")?.cell ?? null;
const isDragging = () => document.body.classList.contains("dragging");
const board = byId("play-board");
board.addEventListener("click", async (event) => {
  const cell = cellOf(event);
  if (cell !== null) await choose(cell, event.detail === 0);
});
board.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse" && !isDragging()) preview(cellOf(event));
});
board.addEventListener("pointerleave", () => {
  if (!isDragging()) view.ghost(null);
});
board.addEventListener("focusin", (event) => {
  const at = event.target.matches(":focus-visible") ? preview(cellOf(event)) : null;
  if (at) announce(wouldLie(at));
});

async function undo() {
  letGo();
  if (!state.game.canUndo) return;
  state.game.undo();
  await moved("Undone.");
}

async function redo() {
  letGo();
  if (!state.game.canRedo) return;
  state.game.redo();
  await moved("Redone.");
}

byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
byId("turn").addEventListener("click", () => turnHeld());
byId("back").addEventListener("click", async () => {
  const { game, held } = state;
  if (held && game.cellsOf[held.domino]) await takeOff(held.domino);
});
byId("restart").addEventListener("click", async () => {
  letGo();
  state.game.clear();
  await moved("The board is empty.");
});

/** The action of a key on the dominoes, or null. */
export function moveOf(event) {
  const { game, held } = state;
  const cell = cellOf(event);
  const lying = cell === null ? null : game.dominoOn(cell);
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" && !event.shiftKey) return undo;
    return key === "y" || key === "z" ? redo : null;
  }
  if (event.altKey || isSolved()) return null;
  if (key === "r" && held) return () => turnHeld(lying === held.domino ? cell : null);
  if (key === "r" && lying !== null) return () => turnLaid(lying, cell);
  if ((key === "delete" || key === "backspace") && lying !== null) return () => takeOff(lying);
  if (key === "escape" && held) {
    return () => {
      letGo();
      announce("Let go.");
    };
  }
  return null;
}
