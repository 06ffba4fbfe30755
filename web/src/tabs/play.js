// Playing: a game begins, or goes on where it was left.
import { tilesOf } from "../board/board.js";
import * as clock from "../game/clock.js";
import { byId, visible } from "../dom.js";
import { Game } from "../game/game.js";
import { moveOf } from "../game/moves.js";
import { check, giveHint } from "../game/help.js";
import { keepSetting, keptGame, setting } from "../store.js";
import { asked, drawBoard, refresh, say, table, tray, view } from "../game/table.js";

/** Begins a game, or goes on with one that was kept. */
export async function play(puzzle) {
  const game = new Game(puzzle);
  Object.assign(table, { puzzle, game, held: null, hint: null, standing: null, checked: false, hints: 0, shownTheWay: false });
  clock.reset();
  byId("title").textContent = visible(puzzle.title) || "A puzzle without a name";
  const level = puzzle.level ? `${puzzle.level[0].toUpperCase()}${puzzle.level.slice(1)}, ` : "";
  byId("about").textContent = [`${level}${puzzle.dominoes.length} dominoes`, ...puzzle.warnings].join(". ");
  byId("recipe").hidden = !puzzle.recipe;
  byId("recipe").querySelector("p").textContent = [puzzle.recipe, puzzle.command && `\`${puzzle.command}\` makes the same.`].filter(Boolean).join(". ");
  byId("end").hidden = true;
  say([]);
  const kept = keptGame(puzzle.link);
  if (kept) {
    game.accept(kept.board);
    table.hints = kept.hints;
    table.shownTheWay = Boolean(kept.shownTheWay);
    clock.reset(kept.elapsed);
  }
  tray.show(game, await tilesOf(puzzle));
  await view.show(puzzle, asked());
  await refresh();
}

byId("play").addEventListener("keydown", async (event) => {
  if (!table.game || event.target.matches("input, textarea, select")) return;
  const bare = !event.ctrlKey && !event.metaKey && !event.altKey;
  const helps = bare ? { h: giveHint, c: check } : {};
  const act = moveOf(event) ?? helps[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  await act();
});

for (const [id, otherwise] of [["show-marks", true], ["show-names", false], ["show-clock", true]]) {
  const box = byId(id);
  box.checked = setting(id, otherwise);
  box.addEventListener("change", async () => {
    keepSetting(id, box.checked);
    byId("clock").hidden = !byId("show-clock").checked;
    if (table.game) await drawBoard();
  });
}
byId("clock").hidden = !byId("show-clock").checked;

document.addEventListener("visibilitychange", () => {
  const { game, standing } = table;
  if (document.hidden) clock.pause();
  else if (game && !game.isEmpty && standing?.verdict !== "solution") clock.go();
});
