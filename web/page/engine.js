// The compiler, in workers: nothing that it does can block the page.
//
// Three workers share one compiled module. `quick` draws, checks and reads; `long` and `judge` think, and can be stopped.
import start from "made:start";
import workerSource from "made:worker";

/** What the module refused, in its own words; `details` is the error as it came. */
export class Refusal extends Error {
  constructor(details) {
    super(details.message);
    this.details = details;
  }
}

/** Work that somebody stopped, or that was no longer wanted. */
export class Stopped extends Error {}

let source;

function startWorker() {
  source ??= URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
  return new Worker(source);
}

/** The module that `engine.js` of the built page brings: a worker unpacks it, and it is compiled here, since not every page may be sent a compiled one. */
function compile() {
  const engine = self.PIPSC_ENGINE;
  delete self.PIPSC_ENGINE;
  const worker = startWorker();
  return new Promise((resolve, reject) => {
    const end = (message) => {
      worker.terminate();
      reject(new Refusal({ message: `The compiler could not be started: ${message}` }));
    };
    worker.onerror = (event) => end(event.message);
    worker.onmessage = ({ data }) => {
      if (data.fault) return end(data.fault);
      worker.terminate();
      resolve(WebAssembly.compile(data.bytes));
    };
    worker.postMessage({ engine });
  });
}

let compiled;

/** What is asked at every start, with its replies: the first board is there before the module is. */
const known = new Map(start);

/** One worker, and the calls that wait for it, in order. */
class Line {
  #worker = null;
  #waiting = new Map();
  #next = 1;

  /** Asks for one call. `limit` is in milliseconds; `progress` is told how far it is. */
  async ask(call, values = {}, { limit = 0, progress = null } = {}) {
    compiled ??= compile();
    const request = JSON.stringify({ call, ...values });
    const reply = known.get(request);
    if (reply) return structuredClone(reply);
    const module = await compiled;
    if (!this.#worker) this.#start(module);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const waiting = { resolve, reject, progress, timer: 0 };
      if (limit) {
        const seconds = Math.round(limit / 1000);
        waiting.timer = setTimeout(() => {
          this.#end(new Refusal({ message: `This takes longer than ${seconds} seconds, so it was stopped. The puzzle may be too large for a browser; the program itself has no such limit.` }));
        }, limit);
      }
      this.#waiting.set(id, waiting);
      this.#worker.postMessage({ id, request });
    });
  }

  get busy() {
    return this.#waiting.size > 0;
  }

  /** Ends what is under way; the next call begins with a fresh worker. */
  stop() {
    if (this.busy) this.#end(new Stopped("It was stopped."));
  }

  #start(module) {
    const worker = startWorker();
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#end(new Refusal({ message: `The compiler could not be started: ${event.message}` }));
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
      const out = /memory|allocat|grow/i.test(data.fault);
      const message = out
        ? "This puzzle needs more memory than a page may take. The program itself can go on with it."
        : `The compiler stopped with a fault of its own (${data.fault}). Please report the puzzle.`;
      waiting.reject(new Refusal({ message }));
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

/** Everything that somebody asked for and that may take long. */
export const long = new Line();

/** Judges what is being made, at every stroke. */
export const judge = new Line();
