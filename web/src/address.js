// The address: which puzzle, and which part of the page. All of it is behind the `#`, which is never sent to the server.
import { trouble } from "./dom.js";
import { quick, Refusal, Stopped, work } from "./engine.js";

/** What the address asks for: a puzzle, a tab, and of the tab Models the language, the encoding, the model beside it and what was changed by hand. */
export function read(from = location.hash) {
  const hash = new URLSearchParams(from.slice(1));
  const whole = (name) => (/^\d{1,10}$/.test(hash.get(name) ?? "") ? Number(hash.get(name)) : null);
  let wanted = { kind: "none" };
  if (hash.has("p")) wanted = { kind: "link", link: hash.get("p") };
  else if (hash.has("day")) wanted = { kind: "day", date: hash.get("day") };
  else if (hash.has("seed")) wanted = { kind: "endless", level: hash.get("level") ?? "medium", size: whole("size"), seed: whole("seed") };
  const model = Object.fromEntries(["language", "encoding", "compare", "edit"].filter((name) => hash.has(name)).map((name) => [name, hash.get(name)]));
  return { wanted, tab: hash.get("tab") ?? "play", model };
}

/** The address of something to open, as `read` gives it. */
function spell({ wanted, tab, model }) {
  const hash = new URLSearchParams();
  if (wanted.kind === "link") hash.set("p", wanted.link);
  if (wanted.kind === "day") hash.set("day", wanted.date);
  if (wanted.kind === "endless") for (const name of ["level", "size", "seed"]) hash.set(name, wanted[name]);
  if (tab !== "play") hash.set("tab", tab);
  if (tab === "models") for (const [name, value] of Object.entries(model)) if (value) hash.set(name, value);
  return `#${hash}`;
}

/** What the address bar shows. */
let current = { wanted: { kind: "none" }, tab: "play", model: {} };

/** Puts changes into the address bar, as a new entry or in place of the last one. */
export function put(changes, anew = true) {
  current = { ...current, ...changes };
  const to = spell(current);
  if (to === location.hash) return;
  if (anew) history.pushState(null, "", to);
  else history.replaceState(null, "", to);
}

/** Tells whether two requests are for the same puzzle. */
export const isSame = (one, other) => spell({ wanted: one, tab: "play" }) === spell({ wanted: other, tab: "play" });

// ---- Text in an address

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** A text as it stands in an address: compressed, in letters. */
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The text, or nothing if it cannot be read or has more than a million characters. */
export async function unpack(packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    return text.length > 1_000_000 ? null : text;
  } catch {
    return null;
  }
}

/** A seed that people can read out. */
export const randomSeed = () => Math.floor(Math.random() * 100_000);

/** Today, where the reader is. */
export function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Reading a puzzle may take this long, in milliseconds; what takes longer is no puzzle for a page. */
export const READING = 10_000;

/** The level and the number of dominoes of the puzzle of a weekday, from Sunday on: the later in the week, the harder. */
const WEEK = [["hard", 14], ["easy", 5], ["easy", 6], ["medium", 8], ["medium", 9], ["hard", 11], ["hard", 13]];

const LEVELS = ["easy", "medium", "hard", "expert"];

/** The recipe of the puzzle of a day, or nothing if there is no such day. */
function recipeOf(date) {
  const day = new Date(`${date}T00:00Z`);
  // A browser may take the 31st of February for a day in March.
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(day.valueOf()) || !day.toISOString().startsWith(date)) return null;
  const [level, size] = WEEK[day.getUTCDay()];
  const name = (part) => day.toLocaleDateString("en", { [part]: "long", timeZone: "UTC" });
  return { title: `${name("weekday")}, ${day.getUTCDate()} ${name("month")}`, level, size, seed: Number(date.replaceAll("-", "")) };
}

function recipeFor({ level, size, seed }) {
  if (!LEVELS.includes(level) || size === null || seed === null) return null;
  return { title: `${level[0].toUpperCase()}${level.slice(1)} puzzle ${seed}`, level, size, seed };
}

/** Opens what an address asks for. Gives nothing if that is not possible, after saying why. */
export async function fetchWanted(what) {
  if (what.kind === "link") {
    try {
      return firstGood(await quick.ask("open", { link: what.link }, { limit: READING }));
    } catch (problem) {
      if (problem instanceof Refusal) trouble(`This link cannot be opened. ${problem.message}`);
      else if (!(problem instanceof Stopped)) throw problem;
      return null;
    }
  }
  const isDay = what.kind === "day";
  const recipe = isDay ? recipeOf(what.date) : recipeFor(what);
  if (!recipe) {
    trouble(`This link cannot be opened. ${isDay ? "A day is one such as day=2026-11-17." : `It takes a level (${LEVELS.join(", ")}), a number of dominoes and a seed, such as level=easy&size=5&seed=7.`}`);
    return null;
  }
  const { title, ...request } = recipe;
  const opened = await work(isDay ? "Making the puzzle of the day." : "Making a puzzle with exactly one solution.", "generate", { ...request, seconds: 50 });
  return opened && { ...opened, title };
}

function firstGood({ puzzles }) {
  const good = puzzles.find((one) => !one.error);
  if (good) return good;
  throw new Refusal(puzzles[0]?.error ?? { message: "There is no puzzle in it." });
}
