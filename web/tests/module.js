// The module under Node: subjects of lines, limits and faults.
//
//   node web/tests/module.js
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { connect } from "../src/module.js";

const repository = resolve(import.meta.dirname, "../..");
const compiled = new WebAssembly.Module(readFileSync(`${repository}/target/pipsc.wasm`));
const asker = () => {
  const answer = connect(compiled, () => {});
  return (call, values) => JSON.parse(answer(JSON.stringify({ call, ...values })));
};
const ask = asker();
const text = readFileSync(`${repository}/puzzles/dozen.txt`, "utf8");
const [puzzle] = ask("open", { text }).ok.puzzles;
const pair = (domino) => domino.join("-");

/** For each line of a model that is about something: the line, and what. */
function model(target, encoding) {
  const { text: written, lines } = ask("model", { puzzle: text, target, encoding, name: "dozen" }).ok;
  const all = written.split("\n");
  return lines.map(({ line, cells, dominoes, regions }) => ({ text: all[line].trim(), cells, dominoes: dominoes.map(pair), regions }));
}

// In every encoding, each cell, domino and region is the subject of a line.
const everything = { cells: puzzle.cells.map(({ name }) => name), dominoes: puzzle.dominoes.map(pair), regions: puzzle.regions.map(({ name }) => name) };
for (const { name, encodings } of ask("about", {}).ok.languages) {
  for (const { name: encoding } of encodings) {
    const lines = model(name, encoding);
    for (const [what, all] of Object.entries(everything)) {
      // Cells of an equal region share their variables in this CNF: no clause states it.
      if (encoding === "compact" && what === "regions") continue;
      const named = new Set(lines.flatMap((line) => line[what]));
      assert.deepEqual(all.filter((one) => !named.has(one)), [], `${name} ${encoding}: ${what} that no line is about`);
    }
  }
}
for (const [target, start, about] of [
  ["minizinc", "constraint pips[r0c2] + pips[r1c2] = 14", { regions: ["B"] }],
  ["minizinc", "constraint pips[r0c3] = 1", { regions: ["C", "D", "G", "H", "I"] }],
  ["minizinc", "array[int, 1..3] of int: domino", { dominoes: everything.dominoes }],
  ["asp", "domino(d4_8,", { dominoes: ["4-8", "6-11", "9-11"] }],
  ["ir", '{"domino":[1,7],', { dominoes: ["1-7"] }],
  ["dimacs", "c 2: 6-0 on r0c0 r0c1", { cells: ["r0c0", "r0c1"], dominoes: ["0-6"] }],
  ["xcsp3", "<count> <list> tile[5] tile[8] tile[10] tile[11]", { cells: ["r1c2"] }],
  ["xcsp3", "<args> tile[5] pips[2] pips[6]", { cells: ["r0c2", "r1c2"] }],
  ["xcsp3", '<sum id="region_B"', { regions: ["B"] }],
]) {
  const { text: _, ...found } = model(target).find((line) => line.text.startsWith(start)) ?? assert.fail(`${target}: ${start}`);
  assert.deepEqual(found, { cells: [], dominoes: [], regions: [], ...about });
}

// Limits of zero time and zero memory. A module's memory never shrinks, so each limit is tested with a new instance.
const large = `${`${"*".repeat(20)}\n`.repeat(20)}\n${"01 ".repeat(200)}\n`;
for (const [limit, message] of [
  [{ seconds: 0 }, "The time limit was reached."],
  [{ seconds: 600, memory: 0 }, "The memory limit was reached."],
]) {
  const { error } = asker()("model", { puzzle: large, target: "dimacs", encoding: "placement", name: "large", ...limit });
  assert.deepEqual(error, { message });
}
// The module reports a panic before it traps. A length beyond the maximum of a vector panics; one beyond the memory exhausts it.
for (const [length, why] of [[2 ** 32 - 1, ["panic"]], [2 ** 31 - 2 ** 20, []]]) {
  const heard = [];
  const progress = (at, bytes) => heard.push(...Object.keys(JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, bytes)))));
  const { exports } = new WebAssembly.Instance(compiled, { pipsc: { now: () => 0, progress } });
  assert.throws(() => exports.request(length), WebAssembly.RuntimeError);
  assert.deepEqual(heard, why);
}
console.log("lines, limits and faults of the module: passed");
