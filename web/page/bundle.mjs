// Makes the folder of the page: scripts bundled, styles joined, the module packed, the service worker stamped.
//
//   node web/page/bundle.mjs --wasm FILE --out FOLDER --modules NODE_MODULES
//
// Everything is a classic script and the module is text in one, so that the page also works when its file is
// opened from a folder, where browsers refuse modules, workers from files, and `fetch`.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { join as joined, split } from "./streams.js";

const here = dirname(fileURLToPath(import.meta.url));
const repository = resolve(here, "../..");
const { values: options } = parseArgs({
  options: { wasm: { type: "string" }, out: { type: "string" }, modules: { type: "string" } },
});
for (const name of ["wasm", "out", "modules"]) {
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

/** A module, sorted by `streams.js` and packed with LZMA, as the page takes it apart again. */
function pack(path) {
  const module = readFileSync(path);
  const streams = split(module);
  if (!module.equals(joined(streams))) {
    console.error("bundle: web/page/streams.js does not give back the module that it sorted; does it know all instructions?");
    process.exit(1);
  }
  let packed;
  try {
    packed = execFileSync("xz", ["--format=lzma", "--lzma1=preset=9e,lc=2,lp=0,pb=0", "--stdout"], { input: streams, maxBuffer: 1 << 28 });
  } catch (problem) {
    console.error(`bundle: \`xz\` is needed to pack the module (Debian's package xz-utils): ${problem.message}`);
    process.exit(1);
  }
  // `xz` leaves the length open.
  packed.writeBigUInt64LE(BigInt(streams.length), 5);
  return packed;
}

const minifyStyle = async (text) => (await esbuild.transform(text, { loader: "css", minify: true })).code;

const style = ["web/page/style.css", "templates/picture.css", "templates/labels.css"]
  .map((path) => readFileSync(join(repository, path), "utf8"))
  .join("\n");
const worker = await bundle("worker.js", {});
const files = {
  "app.js": await bundle("app.js", { worker, examples: examples() }),
  // Packed first and spelled second: what a server packs again stays about as small as the module packed.
  "engine.js": `self.PIPSC_ENGINE="${pack(options.wasm).toString("base64")}";\n`,
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
