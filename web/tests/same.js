// Compares the module with the program: every example puzzle and a hundred generated ones, byte for byte.
//
//   node web/tests/same.js [MODULE] [PROGRAM]
//
// The module is target/pipsc.wasm and the program target/debug/pipsc if none is named. Compared are hints,
// explanations, which hold the verdict, counts, scores, every model in every encoding, checked boards, new puzzles, and all formats.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "../src/module.js";

const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const wasm = process.argv[2] ?? join(repository, "target/pipsc.wasm");
const program = resolve(process.argv[3] ?? join(repository, "target/debug/pipsc"));
const answer = connect(new WebAssembly.Module(readFileSync(wasm)), () => {});

/** What the module gives; an error is one. */
function ask(call, values) {
  const reply = JSON.parse(answer(JSON.stringify({ call, seconds: 600, ...values })));
  if (reply.error) throw new Error(`${call}: ${reply.error.message}`);
  return reply.ok;
}

/** What the program prints. */
const run = (...words) =>
  execFileSync(program, ["--no-config", "--quiet", ...words], { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });

const folder = mkdtempSync(join(tmpdir(), "pipsc-same-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const begun = performance.now();
/** Says what comes next, and how long it took up to there. */
const step = (what) => console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${what}`);
let compared = 0;
let different = 0;
function same(what, ours, theirs) {
  compared += 1;
  if (ours === theirs) return;
  different += 1;
  const at = [...ours].findIndex((char, place) => char !== theirs[place]);
  console.log(`DIFFERENT: ${what}, at ${at}: ${JSON.stringify(ours.slice(at - 20, at + 60))} for ${JSON.stringify(theirs.slice(at - 20, at + 60))}`);
}

step("a hundred new puzzles");
// A hundred: as the newspaper makes them, with one solution and with several, and of whole sets.
const made = join(folder, "made");
mkdirSync(made);
for (const words of [
  ["--family", "newspaper", "--size", "4", "--seed", "1", "--count", "30"],
  ["--family", "newspaper", "--size", "6", "--seed", "1", "--count", "20"],
  ["--family", "newspaper", "--size", "5", "--unique", "--seed", "1", "--count", "30"],
  ["--set", "double-6", "--dominoes", "5", "--seed", "1", "--count", "20"],
]) {
  run("gen", ...words, "-o", `${made}/`);
}
const of = (place) => readdirSync(place).filter((name) => /\.(txt|json)$/.test(name)).sort().map((name) => join(place, name));
const examples = of(join(repository, "puzzles"));
const generated = of(made);
if (generated.length !== 100) throw new Error(`there are ${generated.length} generated puzzles and not a hundred`);
// What the solutions of a whole set have in common, and how many they are, takes the program too long.
const isVast = (file) => /double-(six|nine)\.txt$/.test(file);
const files = [...examples, ...generated];
const puzzles = files.map((file) => ({ file, text: readFileSync(file, "utf8"), name: file.replace(/^.*\//, "").replace(/(\.(nyt|graph|cells|board))?\.(json|txt)$/, "") }));

step("hints and explanations");
const small = puzzles.filter(({ file }) => !isVast(file));
for (const { file, text, name } of puzzles) {
  const printed = (call) => ask(call, { puzzle: text, name, print: true }).printed;
  same(`${name}: hint`, printed("hint"), run("hint", file, "--format", "json"));
  if (isVast(file)) continue;
  same(`${name}: explain`, printed("explain"), run("explain", file, "--format", "json"));
}
step("counts and verdicts");
const counts = JSON.parse(run("run", ...small.map(({ file }) => file), "--count", "--format", "json")).results;
for (const [place, { text, name }] of small.entries()) {
  const { solutions, exact } = ask("count", { puzzle: text });
  const { puzzle, solutions: theirs, exact: theirsExact, verdict } = counts[place];
  same(`${name}: count`, JSON.stringify([name, solutions, exact]), JSON.stringify([puzzle, theirs, theirsExact]));
  const { kind } = ask("verdict", { puzzle: text, suggest: false });
  const expected = verdict === "unsatisfiable" ? "none" : theirs === 1 ? "unique" : "several";
  same(`${name}: verdict`, kind, expected);
}
step("scores");
const scores = JSON.parse(run("hint", ...small.map(({ file }) => file), "--score", "--format", "json")).scores;
for (const [place, { text, name }] of small.entries()) {
  const ours = JSON.parse(ask("score", { puzzle: text, name, print: true }).printed).scores[0];
  same(`${name}: score`, JSON.stringify(ours), JSON.stringify(scores[place]));
}
step("models");
for (const language of ask("about", {}).languages) {
  for (const { name: encoding } of language.encodings) {
    const models = join(folder, `${language.name}-${encoding}`);
    const asked = puzzles.map((puzzle) => {
      const values = { puzzle: puzzle.text, name: puzzle.name, target: language.name, encoding, seconds: 600 };
      return { ...puzzle, reply: JSON.parse(answer(JSON.stringify({ call: "model", ...values }))) };
    });
    // What is too large for a page, the program writes; it is not compared.
    const wanted = asked.filter(({ reply }) => reply.error?.kind !== "too large");
    // Of several puzzles, one that an encoding has no words for is told and passed over.
    const words = ["--target", language.name, "--encoding", encoding, "-o", `${models}/`];
    spawnSync(program, ["--no-config", "--quiet", "emit", ...wanted.map(({ file }) => file), ...words], { stdio: "ignore" });
    const there = new Set(readdirSync(models));
    for (const { name, reply } of wanted) {
      const file = `${name}.${language.extension}`;
      const theirs = there.has(file) ? readFileSync(join(models, file), "utf8") : "none";
      const ours = reply.error?.kind === "impossible" ? "none" : (reply.ok?.text ?? reply.error.message);
      same(`${name}: ${language.name} ${encoding}`, ours, theirs);
    }
    rmSync(models, { recursive: true });
  }
}
step("boards and formats");
for (const { file, text, name } of puzzles.filter((one) => examples.includes(one.file))) {
  const { board } = ask("solve", { puzzle: text });
  if (board) {
    const place = join(folder, "board.json");
    writeFileSync(place, JSON.stringify(board));
    same(`${name}: check`, ask("check", { puzzle: text, board, print: true }).printed, run("check", file, place, "--format", "json"));
  }
  for (const { name: format } of ask("about", {}).formats) {
    const reply = JSON.parse(answer(JSON.stringify({ call: "convert", puzzle: text, to: format, solution: true })));
    const theirs = spawnSync(program, ["--no-config", "--quiet", "convert", file, "--to", format, "--solution"], { encoding: "utf8" });
    same(`${name}: ${format}`, reply.ok?.text ?? "none", theirs.status === 0 ? theirs.stdout : "none");
  }
}
step("new puzzles of a level");
for (const [level, size, seed] of [["easy", 4, 1], ["easy", 5, 2], ["medium", 7, 1]]) {
  const ours = ask("generate", { level, size, seed, print: true });
  same(`new: ${level} ${size} ${seed}`, ours.printed, run(...ours.command.split(" ").slice(1), "--solution"));
}
console.log(`${compared - different} of ${compared} answers of the module are those of the program (${puzzles.length} puzzles)`);
process.exit(different ? 1 : 0);
