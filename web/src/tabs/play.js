// The tab Play.
import { tilesOf } from "../board/board.js";
import * as clock from "../game/clock.js";
import { byId, visible } from "../dom.js";
import { Game } from "../game/game.js";
import { moveOf } from "../game/moves.js";
import { check, giveHint } from "../game/help.js";
import { keepSetting, keptGame, setting } from "../store.js";
import { pictureOptions, drawBoard, refresh, showMessage, state, tray, view } from "../game/state.js";

/** Starts a game, or resumes a stored one. */
export async function play(puzzle) {
  const game = new Game(puzzle);
  Object.assign(state, { puzzle, game, held: null, hint: null, standing: null, checked: false, hints: 0, shownTheWay: false });
  clock.reset();
  byId("title").textContent = visible(puzzle.title) || "A puzzle without a name";
  const level = puzzle.level ? `${puzzle.level[0].toUpperCase()}${puzzle.level.slice(1)}, ` : "";
  byId("about").textContent = [`${level}${puzzle.dominoes.length} dominoes`, ...puzzle.warnings].join(". ");
  byId("recipe").hidden = !puzzle.recipe;
  byId("recipe").querySelector("p").textContent = [puzzle.recipe, puzzle.command && `\`${puzzle.command}\` makes the same.`].filter(Boolean).join(". ");
  byId("end").hidden = true;
  showMessage([]);
  const kept = keptGame(puzzle.link);
  if (kept) {
    game.setBoard(kept.board);
    state.hints = kept.hints;
    state.shownTheWay = Boolean(kept.shownTheWay);
    clock.reset(kept.elapsed);
  }
  tray.show(game, await tilesOf(puzzle));
  await view.show(puzzle, pictureOptions());
  await refresh();
}

byId("play").addEventListener("keydown", async (event) => {
  if (!state.game || event.target.matches("input, textarea, select")) return;
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
    if (state.game) await drawBoard();
  });
}
byId("clock").hidden = !byId("show-clock").checked;

document.addEventListener("visibilitychange", () => {
  const { game, standing } = state;
  if (document.hidden) clock.pause();
  else if (game && !game.isEmpty && standing?.verdict !== "solution") clock.go();
});
