// From what an address asks for to a puzzle.
import { trouble } from "./dom.js";
import { quick, Refusal, Stopped } from "./engine.js";
import { work } from "./work.js";

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
