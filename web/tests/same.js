// Compares the module with the program on every example puzzle and a hundred generated ones: hints, explanations, counts, scores,
// every model in every encoding, checked boards, formats, and new puzzles.
//
//   node web/tests/same.js         # target/pipsc.wasm and target/debug/pipsc
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connect } from "../src/module.js";

const repository = resolve(import.meta.dirname, "../..");
const program = join(repository, "target/debug/pipsc");
const answer = connect(new WebAssembly.Module(readFileSync(join(repository, "target/pipsc.wasm"))), () => {});

/** The reply of the module, an error too. */
const reply = (call, values) => JSON.parse(answer(JSON.stringify({ call, seconds: 600, ...values })));
function ask(call, values) {
  const { ok, error } = reply(call, values);
  if (error) throw new Error(`${call}: ${error.message}`);
  return ok;
}

const options = { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] };
const run = (...words) => execFileSync(program, ["--no-config", "--quiet", ...words], options);
const json = (...words) => JSON.parse(run(...words, "--format", "json"));

const folder = mkdtempSync(join(tmpdir(), "pipsc-same-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
let compared = 0;
let different = 0;
function same(what, ours, theirs) {
  compared += 1;
  [ours, theirs] = [ours, theirs].map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  if (ours === theirs) return;
  different += 1;
  const at = [...ours].findIndex((char, place) => char !== theirs[place]);
  console.log(`DIFFERENT: ${what}, at ${at}: ${JSON.stringify(ours.slice(at - 20, at + 60))} for ${JSON.stringify(theirs.slice(at - 20, at + 60))}`);
}

// A hundred generated puzzles: newspaper puzzles with one solution and with several, and full sets.
const made = join(folder, "made/");
for (const words of [
  ["--family", "newspaper", "--size", "4", "--count", "30"],
  ["--family", "newspaper", "--size", "6", "--count", "20"],
  ["--family", "newspaper", "--size", "5", "--unique", "--count", "30"],
  ["--family", "full", "--size", "2", "--count", "20"],
]) {
  run("gen", ...words, "--seed", "1", "-o", made);
}
const examples = join(repository, "puzzles");
const puzzles = [examples, made].flatMap((place) =>
  readdirSync(place).filter((name) => /\.(txt|json)$/.test(name)).sort().map((name) => ({
    file: join(place, name), puzzle: readFileSync(join(place, name), "utf8"), name: name.replace(/(\.(nyt|graph|cells|board))?\.(json|txt)$/, ""), isExample: place === examples,
  })));

// Counting and explaining full sets takes too long.
const small = puzzles.filter(({ name }) => !/double-(six|nine)$/.test(name));
const files = small.map(({ file }) => file);
const counts = json("run", ...files, "--count").results;
const { scores } = json("hint", ...files, "--score");
for (const [place, { file, puzzle, name }] of small.entries()) {
  same(`${name}: explain`, ask("explain", { puzzle }).answer, json("explain", file));
  const { kind, solutions, exact, level, score } = ask("verdict", { puzzle });
  const { solutions: count, exact: isExact, verdict } = counts[place];
  same(`${name}: verdict`, [kind, solutions, exact], [verdict === "unsatisfiable" ? "none" : count === 1 ? "unique" : "several", count, isExact]);
  if (kind === "unique") same(`${name}: score`, [score, level], [scores[place].score?.score ?? null, scores[place].score?.level ?? null]);
}
for (const { name: target, encodings } of ask("about", {}).languages) {
  for (const { name: encoding } of encodings) {
    const models = join(folder, `${target}-${encoding}`);
    // Models that are too large for a page are not compared. `emit` skips puzzles that an encoding cannot express.
    const asked = puzzles.map((one) => ({ ...one, ours: reply("model", { puzzle: one.puzzle, name: one.name, target, encoding }) })).filter(({ ours }) => !ours.error?.message.includes("more than this page shows"));
    spawnSync(program, ["--no-config", "--quiet", "emit", ...asked.map(({ file }) => file), "--target", target, "--encoding", encoding, "-o", `${models}/`], { stdio: "ignore" });
    for (const { name, ours } of asked) {
      const file = readdirSync(models).find((written) => written.startsWith(`${name}.`));
      same(`${name}: ${target} ${encoding}`, ours.ok?.text ?? "none", file ? readFileSync(join(models, file), "utf8") : "none");
    }
    rmSync(models, { recursive: true });
  }
}
const place = join(folder, "board.json");
const put = (board) => writeFileSync(place, JSON.stringify(board));
for (const { file, puzzle, name, isExample } of puzzles) {
  // The module takes the values of regions of one cell as known in its first hint, so the next board is compared.
  const { answer: first, board: next } = ask("hint", { puzzle, board: null });
  if (first.verdict === "hint") {
    put(next);
    same(`${name}: hint`, ask("hint", { puzzle, board: next }).answer, json("hint", file, "--board", place));
  }
  if (!isExample) continue;
  const { board } = ask("solve", { puzzle });
  for (const one of [board, next].filter(Boolean)) {
    put(one);
    const { stdout } = spawnSync(program, ["--no-config", "--quiet", "check", file, place, "--format", "json"], options);
    same(`${name}: check`, ask("check", { puzzle, board: one }).verdict, JSON.parse(stdout).verdict);
  }
  for (const { name: format } of ask("about", {}).formats) {
    const { status, stdout } = spawnSync(program, ["--no-config", "--quiet", "convert", file, "--to", format], { ...options, stdio: "pipe" });
    same(`${name}: ${format}`, reply("convert", { puzzle, to: format }).ok?.text ?? "none", status === 0 ? stdout : "none");
  }
}
for (const [level, size, seed] of [["easy", 4, 1], ["easy", 5, 2], ["medium", 7, 1]]) {
  const { puzzle, command } = ask("generate", { level, size, seed });
  same(`new: ${level} ${size} ${seed}`, puzzle, run(...command.split(" ").slice(1), "--solution"));
}
console.log(`${compared - different} of ${compared} answers of the module are those of the program (${puzzles.length} puzzles)`);
process.exit(different ? 1 : 0);
