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
// The Gecode of the package is wrong: it reports satisfiable models as unsatisfiable. So it is
// rejected here, as is every solver that is not tested.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const SOLVERS = new Map([
  ['chuffed', 'org.minizinc.chuffed'],
  ['highs', 'org.minizinc.mip.highs'],
  ['cbc', 'org.minizinc.mip.coin-bc'],
  ['coin-bc', 'org.minizinc.mip.coin-bc'],
]);

function fail(message, code = 2) {
  fs.writeSync(2, `minizinc-wasm: ${message}\n`);
  process.exit(code);
}

// Writes all of a text, also when the reader is slow.
function write(stream, text) {
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > 0) {
    try {
      rest = rest.subarray(fs.writeSync(stream, rest));
    } catch (error) {
      if (error.code === 'EPIPE') process.exit(1);
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

// The folder of the package.
function findPackage() {
  const prefix = process.env.PIPSC_SOLVERS_PREFIX;
  const folders = require.resolve.paths('minizinc') ?? [];
  if (prefix) folders.unshift(path.join(prefix, 'node', 'node_modules'));
  for (const folder of folders) {
    const home = path.join(folder, 'minizinc');
    const dist = path.join(home, 'dist');
    if (fs.existsSync(path.join(dist, 'minizinc-worker.js'))) return dist;
  }
  return fail('the npm package minizinc is not installed; see scripts/install-solvers', 3);
}

// Parses the command line and copies the files into the package's virtual file system.
function readArguments(words) {
  const files = {};
  const args = [];
  let jsonStream = false;
  let solver;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (/gecode/i.test(word)) {
      fail('the WebAssembly Gecode gives wrong answers and is never run; use a native one');
    }
    if (word === '--json-stream') {
      jsonStream = true;
    } else if (word === '--solver' || word.startsWith('--solver=')) {
      if (word === '--solver') index += 1;
      const name = word === '--solver' ? words[index] : word.slice('--solver='.length);
      if (/gecode/i.test(name ?? '')) {
        fail('the WebAssembly Gecode gives wrong answers and is never run; use a native one');
      }
      const id = SOLVERS.get(name);
      if (!id) fail(`unknown solver ${name}; there are ${[...SOLVERS.keys()].join(', ')}`);
      solver = id;
    } else if (/\.(mzn|dzn|json|mpc)$/.test(word) && fs.existsSync(word)) {
      const name = path.basename(word);
      files[name] = fs.readFileSync(word, 'utf8');
      args.push(name);
    } else {
      args.push(word);
    }
  }
  // The default of the package is its Gecode.
  if (!solver) fail(`name one with --solver: ${[...SOLVERS.keys()].join(', ')}`);
  return { files, args: ['--solver', solver, ...args], jsonStream };
}

const words = process.argv.slice(2);
const job = words.length === 1 && words[0] === '--solvers-json'
  ? { files: {}, args: words, jsonStream: false }
  : readArguments(words);
const dist = findPackage();

// The package's worker script uses the message interface of a web worker. This script emulates both
// ends and prints messages as they come.
let listener;
function onPost(message) {
  switch (message.type) {
    case 'ready':
      listener({ data: job });
      break;
    case 'exit':
      if (message.stdout) write(1, message.stdout);
      if (message.stderr) write(2, message.stderr);
      if (message.message) write(2, `minizinc-wasm: ${message.message}\n`);
      // A solver that aborts has a negative code, which a process cannot have.
      process.exit(Number.isInteger(message.code) ? message.code & 255 : 1);
      break;
    case 'stdout':
      write(1, message.value);
      break;
    case 'stderr':
      write(2, message.value);
      break;
    default:
      write(1, `${JSON.stringify(message)}\n`);
  }
}

const worker = path.join(dist, 'minizinc-worker.js');
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
