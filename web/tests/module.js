// The calls of the module that the program has no command for: what the lines of models are about, limits, and faults.
//
//   node web/tests/module.js [MODULE]
//
// The module is target/pipsc.wasm if none is named.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "../src/module.js";

const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const wasm = process.argv[2] ?? join(repository, "target/pipsc.wasm");
const compiled = new WebAssembly.Module(readFileSync(wasm));
const answer = connect(compiled, () => {});
const ask = (call, values) => JSON.parse(answer(JSON.stringify({ call, ...values })));
const puzzle = readFileSync(join(repository, "puzzles/dozen.txt"), "utf8");
const { languages } = ask("about", {}).ok;
const opened = ask("open", { text: puzzle }).ok.puzzles[0];

const pair = (domino) => [...domino].sort((a, b) => a - b).join("-");

/** A model, and for each line of it that is about something: the line, and what. */
function model(target, encoding) {
  const { text, lines } = ask("model", { puzzle, target, encoding }).ok;
  const all = text.split("\n");
  return lines.map(({ line, cells, dominoes, regions }) => ({ text: all[line].trim(), cells, dominoes: dominoes.map(pair), regions }));
}

for (const { name, encodings } of languages) {
  for (const encoding of encodings.map((one) => one.name)) {
    const lines = model(name, encoding);
    const named = (what) => new Set(lines.flatMap((line) => line[what]));
    const there = { cells: opened.cells.map((cell) => cell.name), dominoes: opened.dominoes.map(pair), regions: opened.regions.map((region) => region.name) };
    for (const [what, all] of Object.entries(there)) {
      // Cells of an equal region share their variables in this CNF: no clause states it.
      if (encoding === "compact" && what === "regions") continue;
      const missing = all.filter((one) => !named(what).has(one));
      assert.deepEqual(missing, [], `${name} ${encoding}: ${what} that no line is about`);
    }
  }
}

/** What the first line with this beginning is about. */
function subject(target, start) {
  const found = model(target).find(({ text }) => text.startsWith(start));
  assert.ok(found, `${target}: ${start}`);
  const { cells, dominoes, regions } = found;
  return { cells, dominoes, regions };
}
const nothing = { cells: [], dominoes: [], regions: [] };
const every = opened.dominoes.map(pair);
assert.deepEqual(subject("minizinc", "constraint pips[r0c2] + pips[r1c2] = 14"), { ...nothing, regions: ["B"] });
assert.deepEqual(subject("minizinc", "constraint pips[r0c3] = 1"), { ...nothing, regions: ["C", "D", "G", "H", "I"] });
assert.deepEqual(subject("minizinc", "array[int, 1..3] of int: domino"), { ...nothing, dominoes: every });
assert.deepEqual(subject("asp", "domino(d4_8,"), { ...nothing, dominoes: ["4-8", "6-11", "9-11"] });
assert.deepEqual(subject("ir", '{"domino":[1,7],'), { ...nothing, dominoes: ["1-7"] });
assert.deepEqual(subject("dimacs", "c 2: 6-0 on r0c0 r0c1"), { ...nothing, cells: ["r0c0", "r0c1"], dominoes: ["0-6"] });
assert.deepEqual(subject("xcsp3", "<args> tile[5] tile[8] tile[10] tile[11]"), { ...nothing, cells: ["r1c2"] });
assert.deepEqual(subject("xcsp3", "<args> tile[5] pips[2] pips[6]"), { ...nothing, cells: ["r0c2", "r1c2"] });
assert.deepEqual(subject("xcsp3", "<list> pips[2] pips[6]"), { ...nothing, regions: ["B"] });

// A model that takes longer than no time, and more than no memory. A module's memory never shrinks, so it is a fresh one.
const wide = 20;
const large = [...Array.from({ length: wide }, () => "*".repeat(wide)), "", Array((wide * wide) / 2).fill("01").join(" ")].join("\n");
for (const [limit, said] of [
  [{ seconds: 0 }, "The time limit was reached."],
  [{ seconds: 600, memory: 0 }, "The memory limit was reached."],
]) {
  const fresh = connect(compiled, () => {});
  const { error } = JSON.parse(fresh(JSON.stringify({ call: "model", puzzle: large, target: "dimacs", encoding: "placement", ...limit })));
  assert.equal(error?.kind, "stopped", JSON.stringify(limit));
  assert.equal(error.message, said);
}
// Before it traps, the module says why. A length beyond what a vector holds panics, one beyond its memory exhausts it.
for (const [length, why] of [[2 ** 32 - 1, "panic"], [2 ** 31 - 2 ** 20, "exhausted"]]) {
  const heard = [];
  const { exports } = new WebAssembly.Instance(compiled, {
    pipsc: {
      now: () => 0,
      progress: (at, length) => heard.push(Object.keys(JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length))))[0]),
      exhausted: () => heard.push("exhausted"),
    },
  });
  assert.throws(() => exports.request(length), WebAssembly.RuntimeError);
  assert.equal(heard[0], why);
}

// Days that no calendar has are refused.
for (const date of ["2026-02-31", "2025-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-1-1"]) {
  assert.match(ask("daily", { date }).error?.message ?? "", /is no day/, date);
}
assert.equal(ask("daily", { date: "2024-02-29" }).error, undefined);
console.log("lines, limits and faults of the module: passed");
