// Makes the folder of the page: scripts bundled, styles joined, the module packed, the service worker stamped.
//
//   node web/page/bundle.mjs --wasm FILE --packed FILE --unpacker FILE --out FOLDER --modules NODE_MODULES
//
// Everything is a classic script and the module is text in one, so that the page also works when its file is
// opened from a folder, where browsers refuse modules, workers from files, and `fetch`.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { deflateRawSync, gzipSync } from "node:zlib";
import { connect } from "./module.js";

const here = dirname(fileURLToPath(import.meta.url));
const repository = resolve(here, "../..");
const wanted = ["wasm", "packed", "unpacker", "out", "modules"];
const { values: options } = parseArgs({
  options: Object.fromEntries(wanted.map((name) => [name, { type: "string" }])),
});
for (const name of wanted) {
  if (!options[name]) {
    console.error(`bundle: --${name} is missing; the first lines of web/page/bundle.mjs say how to call it.`);
    process.exit(2);
  }
}
const esbuild = createRequire(resolve(options.modules, "x.js"))("esbuild");

/** The puzzles of the repository that the page offers, by file name. */
function examples() {
  const folder = join(repository, "puzzles");
  return readdirSync(folder)
    .filter((name) => /\.(txt|json)$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

/** Bundles one entry to a classic script. Modules that are made here are imported as `made:NAME`. */
async function bundle(entry, made) {
  const plugin = {
    name: "made",
    setup(build) {
      build.onResolve({ filter: /^made:/ }, (wanted) => ({ path: wanted.path, namespace: "made" }));
      build.onLoad({ filter: /.*/, namespace: "made" }, (wanted) => ({
        contents: JSON.stringify(made[wanted.path.slice("made:".length)]),
        loader: "json",
      }));
    },
  };
  const result = await esbuild.build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    plugins: [plugin],
  });
  return result.outputFiles[0].text;
}

/** What the page asks when it begins, each with its reply, so that there is a board before the module is unpacked. A page that asks otherwise only waits longer. */
function start(text) {
  const answer = connect(new WebAssembly.Module(readFileSync(options.wasm)), () => {});
  const asked = [];
  const ask = (call, values) => {
    const request = JSON.stringify({ call, ...values });
    const { ok, error } = JSON.parse(answer(request));
    if (error) throw new Error(`${call}: ${error.message}`);
    asked.push([request, ok]);
    return ok;
  };
  const { puzzle } = ask("open", { text }).puzzles[0];
  const board = { placements: [] };
  ask("picture", { puzzle, tray: true });
  ask("picture", { puzzle, tray: false, board, marks: [], labels: false });
  ask("check", { puzzle, board });
  return asked;
}

/** The packed module and what unpacks it, as text. */
function engine() {
  const packed = readFileSync(options.packed);
  const unpacker = deflateRawSync(readFileSync(options.unpacker), { level: 9 });
  const version = createHash("sha256").update(packed).update(unpacker).digest("hex").slice(0, 16);
  return { version, unpacker: unpacker.toString("base64"), packed: packed.toString("base64") };
}

const minifyStyle = async (text) => (await esbuild.transform(text, { loader: "css", minify: true })).code;

const style = ["web/page/style.css", "templates/picture.css", "templates/labels.css"]
  .map((path) => readFileSync(join(repository, path), "utf8"))
  .join("\n");
const worker = await bundle("worker.js", {});
/** The puzzle that the page begins with. */
const first = examples().find(({ name }) => name === "islands.txt");
const files = {
  "app.js": await bundle("app.js", { worker, examples: examples(), first, start: start(first.text) }),
  // Packed first and spelled second: what a server packs again stays about as small as the module packed.
  "engine.js": `self.PIPSC_ENGINE=${JSON.stringify(engine())};\n`,
  "style.css": await minifyStyle(style),
  "index.html": readFileSync(join(here, "index.html")),
  "icon.svg": readFileSync(join(here, "icon.svg")),
  "manifest.webmanifest": readFileSync(join(here, "manifest.webmanifest")),
};
// A new version of any file is a new version of the page, and the service worker then fetches all of them.
const hash = createHash("sha256");
for (const [name, content] of Object.entries(files)) hash.update(name).update("\0").update(content).update("\0");
const version = hash.digest("hex").slice(0, 16);
// The page asks for its own version of each file, so that an old one that is kept is never mixed with a new one.
const versioned = (name) => `${name}?${version}`;
files["index.html"] = files["index.html"].toString().replace(/(?<=(?:src|href)=")[\w.]+(?=")/g, (name) => (name in files ? versioned(name) : name));
const kept = Object.keys(files).filter((name) => name !== "index.html");
files["sw.js"] = await bundle("sw.js", { version, files: ["./", ...kept.map(versioned)] });

rmSync(options.out, { recursive: true, force: true });
mkdirSync(options.out, { recursive: true });
let packed = 0;
for (const [name, content] of Object.entries(files)) {
  writeFileSync(join(options.out, name), content);
  packed += gzipSync(content, { level: 9 }).length;
}
console.log(`bundle: ${Object.keys(files).length} files, ${packed} bytes when packed with gzip`);
