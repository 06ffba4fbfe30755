// A worker that runs clingo or HiGHS once. It is given the address of the solver's module and a model, and posts what the solver
// prints and then the reply that the library reads, or an error.

async function clingo({ address, text, models, seconds }) {
  const { default: start } = await import("../../node_modules/clingo-wasm/dist/clingo.js");
  const lines = [];
  const errors = [];
  const print = (line) => {
    lines.push(line);
    self.postMessage({ print: `${line}\n` });
  };
  const solver = await start({ locateFile: () => address, print, printErr: (line) => errors.push(line) });
  const status = solver.ccall("run", "number", ["string", "string"], [text, `--time-limit=${seconds} ${models}`]);
  // As clasp defines them: out of memory, internal error, syntax error.
  if ([33, 65, 128].includes(status)) throw new Error(errors.join("\n") || `clingo ended with code ${status}`);
  return lines.join("\n");
}

async function highs({ address, text, seconds }) {
  const { default: start } = await import("../../node_modules/highs/build/highs.mjs");
  const solver = await start({ locateFile: () => address, print: (line) => self.postMessage({ print: `${line}\n` }) });
  let solved;
  try {
    solved = solver.solve(text, { time_limit: seconds });
  } catch {
    throw new Error("HiGHS cannot read this model, and reports no line.");
  }
  const { Status: status, Columns: columns } = solved;
  const values = Object.values(columns ?? {}).filter(({ Primal }) => Primal !== undefined && Number.isFinite(Primal));
  const isFeasible = status === "Optimal";
  // The form of HiGHS's own solution files.
  const solution = isFeasible ? ["Feasible", "Objective 0", `# Columns ${values.length}`, ...values.map(({ Name, Primal }) => `${Name} ${Primal}`)] : ["None"];
  return ["Model status", status, "", "# Primal solution values", ...solution, ""].join("\n");
}

self.onmessage = async ({ data }) => {
  try {
    const reply = await (data.solver === "clingo" ? clingo : highs)(data);
    self.postMessage({ reply });
  } catch (problem) {
    self.postMessage({ error: String(problem?.message ?? problem) });
  }
};
