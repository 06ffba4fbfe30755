// Long work: a bar that says what is going on, and a button that stops it.
import { announce, byId, trouble } from "./dom.js";
import { long, Refusal, Stopped } from "./engine.js";

/** The most that any work may take, in milliseconds, beyond the limit that the module keeps itself. */
const LIMIT = 60_000;

let jobs = 0;
byId("stop").addEventListener("click", () => {
  long.stop();
  announce("Stopped.");
});

/**
 * Asks the worker for long work and shows that it goes on. Gives nothing if it was stopped or if there is no answer; what the module
 * said is then shown, unless `refused` takes it.
 */
export async function work(what, call, values = {}, refused = (refusal) => trouble(refusal.message)) {
  const mine = ++jobs;
  const bar = byId("working");
  const line = bar.querySelector("span");
  line.textContent = what;
  // What is quick is done before anybody could read about it.
  const timer = setTimeout(() => (bar.hidden = false), 250);
  const progress = (told) => {
    if (mine !== jobs) return;
    if (told.doing) line.textContent = `${what} ${told.doing}`;
    if (told.try) line.textContent = `${what} Attempt ${told.try}.`;
  };
  try {
    return await long.ask(call, values, { limit: LIMIT, progress });
  } catch (problem) {
    if (problem instanceof Refusal) refused(problem);
    else if (!(problem instanceof Stopped)) throw problem;
    return null;
  } finally {
    clearTimeout(timer);
    if (mine === jobs) bar.hidden = true;
  }
}
