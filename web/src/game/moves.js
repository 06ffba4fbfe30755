// Moves: picking dominoes up, turning and laying them, by mouse, touch or keyboard.
import { cellName, CELL } from "../board/board.js";
import { announce, byId } from "../dom.js";
import { draggable } from "../board/drag.js";
import { moved, places, showButtons, table, tray, view } from "./table.js";

function hold(domino, { cell = null, turn = 0 } = {}) {
  const { game } = table;
  table.held = { domino, turn, cell };
  tray.draw(table.held);
  showButtons();
  for (const button of view.buttons) button.classList.toggle("held", game.lies[domino]?.includes(button.cell) ?? false);
  announce(`Domino ${game.dominoes[domino].join("-")} picked up.`);
}

/** Releases the held domino. */
export function letGo() {
  if (!table.held) return;
  table.held = null;
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

/** Tells whether the board is locked: once it is solved, nothing moves but by undo. */
const isSolved = () => table.standing?.verdict === "solution";

/** Tells whether nothing lies on a cell, or only this domino. */
const isFree = (cell, domino) => [null, domino].includes(table.game.on(cell));

/** Where the held domino would lie with its lower half on this cell: as it is turned if there is room, else the nearest way. */
function aim(cell) {
  const { game, held } = table;
  const ways = game.neighbours[cell].map((other) => ({ other, taken: isFree(other, held.domino) ? 0 : 1, off: apart(angle(cell, other), held.turn * 90) }));
  ways.sort((a, b) => a.taken - b.taken || a.off - b.off);
  return ways.length ? [cell, ways[0].other] : null;
}

async function lay(domino, one, other) {
  table.game.lay(domino, one, other);
  letGo();
  view.ghost(null);
  await moved(`Domino ${table.game.dominoes[domino].join("-")} laid on ${places(domino)}.`);
}

async function takeOff(domino) {
  table.game.take(domino);
  letGo();
  await moved(`Domino ${table.game.dominoes[domino].join("-")} is back in the tray.`);
}

/** Turns a domino that lies, about one of its cells: to the next free neighbour clockwise, and at the end the other way round. */
async function turnLaid(domino, cell) {
  const { game, held } = table;
  const lies = game.lies[domino];
  const half = lies.indexOf(cell);
  const ways = game.neighbours[cell].filter((other) => isFree(other, domino));
  ways.sort((a, b) => angle(cell, a) - angle(cell, b));
  const next = ways[ways.indexOf(lies[1 - half]) + 1];
  const pivot = next === undefined ? 1 - half : half;
  const other = next ?? ways[0];
  game.lay(domino, ...(pivot === 0 ? [cell, other] : [other, cell]));
  await moved(`Turned: ${places(domino)}.`);
  if (held?.domino === domino) hold(domino, { cell });
}

async function turnHeld(cell = null) {
  const { game, held } = table;
  if (!held) return;
  if (game.lies[held.domino]) {
    await turnLaid(held.domino, cell ?? held.cell ?? game.lies[held.domino][0]);
    return;
  }
  held.turn = (held.turn + 1) % 4;
  tray.draw(held);
  const way = `Turned: ${["to the right", "downwards", "to the left", "upwards"][held.turn]}.`;
  const at = preview(document.activeElement?.closest?.("#play-board .cell")?.cell ?? null);
  announce(at ? `${way} ${wouldLie(at)}` : way);
}

const wouldLie = (cells) => `Enter lays it on ${cells.map((cell) => cellName(table.puzzle, cell)).join(" and ")}.`;

/** Shows where the held domino would lie. */
function preview(cell) {
  const { game, held } = table;
  const at = held && cell !== null && game.on(cell) !== held.domino ? aim(cell) : null;
  if (at) view.ghost(tray.tiles[held.domino], ...at);
  else view.ghost(null);
  return at;
}

async function choose(cell, byKey) {
  const { game, held } = table;
  const domino = game.on(cell);
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
    if (byKey && table.standing?.verdict !== "solution") tray.focusNext(held.domino);
  } else if (domino !== null) {
    hold(domino, { cell });
  } else {
    announce(`${view.button(cell).getAttribute("aria-label")}. Pick a domino first.`);
  }
}

// ---- Dragging

/** The way to lie that is nearest to a tile in the air, if any is near. */
function snap(x, y, turn) {
  const at = view.toPicture(x, y);
  const way = (turn * Math.PI) / 2;
  const [dx, dy] = [Math.cos(way) * (CELL / 2), Math.sin(way) * (CELL / 2)];
  const off = (cell, px, py) => (view.middles[cell].x - px) ** 2 + (view.middles[cell].y - py) ** 2;
  let best = { cost: 2 * (0.8 * CELL) ** 2, cells: null };
  for (const [a, b] of table.puzzle.edges) {
    for (const [one, other] of [[a, b], [b, a]]) {
      const cost = off(one, at.x - dx, at.y - dy) + off(other, at.x + dx, at.y + dy);
      if (cost < best.cost) best = { cost, cells: [one, other] };
    }
  }
  return best.cells;
}

/** A domino that is taken to be dragged. */
function taken(domino, turn) {
  const lies = table.game.lies[domino];
  const lifted = [tray.button(domino), lies && view.tileOn(...lies)].filter(Boolean);
  const settle = () => {
    for (const one of lifted) one.classList.remove("lifted");
    view.ghost(null);
  };
  return {
    tile: tray.tiles[domino],
    scale: view.scale,
    angle: () => (table.held?.turn ?? 0) * 90,
    begin: () => {
      hold(domino, { turn, cell: lies?.[0] ?? null });
      for (const one of lifted) one.classList.add("lifted");
    },
    move: (x, y) => {
      const cells = snap(x, y, table.held.turn);
      if (cells) view.ghost(tray.tiles[domino], ...cells);
      else view.ghost(null);
    },
    drop: async (x, y) => {
      const cells = snap(x, y, table.held.turn);
      settle();
      if (cells) await lay(domino, ...cells);
      else if (lies) await takeOff(domino);
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
  return button && !button.disabled ? taken(button.domino, table.held?.domino === button.domino ? table.held.turn : 0) : null;
});
draggable(byId("play-board"), (event) => {
  const cell = event.target.closest(".cell")?.cell;
  const domino = cell === undefined || isSolved() ? null : table.game.on(cell);
  return domino === null ? null : taken(domino, Math.round(angle(...table.game.lies[domino]) / 90) % 4);
});

// ---- Clicks and keys

byId("tray").addEventListener("click", async (event) => {
  const { game, held } = table;
  const button = event.target.closest(".domino");
  if (button && held?.domino === button.domino) {
    await turnHeld();
  } else if (button) {
    hold(button.domino);
    // Enter picks it up, and the next keys choose the cell.
    if (event.detail === 0) (view.buttons.find((one) => one.tabIndex === 0) ?? view.button(0)).focus();
  } else if (held && game.lies[held.domino]) {
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
  if (!table.game.canUndo) return;
  table.game.undo();
  await moved("Undone.");
}

async function redo() {
  letGo();
  if (!table.game.canRedo) return;
  table.game.redo();
  await moved("Redone.");
}

byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
byId("turn").addEventListener("click", () => turnHeld());
byId("back").addEventListener("click", async () => {
  const { game, held } = table;
  if (held && game.lies[held.domino]) await takeOff(held.domino);
});
byId("restart").addEventListener("click", async () => {
  letGo();
  table.game.clear();
  await moved("The board is empty.");
});

/** What a key does with the dominoes, or nothing. */
export function moveOf(event) {
  const { game, held } = table;
  const cell = cellOf(event);
  const lying = cell === null ? null : game.on(cell);
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
