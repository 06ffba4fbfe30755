// The clock of a game, which pauses while the page is hidden.
import { byId } from "../dom.js";

let spent = 0;
let since = null;

const now = () => spent + (since === null ? 0 : performance.now() - since);

/** The time played, as text. */
export function played() {
  const seconds = Math.floor(now() / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export function pause() {
  spent = now();
  since = null;
}

export function go() {
  since ??= performance.now();
}

/** The time played in milliseconds. */
export const elapsed = () => Math.round(now());

export function reset(milliseconds = 0) {
  spent = milliseconds;
  since = null;
}

setInterval(() => (byId("clock").textContent = played()), 500);
