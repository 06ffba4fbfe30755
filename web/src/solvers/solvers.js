// Solvers for the models of the page, each the WebAssembly build of its npm package, in a worker, fetched when it is first run.
import clingoAddress from "../../node_modules/clingo-wasm/dist/clingo.wasm?url";
import highsAddress from "../../node_modules/highs/build/highs.wasm?url";
import minizincData from "../../node_modules/minizinc/dist/minizinc.data?url";
import minizincAddress from "../../node_modules/minizinc/dist/minizinc.wasm?url";
import minizincWorker from "../../node_modules/minizinc/dist/minizinc-worker.js?url";
import z3Script from "../../node_modules/z3-solver/build/z3-built.js?url";
import z3Address from "../../node_modules/z3-solver/build/z3-built.wasm?url";
import { quick, ModuleError, sat, Stopped } from "../engine.js";

/** The files of each package. */
const PACKAGES = {
  minizinc: [minizincAddress, minizincData, minizincWorker],
  clingo: [clingoAddress],
  highs: [highsAddress],
  z3: [z3Address, z3Script],
};

/**
 * The solvers of each language. One with `lists` enumerates all solutions; any other is run repeatedly on the model without the
 * solutions found so far. The package's Gecode gives wrong answers and is not offered.
 */
const SOLVERS = {
  minizinc: [
    { name: "chuffed", title: "Chuffed", package: "minizinc", id: "org.minizinc.chuffed", lists: true },
    { name: "highs", title: "HiGHS", package: "minizinc", id: "org.minizinc.mip.highs", lists: false },
    { name: "cbc", title: "COIN-BC", package: "minizinc", id: "org.minizinc.mip.coin-bc", lists: false },
  ],
  // Its threads share memory, which browsers allow only in pages that are isolated from other origins.
  smtlib: self.crossOriginIsolated ? [{ name: "z3", title: "z3", package: "z3", lists: false }] : [],
  asp: [{ name: "clingo", title: "clingo", package: "clingo", lists: true }],
  lp: [{ name: "highs", title: "HiGHS", package: "highs", lists: false }],
  dimacs: [{ name: "batsat", title: "batsat, the library's own", package: null, lists: true }],
};

export const solversOf = (language) => SOLVERS[language] ?? [];

/** The maximum number of solutions. */
export const MOST_SOLUTIONS = 1000;

/** An error of the solver; `line` is counted from 1, or null. */
export class ModelError extends Error {
  constructor(message, line = null) {
    super(message);
    this.line = line;
  }
}

export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

const fetched = new Set();

/** The number of bytes to download before a solver can run. */
export const toFetch = (solver) => (solver.package && !fetched.has(solver.package) ? __SOLVER_BYTES__[solver.package] : 0);

/** Downloads the files of a package into the browser's cache. */
async function load(name, progress, signal) {
  if (!name || fetched.has(name)) return;
  let done = 0;
  for (const file of PACKAGES[name]) {
    let response;
    try {
      response = await fetch(file, { signal });
    } catch (problem) {
      if (signal.aborted) throw new Stopped("It was stopped.");
      throw new ModelError(`The solver could not be fetched: ${problem.message}`);
    }
    if (!response.ok) throw new ModelError(`The solver could not be fetched: the server answers ${response.status}.`);
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      done += part.value.length;
      progress(`Fetching the solver: ${megabytes(done)} of ${megabytes(__SOLVER_BYTES__[name])}.`);
    }
  }
  fetched.add(name);
}

/** Passes the messages of a worker to `receive` until it returns a result or the signal aborts; then ends the worker. */
function converse(worker, signal, receive) {
  return new Promise((resolve, reject) => {
    const end = (act, value) => {
      worker.terminate();
      signal.removeEventListener("abort", stop);
      act(value);
    };
    const stop = () => end(reject, new Stopped("It was stopped."));
    signal.addEventListener("abort", stop);
    if (signal.aborted) return stop();
    worker.onerror = (event) => end(reject, new ModelError(`The solver ended: ${event.message ?? "its worker cannot be loaded"}`));
    worker.onmessage = ({ data }) => {
      try {
        const result = receive(data);
        if (result !== undefined) end(resolve, result);
      } catch (problem) {
        end(reject, problem);
      }
    };
  });
}

const absolute = (address) => new URL(address, location.href).href;

/** Runs MiniZinc in the worker of its package. `--json-stream` prints solutions as they are found. */
async function runMiniZinc(solver, text, { all, seconds, signal, print }) {
  const worker = new Worker(minizincWorker);
  worker.postMessage({ wasmURL: absolute(minizincAddress), dataURL: absolute(minizincData) });
  let output = "";
  const add = (part) => {
    output += part;
    print(part);
  };
  return converse(worker, signal, (message) => {
    if (message.type === "ready") {
      const args = ["--solver", solver.id, "--time-limit", String(seconds * 1000), ...(all ? ["-n", String(MOST_SOLUTIONS + 1)] : []), "model.mzn"];
      worker.postMessage({ jsonStream: true, files: { "model.mzn": text }, args });
    } else if (message.type === "error") {
      const line = message.location?.firstLine ?? message.stack?.[0]?.location?.firstLine ?? null;
      throw new ModelError(`${message.what}: ${message.message}`, line);
    } else if (message.type === "solution") {
      add(`${message.output.default ?? ""}----------\n`);
    } else if (message.type === "status") {
      const marks = { ALL_SOLUTIONS: "==========", OPTIMAL_SOLUTION: "==========", UNSATISFIABLE: "=====UNSATISFIABLE=====", UNKNOWN: "=====UNKNOWN=====" };
      add(`${marks[message.status] ?? `=====${message.status}=====`}\n`);
    } else if (message.type === "exit") {
      if (message.message) throw new ModelError(message.message);
      if (message.code && !output) throw new ModelError(message.stderr || `MiniZinc ended with code ${message.code}.`);
      return [output || "=====UNKNOWN=====\n"];
    }
    return undefined;
  });
}

/** The workers of the page, the files of their solvers, and the pattern of errors with a line. HiGHS prints no line. */
const WORKERS = {
  clingo: { start: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }), files: { address: clingoAddress }, error: /^[^\s:]+:(\d+):\S+ error: (.*)/m },
  highs: { start: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }), files: { address: highsAddress }, error: /(?!)/ },
  z3: { start: () => new Worker(new URL("./z3.js", import.meta.url)), files: { script: z3Script, address: z3Address }, error: /line (\d+) column \d+: ([^"]*)/ },
};

/** Runs clingo, HiGHS or z3 in a worker of the page. */
async function runInWorker(solver, text, { all, seconds, signal, print }) {
  const { start, files, error: named } = WORKERS[solver.package];
  const worker = start();
  const addresses = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, absolute(file)]));
  worker.postMessage({ solver: solver.package, ...addresses, text, models: all ? MOST_SOLUTIONS + 1 : 1, seconds });
  return converse(worker, signal, ({ print: part, reply, error }) => {
    if (part !== undefined) print(part);
    if (error !== undefined) {
      const [, line = null, words = error] = named.exec(error) ?? [];
      throw new ModelError(words, line && Number(line));
    }
    return reply === undefined ? undefined : [reply];
  });
}

/** Runs the SAT solver of the module. */
async function runSat(solver, text, { all, seconds, signal, print, model }) {
  const stop = () => sat.stop();
  signal.addEventListener("abort", stop);
  try {
    const { replies } = await sat.call("sat", { ...model, text, limit: all ? MOST_SOLUTIONS + 1 : 1 }, { limit: (seconds + 5) * 1000 });
    for (const reply of replies) print(reply);
    return replies;
  } catch (problem) {
    if (problem instanceof ModuleError) throw new ModelError(problem.message, problem.details.line ?? null);
    throw problem;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const RUNS = { minizinc: runMiniZinc, clingo: runInWorker, highs: runInWorker, z3: runInWorker };

/**
 * Runs a solver on a model: `{ text, model, all, seconds, signal, progress, print }`, where `model` is the puzzle, target and encoding for
 * the module. Gives the reply of the module's `decode`.
 */
export async function run(solver, { text, model, all, seconds, signal, progress, print }) {
  await load(solver.package, progress, signal);
  progress("Running.");
  const runSolver = RUNS[solver.package] ?? runSat;
  const options = { all: all && solver.lists, seconds, signal, print, model };
  const replies = await runSolver(solver, text, options);
  for (let count = 0; ;) {
    const isDone = !all || solver.lists;
    const decoded = await quick.call("decode", { ...model, replies, ...(isDone ? {} : { text }) });
    const { length } = decoded.boards;
    if (isDone || decoded.status !== "satisfiable" || length === count || length >= MOST_SOLUTIONS) return decoded;
    count = length;
    progress(`${count} so far.`);
    replies.push(...(await runSolver(solver, decoded.rest, options)));
  }
}
