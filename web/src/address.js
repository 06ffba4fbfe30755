// The address: the puzzle and the tab. All of it is in the fragment, which is never sent to the server.
import { showError } from "./dom.js";
import { quick, ModuleError, Stopped, runLong } from "./engine.js";

/** Parses an address: the puzzle, the tab, and for the tab Models the language, encoding, compared model and edited text. */
export function read(from = location.hash) {
  const hash = new URLSearchParams(from.slice(1));
  const whole = (name) => (/^\d{1,10}$/.test(hash.get(name) ?? "") ? Number(hash.get(name)) : null);
  let request = { kind: "none" };
  if (hash.has("p")) request = { kind: "link", link: hash.get("p") };
  else if (hash.has("day")) request = { kind: "day", date: hash.get("day") };
  else if (hash.has("seed")) request = { kind: "endless", level: hash.get("level") ?? "medium", size: whole("size"), seed: whole("seed") };
  const model = Object.fromEntries(["language", "encoding", "compare", "edit"].filter((name) => hash.has(name)).map((name) => [name, hash.get(name)]));
  return { request, tab: hash.get("tab") ?? "play", model };
}

/** The address of a parsed request. */
function toHash({ request, tab, model }) {
  const hash = new URLSearchParams();
  if (request.kind === "link") hash.set("p", request.link);
  if (request.kind === "day") hash.set("day", request.date);
  if (request.kind === "endless") for (const name of ["level", "size", "seed"]) hash.set(name, request[name]);
  if (tab !== "play") hash.set("tab", tab);
  if (tab === "models") for (const [name, value] of Object.entries(model)) if (value) hash.set(name, value);
  return `#${hash}`;
}

/** The content of the address bar. */
let current = { request: { kind: "none" }, tab: "play", model: {} };

/** Changes the address bar, with a new history entry or in place of the last one. */
export function update(changes, anew = true) {
  current = { ...current, ...changes };
  const to = toHash(current);
  if (to === location.hash) return;
  if (anew) history.pushState(null, "", to);
  else history.replaceState(null, "", to);
}

/** Whether two requests are for the same puzzle. */
export const isSame = (one, other) => toHash({ request: one, tab: "play" }) === toHash({ request: other, tab: "play" });

// ---- Text in an address

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Compresses a text for an address (URL-safe Base64). */
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Decompresses a text; null if it is invalid or longer than a million characters. */
export async function unpack(packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    return text.length > 1_000_000 ? null : text;
  } catch {
    return null;
  }
}

/** A random seed of at most five digits. */
export const randomSeed = () => Math.floor(Math.random() * 100_000);

/** The current date in the local time zone. */
export function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The time limit of reading a puzzle, in milliseconds. */
export const READING = 10_000;

/** The level and size of the daily puzzle by weekday, from Sunday on; it is harder later in the week. */
const WEEK = [["hard", 14], ["easy", 5], ["easy", 6], ["medium", 8], ["medium", 9], ["hard", 11], ["hard", 13]];

const LEVELS = ["easy", "medium", "hard", "expert"];

/** The recipe of the daily puzzle, or null for an invalid date. */
function recipeOf(date) {
  const day = new Date(`${date}T00:00Z`);
  // A browser may parse 31 February as a day in March.
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(day.valueOf()) || !day.toISOString().startsWith(date)) return null;
  const [level, size] = WEEK[day.getUTCDay()];
  const name = (part) => day.toLocaleDateString("en", { [part]: "long", timeZone: "UTC" });
  return { title: `${name("weekday")}, ${day.getUTCDate()} ${name("month")}`, level, size, seed: Number(date.replaceAll("-", "")) };
}

function recipeFor({ level, size, seed }) {
  if (!LEVELS.includes(level) || size === null || seed === null) return null;
  return { title: `${level[0].toUpperCase()}${level.slice(1)} puzzle ${seed}`, level, size, seed };
}

/** Opens the puzzle of an address. Shows an error and returns null if that fails. */
export async function openRequest(what) {
  if (what.kind === "link") {
    try {
      return firstGood(await quick.call("open", { link: what.link }, { limit: READING }));
    } catch (problem) {
      if (problem instanceof ModuleError) showError(`This link cannot be opened. ${problem.message}`);
      else if (!(problem instanceof Stopped)) throw problem;
      return null;
    }
  }
  const isDay = what.kind === "day";
  const recipe = isDay ? recipeOf(what.date) : recipeFor(what);
  if (!recipe) {
    showError(`This link cannot be opened. ${isDay ? "A day is one such as day=2026-11-17." : `It takes a level (${LEVELS.join(", ")}), a number of dominoes and a seed, such as level=easy&size=5&seed=7.`}`);
    return null;
  }
  const { title, ...request } = recipe;
  const opened = await runLong(isDay ? "Making the daily puzzle." : "Making a puzzle with exactly one solution.", "generate", { ...request, seconds: 50 });
  return opened && { ...opened, title };
}

function firstGood({ puzzles }) {
  const good = puzzles.find((one) => !one.error);
  if (good) return good;
  throw new ModuleError(puzzles[0]?.error ?? { message: "It contains no puzzle." });
}
