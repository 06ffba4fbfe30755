// Playing: picking dominoes up, turning and laying them, with help where it is asked for.
import * as clock from "./clock.js";
import { BoardView, cellName, CELL, tilesOf } from "./board.js";
import { announce, byId, copy, make, still, trouble, visible } from "./dom.js";
import { draggable } from "./drag.js";
import { quick } from "./engine.js";
import { Game } from "./game.js";
import { keepGame, keepSetting, keptGame, setting } from "./keep.js";
import { Tray } from "./tray.js";
import { work } from "./work.js";

const view = new BoardView(byId("play-board"), { label: (puzzle) => `Board of ${puzzle.cells.length} cells` });
const tray = new Tray(byId("tray"));
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let puzzle = null;
let game = null;
/** The domino that is picked up: its number, how far it is turned, and the cell where it was taken. */
let held = null;
/** The hint on the table: its words, its marks, and the board that follows. */
let hint = null;
/** What the module said about the board last. */
let standing = null;
/** Marks that Check shows even where marks are switched off. */
let checked = false;
let hints = 0;
let shownTheWay = false;
let changes = 0;

/** Begins a game, or goes on with one that was kept. */
export async function play(opened) {
  puzzle = opened;
  game = new Game(puzzle);
  held = hint = standing = null;
  checked = shownTheWay = false;
  hints = 0;
  clock.reset();
  byId("title").textContent = visible(puzzle.title) || "A puzzle without a name";
  byId("about").textContent = [`${puzzle.dominoes.length} dominoes`, ...(puzzle.doubts ?? [])].join(". ");
  byId("end").hidden = true;
  say([]);
  const kept = keptGame(puzzle.link);
  if (kept?.board) {
    try {
      game.accept(kept.board);
      clock.reset(kept.elapsed ?? 0);
      hints = kept.hints ?? 0;
    } catch {
      game = new Game(puzzle);
    }
  }
  const tiles = await tilesOf(puzzle);
  tray.show(game, tiles);
  await view.show(puzzle, { board: game.board, labels: names() });
  await refresh();
}

const names = () => byId("show-names").checked || hint !== null;

const marking = () => byId("show-marks").checked || checked;

/** The cells that a domino covers, in words. */
const places = (domino) => game.lies[domino].map((cell) => cellName(puzzle, cell)).join(" and ");

/** Draws everything anew, and asks what the board is worth. */
async function refresh() {
  const turn = ++changes;
  tray.draw(held);
  buttons();
  keep();
  const checking = quick.ask("check", { puzzle: puzzle.puzzle, board: game.board });
  // The dominoes come at once; marks follow as soon as they are known.
  const before = standing;
  standing = null;
  await drawBoard();
  try {
    standing = await checking;
  } catch (problem) {
    trouble(problem.message);
    return;
  }
  if (turn !== changes) return;
  if (marks().length || before?.marks?.length) await drawBoard();
  if (standing.verdict === "solution") finish();
}

function marks() {
  if (hint) return hint.marks;
  return marking() ? (standing?.marks ?? []) : [];
}

async function drawBoard() {
  await view.draw({ board: game.board, marks: marks(), labels: names() });
  const broken = new Set(marking() && standing ? standing.marks.flatMap((mark) => mark.cells) : []);
  const areas = new Set(marking() && standing ? standing.marks.flatMap((mark) => mark.regions) : []);
  for (const cell of puzzle.cells.keys()) {
    const domino = game.on(cell);
    const pips = game.shows(cell);
    const what = domino === null ? (pips === null ? "empty" : `must show ${pips}`) : `shows ${pips}, half of domino ${game.dominoes[domino].join("-")}`;
    const { name, region } = puzzle.cells[cell];
    const wrong = broken.has(name) || (region !== null && areas.has(puzzle.regions[region].name));
    view.say(cell, what, wrong ? "not right yet" : "");
    const button = view.button(cell);
    button.classList.toggle("filled", domino !== null);
    button.classList.toggle("held", domino !== null && domino === held?.domino);
  }
}

function buttons() {
  byId("undo").disabled = !game.canUndo;
  byId("redo").disabled = !game.canRedo;
  byId("turn").disabled = held === null;
  byId("back").disabled = held === null || game.lies[held.domino] === null;
  byId("restart").disabled = game.isEmpty;
  byId("hint").textContent = hint?.board ? "Do it" : "Hint";
}

function keep() {
  keepGame(puzzle.link, game.isEmpty ? null : { board: game.board, elapsed: clock.elapsed(), hints });
}

/** Shows sentences below the buttons. */
function say(lines, kind = "") {
  const box = byId("said");
  box.hidden = lines.length === 0;
  box.className = `said ${kind}`;
  box.replaceChildren(...lines.map((line) => {
    const indent = /^ */.exec(line)[0].length;
    return make("p", { "data-depth": String(Math.min(3, Math.ceil(indent / 2))) }, line.trim());
  }));
}

/** After every move: what was said before is no longer true. */
async function moved(words) {
  hint = null;
  checked = false;
  byId("end").hidden = true;
  say([]);
  clock.go();
  const left = game.lies.filter((cells) => !cells).length;
  announce(`${words} ${left === 0 ? "All dominoes lie." : `${left} left.`}`);
  await refresh();
}

// ---- Picking up and laying

function hold(domino, { cell = null, turn = 0 } = {}) {
  held = { domino, turn, cell };
  tray.draw(held);
  buttons();
  for (const button of view.buttons) button.classList.toggle("held", game.lies[domino]?.includes(button.cell) ?? false);
  announce(`Domino ${game.dominoes[domino].join("-")} picked up.`);
}

function letGo() {
  if (!held) return;
  held = null;
  view.ghost(null);
  tray.draw(null);
  buttons();
  for (const button of view.buttons) button.classList.remove("held");
}

const angle = (from, to) => {
  const [a, b] = [view.middles[from], view.middles[to]];
  return ((Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI + 360) % 360;
};

const apart = (one, other) => Math.abs(((one - other + 540) % 360) - 180);

const isFree = (cell) => game.on(cell) === null || game.on(cell) === held?.domino;

/** Where the held domino would lie with its lower half on this cell: as it is turned if there is room, else the nearest way. */
function aim(cell) {
  const ways = game.neighbours[cell].map((other) => ({ other, taken: isFree(other) ? 0 : 1, off: apart(angle(cell, other), held.turn * 90) }));
  ways.sort((a, b) => a.taken - b.taken || a.off - b.off);
  return ways.length ? [cell, ways[0].other] : null;
}

async function lay(domino, one, other) {
  game.lay(domino, one, other);
  letGo();
  view.ghost(null);
  await moved(`Domino ${game.dominoes[domino].join("-")} laid on ${places(domino)}.`);
}

async function takeOff(domino) {
  game.take(domino);
  letGo();
  await moved(`Domino ${game.dominoes[domino].join("-")} is back in the tray.`);
}

/** Turns a domino that lies, about one of its cells: to the next free neighbour clockwise, and at the end the other way round. */
async function turnLaid(domino, cell) {
  const lies = game.lies[domino];
  const half = lies.indexOf(cell);
  const ways = game.neighbours[cell].filter((other) => game.on(other) === null || game.on(other) === domino);
  ways.sort((a, b) => angle(cell, a) - angle(cell, b));
  const at = ways.indexOf(lies[1 - half]);
  const next = ways[at + 1];
  const pivot = next === undefined ? 1 - half : half;
  const other = next ?? ways[0];
  const keepHeld = held;
  game.lay(domino, ...(pivot === 0 ? [cell, other] : [other, cell]));
  await moved(`Turned: ${places(domino)}.`);
  if (keepHeld?.domino === domino) hold(domino, { cell });
}

async function turnHeld(cell = null) {
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

const wouldLie = (cells) => `Enter lays it on ${cells.map((cell) => cellName(puzzle, cell)).join(" and ")}.`;

/** Shows where the held domino would lie. */
function preview(cell) {
  const at = held && cell !== null && game.on(cell) !== held.domino ? aim(cell) : null;
  if (at) view.ghost(tray.tiles[held.domino], ...at);
  else view.ghost(null);
  return at;
}

async function choose(cell, byKey) {
  const domino = game.on(cell);
  if (held && domino === held.domino) {
    await turnHeld(cell);
    return;
  }
  if (held) {
    const at = aim(cell);
    if (!at) {
      announce("No domino fits here: the cell has no neighbour.");
      return;
    }
    const from = held.domino;
    await lay(held.domino, ...at);
    if (byKey && standing?.verdict !== "solution") tray.focusNext(from);
    return;
  }
  if (domino !== null) {
    hold(domino, { cell, turn: 0 });
    return;
  }
  announce(`${view.button(cell).getAttribute("aria-label")}. Pick a domino first.`);
}

// ---- Dragging

/** The way to lie that is nearest to a tile in the air, if any is near. */
function snap(x, y, turn) {
  const at = view.toPicture(x, y);
  const way = (turn * Math.PI) / 2;
  const [dx, dy] = [Math.cos(way) * (CELL / 2), Math.sin(way) * (CELL / 2)];
  const off = (cell, px, py) => (view.middles[cell].x - px) ** 2 + (view.middles[cell].y - py) ** 2;
  let best = { cost: 2 * (0.8 * CELL) ** 2, cells: null };
  for (const [a, b] of puzzle.edges) {
    for (const [one, other] of [[a, b], [b, a]]) {
      const cost = off(one, at.x - dx, at.y - dy) + off(other, at.x + dx, at.y + dy);
      if (cost < best.cost) best = { cost, cells: [one, other] };
    }
  }
  return best.cells;
}

const turnOf = (cells) => Math.round(angle(...cells) / 90) % 4;

function taken(domino, turn) {
  const lifted = game.lies[domino] && view.tileOn(...game.lies[domino]);
  return {
    tile: tray.tiles[domino],
    scale: view.scale,
    angle: () => held?.turn * 90,
    begin: () => {
      hold(domino, { turn, cell: game.lies[domino]?.[0] ?? null });
      lifted?.classList.add("lifted");
      tray.button(domino).classList.add("lifted");
    },
    move: (x, y) => {
      const cells = snap(x, y, held.turn);
      if (cells) view.ghost(tray.tiles[domino], ...cells);
      else view.ghost(null);
    },
    drop: async (x, y) => {
      const cells = snap(x, y, held.turn);
      lifted?.classList.remove("lifted");
      tray.button(domino).classList.remove("lifted");
      view.ghost(null);
      if (cells) await lay(domino, ...cells);
      else if (game.lies[domino]) await takeOff(domino);
      else letGo();
    },
    cancel: () => {
      lifted?.classList.remove("lifted");
      tray.button(domino).classList.remove("lifted");
      letGo();
    },
  };
}

draggable(byId("tray"), (event) => {
  const button = event.target.closest(".domino");
  return button && !button.disabled ? taken(button.domino, held?.domino === button.domino ? held.turn : 0) : null;
});
draggable(byId("play-board"), (event) => {
  const cell = event.target.closest(".cell")?.cell;
  const domino = cell === undefined ? null : game.on(cell);
  return domino === null ? null : taken(domino, turnOf(game.lies[domino]));
});

// ---- Clicks and keys

byId("tray").addEventListener("click", async (event) => {
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
byId("play-board").addEventListener("click", async (event) => {
  const cell = cellOf(event);
  if (cell !== null) await choose(cell, event.detail === 0);
});
byId("play-board").addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse" && !document.body.classList.contains("dragging")) preview(cellOf(event));
});
byId("play-board").addEventListener("pointerleave", () => {
  if (!document.body.classList.contains("dragging")) view.ghost(null);
});
byId("play-board").addEventListener("focusin", (event) => {
  const cell = cellOf(event);
  const at = event.target.matches(":focus-visible") ? preview(cell) : null;
  if (at) announce(wouldLie(at));
});
byId("play-board").addEventListener("dblclick", (event) => event.preventDefault());

byId("play").addEventListener("keydown", async (event) => {
  if (!game || event.target.matches("input, textarea, select")) return;
  const cell = cellOf(event);
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const act = async (move) => {
    event.preventDefault();
    await move();
  };
  if (control && key === "z" && !event.shiftKey) await act(undo);
  else if (control && (key === "y" || (key === "z" && event.shiftKey))) await act(redo);
  else if (control || event.altKey) return;
  else if (key === "r") await act(async () => {
    if (held) await turnHeld(cell !== null && game.on(cell) === held.domino ? cell : null);
    else if (cell !== null && game.on(cell) !== null) await turnLaid(game.on(cell), cell);
  });
  else if ((key === "delete" || key === "backspace") && cell !== null && game.on(cell) !== null) await act(() => takeOff(game.on(cell)));
  else if (key === "escape" && held) await act(() => { letGo(); announce("Let go."); });
  else if (key === "h") await act(giveHint);
  else if (key === "c") await act(check);
});

async function undo() {
  letGo();
  if (game.undo()) await moved("Undone.");
}

async function redo() {
  letGo();
  if (game.redo()) await moved("Done again.");
}

byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
byId("turn").addEventListener("click", () => turnHeld());
byId("back").addEventListener("click", () => held && game.lies[held.domino] && takeOff(held.domino));
byId("restart").addEventListener("click", async () => {
  letGo();
  game.clear();
  await moved("The board is empty.");
});

for (const [id, otherwise] of [["show-marks", true], ["show-names", false], ["show-clock", true]]) {
  const box = byId(id);
  box.checked = setting(id, otherwise);
  box.addEventListener("change", async () => {
    keepSetting(id, box.checked);
    byId("clock").hidden = !byId("show-clock").checked;
    if (game) await drawBoard();
  });
}
byId("clock").hidden = !byId("show-clock").checked;

document.addEventListener("visibilitychange", () => {
  if (document.hidden) clock.pause();
  else if (game && !game.isEmpty && standing?.verdict !== "solution") clock.go();
});

// ---- Help

async function check() {
  if (!game) return;
  hint = null;
  standing = await quick.ask("check", { puzzle: puzzle.puzzle, board: game.board });
  checked = true;
  const faults = standing.faults.map((fault) => fault.words);
  const lines = standing.verdict === "wrong" ? faults : standing.words;
  say([lines].flat(), standing.verdict);
  announce([lines].flat().join(" "));
  buttons();
  await drawBoard();
  if (standing.verdict === "solution") finish();
}

async function giveHint() {
  if (!game) return;
  if (hint?.board) {
    const next = hint.board;
    letGo();
    hints += 1;
    game.accept(next);
    await moved("Done.");
    return;
  }
  const asked = changes;
  const answer = await work("Looking for a hint.", "hint", { puzzle: puzzle.puzzle, board: game.board, seconds: 20 });
  if (!answer || asked !== changes) return;
  letGo();
  hint = { words: [answer.words].flat(), marks: answer.marks ?? [], board: answer.answer.verdict === "hint" ? answer.board : null };
  say(hint.words, answer.answer.verdict === "impossible" ? "wrong" : "hinted");
  announce(`${hint.words.join(" ")}${hint.board ? " Press Do it to apply it." : ""}`);
  buttons();
  await drawBoard();
  byId("said").scrollIntoView({ block: "nearest" });
}

/** Lets the solution fall into place, a domino at a time. */
async function solve() {
  if (!game) return;
  const asked = changes;
  const answer = await work("Looking for a solution.", "solve", { puzzle: puzzle.puzzle, seconds: 30 });
  if (!answer || asked !== changes) return;
  letGo();
  if (!answer.board) {
    say(["There is no solution. The tab Explain says why."], "wrong");
    announce("There is no solution. The tab Explain says why.");
    return;
  }
  shownTheWay = true;
  const placements = game.placementsOf(answer.board);
  if (still()) {
    game.accept(answer.board);
    await moved("Solved.");
    return;
  }
  const mine = game;
  let laid = 0;
  let running = 0;
  game.change(() => {});
  for (const placement of placements) {
    const lies = game.lies[placement.domino];
    if (lies && lies.every((cell, half) => cell === placement.cells[half])) continue;
    if (game !== mine || (laid > 0 && running !== changes)) return;
    game.drop(placement);
    laid += 1;
    tray.draw(null);
    running = ++changes;
    await view.draw({ board: game.board, labels: names() });
    view.tileOn(...placement.cells)?.classList.add("falls");
    await pause(Math.max(60, Math.min(260, 2400 / placements.length)));
  }
  if (game === mine && (laid === 0 || running === changes)) await moved("Solved.");
}

function finish() {
  clock.pause();
  keepGame(puzzle.link, null);
  const box = byId("end");
  const helped = hints === 0 ? "without a hint" : hints === 1 ? "with one hint" : `with ${hints} hints`;
  const time = byId("show-clock").checked ? ` in ${clock.played()}` : "";
  box.querySelector("h2").textContent = shownTheWay ? "There it is." : "Well done!";
  box.querySelector("p").textContent = shownTheWay
    ? "Every domino lies and every rule holds. The next one is yours."
    : `Every domino lies and every rule holds: solved${time}, ${helped}.`;
  box.hidden = false;
  announce(`${box.querySelector("h2").textContent} ${box.querySelector("p").textContent}`);
  if (!still()) for (const [at, tile] of [...view.picture.querySelectorAll(".dominoes > .tile")].entries()) {
    tile.style.animationDelay = `${at * 60}ms`;
    tile.classList.add("cheers");
  }
}

byId("check").addEventListener("click", check);
byId("hint").addEventListener("click", giveHint);
byId("solve").addEventListener("click", solve);
byId("share").addEventListener("click", async () => {
  const button = byId("share");
  const copied = await copy(location.href, "The link to this puzzle is");
  button.textContent = copied ? "Copied" : "Copy the address";
  setTimeout(() => (button.textContent = "Copy link"), 2500);
});
