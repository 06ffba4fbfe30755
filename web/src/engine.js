// The compiler, in workers: nothing that it does can block the page.
//
// Three workers share one compiled module. `quick` draws, checks and reads; `long` and `judge` think, and can be stopped.
import moduleAddress from "../../target/pipsc.wasm?url";
import { announce, byId, trouble } from "./dom.js";

/** What the module refused, in its own words; `details` is the error as it came. */
export class Refusal extends Error {
  constructor(details) {
    super(details.message);
    this.details = details;
  }
}

/** Work that was stopped, or that is no longer wanted. */
export class Stopped extends Error {}

/** Fetches and compiles the module; it is streamed where the server names its type. */
async function compile() {
  const failed = (why) => new Refusal({ message: `The compiler could not be loaded: ${why}. Reload the page to try again.` });
  let response;
  try {
    response = await fetch(moduleAddress);
  } catch {
    throw failed("the server cannot be reached");
  }
  if (!response.ok) throw failed(`the server answers ${response.status} for ${new URL(moduleAddress, location.href).pathname}`);
  try {
    const isTyped = response.headers.get("content-type")?.startsWith("application/wasm");
    return isTyped ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer());
  } catch (problem) {
    throw failed(`it is damaged, or this browser is too old (${problem.message})`);
  }
}

let compiled;

/** The number of calls under way. While there are any, the page is marked as busy. */
let pending = 0;

function count(change) {
  pending += change;
  if (pending) document.documentElement.dataset.busy = "true";
  // The reply is used first, and may lead to the next call.
  else setTimeout(() => pending || delete document.documentElement.dataset.busy);
}

/** One worker, and the calls that wait for it, in order. */
class Line {
  #worker = null;
  #waiting = new Map();
  #next = 1;

  /** Makes one call. `limit` is in milliseconds; `progress` is called with how far it is. */
  async ask(call, values = {}, options = {}) {
    count(1);
    try {
      compiled ??= compile();
      return await this.#send(await compiled, JSON.stringify({ call, ...values }), options);
    } finally {
      count(-1);
    }
  }

  #send(module, request, { limit = 0, progress = null }) {
    if (!this.#worker) this.#start(module);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const waiting = { resolve, reject, progress, timer: 0 };
      if (limit) {
        const seconds = Math.round(limit / 1000);
        waiting.timer = setTimeout(() => {
          this.#end(new Refusal({ message: `This takes longer than ${seconds} seconds, so it was stopped. The puzzle may be too large for a browser; the program \`pipsc\` has no such limit.` }));
        }, limit);
      }
      this.#waiting.set(id, waiting);
      this.#worker.postMessage({ id, request });
    });
  }

  /** Ends what is under way; the next call begins with a fresh worker. */
  stop() {
    if (this.#waiting.size) this.#end(new Stopped("It was stopped."));
  }

  #start(module) {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#end(new Refusal({ message: `The compiler could not be started: ${event.message ?? "its worker cannot be loaded"}` }));
    worker.postMessage({ module });
    this.#worker = worker;
  }

  #hear(data) {
    if (data.progress !== undefined) {
      const [first] = this.#waiting.values();
      first?.progress?.(data.progress);
      return;
    }
    const waiting = this.#waiting.get(data.id);
    if (!waiting) return;
    this.#waiting.delete(data.id);
    clearTimeout(waiting.timer);
    if (data.fault) {
      waiting.reject(new Refusal({ message: data.fault }));
      this.#end(new Stopped("The compiler was started again."));
      return;
    }
    const reply = JSON.parse(data.reply);
    if (reply.error) waiting.reject(new Refusal(reply.error));
    else waiting.resolve(reply.ok);
  }

  #end(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject, timer } of waiting) {
      clearTimeout(timer);
      reject(reason);
    }
  }
}

/** Reads, draws and checks. */
export const quick = new Line();

/** Long work that the user asked for. */
export const long = new Line();

/** Judges what is being made, at every stroke. */
export const judge = new Line();

/** Solves formulas that the user runs. */
export const solving = new Line();

// ---- Long work: a bar that says what is going on, and a button that stops it

/** The most that any work may take, in milliseconds, beyond the limit that the module keeps itself. */
const LIMIT = 60_000;

let jobs = 0;
byId("stop").addEventListener("click", () => {
  long.stop();
  announce("Stopped.");
});

/**
 * Asks the worker for long work and shows its progress. Gives nothing if it was stopped or refused; the refusal is then shown,
 * unless `refused` takes it.
 */
export async function work(what, call, values = {}, refused = (refusal) => trouble(refusal.message)) {
  const mine = ++jobs;
  const bar = byId("working");
  const line = bar.querySelector("span");
  line.textContent = what;
  // Quick work is done before the bar could be read.
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
