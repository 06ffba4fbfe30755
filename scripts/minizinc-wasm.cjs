#!/usr/bin/env node
// Runs the npm package `minizinc`, which is MiniZinc with several solvers as WebAssembly, like the
// program `minizinc`:
//
//   node minizinc-wasm.cjs --solver chuffed [MINIZINC ARGUMENTS] MODEL.mzn
//   node minizinc-wasm.cjs --solvers-json   print the solvers of the package with their versions
//
// The package is searched for like Node modules (NODE_PATH) and in
// $PIPSC_SOLVERS_PREFIX/node/node_modules.
//
// The package's default solver, Gecode, reports satisfiable models as unsatisfiable. It is rejected
// here, as is every solver that is not tested.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const SOLVERS = {
  chuffed: 'org.minizinc.chuffed',
  highs: 'org.minizinc.mip.highs',
  cbc: 'org.minizinc.mip.coin-bc',
};

function fail(message, code = 2) {
  fs.writeFileSync(2, `minizinc-wasm: ${message}\n`);
  process.exit(code);
}

// Parses the command line and copies the files into the package's virtual file system.
function readArguments(words) {
  if (words.some((word) => /gecode/i.test(word))) {
    fail('the WebAssembly Gecode gives wrong answers and is never run; use a native one');
  }
  const solver = SOLVERS[words[words.indexOf('--solver') + 1]];
  if (!solver && words[0] !== '--solvers-json') {
    fail(`name a solver with --solver: ${Object.keys(SOLVERS).join(', ')}`);
  }
  const files = {};
  const args = words.filter((word) => word !== '--json-stream').map((word) => {
    if (word in SOLVERS) return solver;
    if (!/\.(mzn|dzn|json|mpc)$/.test(word) || !fs.existsSync(word)) return word;
    files[path.basename(word)] = fs.readFileSync(word, 'utf8');
    return path.basename(word);
  });
  return { files, args, jsonStream: words.includes('--json-stream') };
}

function findWorker() {
  const paths = [path.join(process.env.PIPSC_SOLVERS_PREFIX ?? '.', 'node'), __dirname];
  try {
    return require.resolve('minizinc/minizinc-worker.js', { paths });
  } catch {
    return fail('the npm package minizinc is not installed; see scripts/install-solvers', 3);
  }
}

const job = readArguments(process.argv.slice(2));
const worker = findWorker();
const dist = path.dirname(worker);

// The package's worker script uses the message interface of a web worker. This script emulates both
// ends and prints messages as they come.
let listener;
function onPost(message) {
  if (message.type === 'ready') {
    listener({ data: job });
  } else if (message.type === 'exit') {
    fs.writeFileSync(1, message.stdout ?? '');
    fs.writeFileSync(2, message.stderr ?? '');
    // A solver that aborts has a negative code, which a process cannot have.
    const code = Number.isInteger(message.code) ? message.code & 255 : 1;
    if (message.message) fail(message.message, code);
    process.exit(code);
  } else if (message.type === 'stdout') {
    fs.writeFileSync(1, message.value);
  } else if (message.type === 'stderr') {
    fs.writeFileSync(2, message.value);
  } else {
    fs.writeFileSync(1, `${JSON.stringify(message)}\n`);
  }
}

const start = new Function(
  'addEventListener', 'postMessage', 'require', '__filename', '__dirname',
  fs.readFileSync(worker, 'utf8'),
);
start((_, handler) => { listener = handler; }, onPost, require, worker, dist);
listener({
  data: {
    wasmURL: path.join(dist, 'minizinc.wasm'),
    dataURL: path.join(dist, 'minizinc.data'),
  },
});
