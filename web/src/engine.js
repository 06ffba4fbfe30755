// The module in workers, so that its calls do not block the page.
//
// The workers share one compiled module.
import moduleAddress from "../../target/pipsc.wasm?url";
import { announce, byId, showError } from "./dom.js";

/** An error reply of the module; `details` is the whole error. */
export class ModuleError extends Error {
  constructor(details) {
    super(details.message);
    this.details = details;
  }
}

/** A call that was cancelled. */
export class Stopped extends Error {}

/** Fetches and compiles the module, streamed if the server sets the content type. */
async function compile() {
  const failed = (why) => new ModuleError({ message: `The compiler could not be loaded: ${why}. Reload the page to try again.` });
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

/** The number of active calls. While there are any, the page is marked as busy. */
let pending = 0;

function count(change) {
  pending += change;
  if (pending) document.documentElement.dataset.busy = "true";
  // The reply is handled first, and may cause the next call.
  else setTimeout(() => pending || delete document.documentElement.dataset.busy);
}

/** A worker and its pending calls, in order. */
class WorkerClient {
  #worker = null;
  #pending = new Map();
  #nextId = 1;
  #stops = 0;

  /** Makes a call. `limit` is in milliseconds; `progress` receives progress reports. */
  async call(call, values = {}, options = {}) {
    count(1);
    try {
      const stops = this.#stops;
      compiled ??= compile().catch((problem) => {
        compiled = undefined;
        throw problem;
      });
      const module = await compiled;
      if (stops !== this.#stops) throw new Stopped("It was stopped.");
      return await this.#send(module, JSON.stringify({ call, ...values }), options);
    } finally {
      count(-1);
    }
  }

  #send(module, request, { limit = 0, progress = null }) {
    if (!this.#worker) this.#start(module);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const waiting = { resolve, reject, progress, timer: 0 };
      if (limit) {
        const seconds = Math.round(limit / 1000);
        waiting.timer = setTimeout(() => {
          this.#pending.delete(id);
          reject(new ModuleError({ message: `This takes longer than ${seconds} seconds, so it was stopped. The puzzle may be too large for a browser; the program \`pipsc\` has no such limit.` }));
          this.#end(new Stopped("It was stopped."));
        }, limit);
      }
      this.#pending.set(id, waiting);
      this.#worker.postMessage({ id, request });
    });
  }

  /** Cancels all calls made so far; the next call starts a new worker. */
  stop() {
    this.#stops += 1;
    if (this.#pending.size) this.#end(new Stopped("It was stopped."));
  }

  #start(module) {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => this.#end(new ModuleError({ message: `The compiler could not be started: ${event.message ?? "its worker cannot be loaded"}` }));
    worker.postMessage({ module });
    this.#worker = worker;
  }

  #receive(data) {
    if (data.progress !== undefined) {
      const [first] = this.#pending.values();
      first?.progress?.(data.progress);
      return;
    }
    const waiting = this.#pending.get(data.id);
    if (!waiting) return;
    this.#pending.delete(data.id);
    clearTimeout(waiting.timer);
    if (data.fault) {
      waiting.reject(new ModuleError({ message: data.fault }));
      this.#end(new Stopped("The compiler was restarted."));
      return;
    }
    const reply = JSON.parse(data.reply);
    if (reply.error) waiting.reject(new ModuleError(reply.error));
    else waiting.resolve(reply.ok);
  }

  #end(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject, timer } of waiting) {
      clearTimeout(timer);
      reject(reason);
    }
  }
}

/** Reading, drawing and checking. */
export const quick = new WorkerClient();

/** Long calls that the user requested. */
export const long = new WorkerClient();

/** Verdicts on the draft, after every change. */
export const verdicts = new WorkerClient();

/** The SAT solver. */
export const sat = new WorkerClient();

// ---- Long calls: a progress bar and a button to stop

/** The time limit of long calls in milliseconds, in addition to the module's own limit. */
const LIMIT = 60_000;

let jobs = 0;
byId("stop").addEventListener("click", () => {
  long.stop();
  announce("Stopped.");
});

/**
 * Makes a long call and shows its progress. Returns null if it was stopped or failed; the error is then shown,
 * unless `onError` handles it.
 */
export async function runLong(what, call, values = {}, onError = (error) => showError(error.message)) {
  const mine = ++jobs;
  const bar = byId("working");
  const line = bar.querySelector("span");
  line.textContent = what;
  // Quick calls show no bar.
  const timer = setTimeout(() => (bar.hidden = false), 250);
  const progress = (update) => {
    if (mine !== jobs) return;
    if (update.doing) line.textContent = `${what} ${update.doing}`;
    if (update.try) line.textContent = `${what} Attempt ${update.try}.`;
  };
  try {
    return await long.call(call, values, { limit: LIMIT, progress });
  } catch (problem) {
    if (problem instanceof ModuleError) onError(problem);
    else if (!(problem instanceof Stopped)) throw problem;
    return null;
  } finally {
    clearTimeout(timer);
    if (mine === jobs) bar.hidden = true;
  }
}
