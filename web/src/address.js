// The address: which puzzle, and which part of the page. All of it is behind the `#`, which is never sent to the server.
import { trouble } from "./dom.js";
import { quick, Refusal, Stopped, work } from "./engine.js";

/** What the address asks for. */
export function read() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const tab = hash.get("tab");
  const whole = (name) => (/^\d{1,10}$/.test(hash.get(name) ?? "") ? Number(hash.get(name)) : null);
  let wanted = { kind: "none" };
  if (hash.has("p")) wanted = { kind: "link", link: hash.get("p") };
  else if (hash.has("day")) wanted = { kind: "day", date: hash.get("day") };
  else if (hash.has("seed")) wanted = { kind: "endless", level: hash.get("level") ?? "medium", size: whole("size"), seed: whole("seed") };
  return { wanted, tab };
}

/** The address of something to open, as `read` gives it. */
export function spell(wanted) {
  const hash = new URLSearchParams();
  if (wanted.kind === "link") hash.set("p", wanted.link);
  if (wanted.kind === "day") hash.set("day", wanted.date);
  if (wanted.kind === "endless") for (const name of ["level", "size", "seed"]) hash.set(name, wanted[name]);
  return `#${hash}`;
}

/** Puts it into the address bar, as a new entry or in place of the last one. */
export function put(wanted, anew = true) {
  const to = spell(wanted);
  if (to === location.hash) return;
  if (anew) history.pushState(null, "", to);
  else history.replaceState(null, "", to);
}

/** Today, where the reader is. */
export function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Reading a puzzle may take this long, in milliseconds; what takes longer is no puzzle for a page. */
export const READING = 10_000;

/** Opens what an address asks for. Gives nothing if that is not possible, after saying why. */
export async function fetchWanted(what) {
  if (what.kind === "day") return work("Making the puzzle of the day.", "daily", { date: what.date });
  if (what.kind === "endless") return work("Making a puzzle with exactly one solution.", "generate", { level: what.level, size: what.size, seed: what.seed, seconds: 50 });
  if (what.kind === "link") {
    try {
      const opened = await quick.ask("unlink", { link: what.link }, { limit: READING });
      return firstGood(opened);
    } catch (problem) {
      if (problem instanceof Refusal) trouble(`This link cannot be opened. ${problem.message}`);
      else if (!(problem instanceof Stopped)) throw problem;
    }
  }
  return null;
}

function firstGood({ puzzles }) {
  const good = puzzles.find((one) => !one.error);
  if (good) return good;
  throw new Refusal(puzzles[0]?.error ?? { message: "There is no puzzle in it." });
}
