// The address: which puzzle, and which part of the page. All of it is behind the `#`, which is never sent to the server.
import { trouble } from "./dom.js";
import { quick, Refusal, Stopped, work } from "./engine.js";

/** What the address asks for: a puzzle, a tab, and of the tab Models the language, the encoding, the model beside it and what was changed by hand. */
export function read() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const whole = (name) => (/^\d{1,10}$/.test(hash.get(name) ?? "") ? Number(hash.get(name)) : null);
  let wanted = { kind: "none" };
  if (hash.has("p")) wanted = { kind: "link", link: hash.get("p") };
  else if (hash.has("day")) wanted = { kind: "day", date: hash.get("day") };
  else if (hash.has("seed")) wanted = { kind: "endless", level: hash.get("level") ?? "medium", size: whole("size"), seed: whole("seed") };
  const model = Object.fromEntries(["language", "encoding", "compare", "edit"].filter((name) => hash.has(name)).map((name) => [name, hash.get(name)]));
  return { wanted, tab: hash.get("tab") ?? "play", model };
}

/** The address of something to open, as `read` gives it. */
export function spell({ wanted, tab, model }) {
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
