import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

/** The bytes of the solvers' packages, which the page says before it fetches them. */
const bytes = (...files) => files.map((file) => statSync(new URL(`node_modules/${file}`, import.meta.url)).size).reduce((one, other) => one + other);
const SOLVER_BYTES = {
  minizinc: bytes("minizinc/dist/minizinc.wasm", "minizinc/dist/minizinc.data", "minizinc/dist/minizinc-worker.js"),
  clingo: bytes("clingo-wasm/dist/clingo.wasm"),
  highs: bytes("highs/build/highs.wasm"),
  z3: bytes("z3-solver/build/z3-built.wasm", "z3-solver/build/z3-built.js"),
};

/** What is fetched at the start, and kept for visits without a network. Anything else is kept once it was used. */
const isAtStart = (name) => /^(index-.*\.(js|css)|worker-.*\.js|pipsc-.*\.wasm|icon\.svg|manifest\.webmanifest)$/.test(name);

/** Writes the service worker with the names of all files that the page needs offline. */
const serviceWorker = {
  name: "service-worker",
  apply: "build",
  writeBundle({ dir }) {
    const hash = createHash("sha256");
    const files = readdirSync(dir).filter(isAtStart).sort();
    for (const name of ["index.html", ...files]) hash.update(name).update(readFileSync(join(dir, name)));
    const text = readFileSync(new URL("src/sw.js", import.meta.url), "utf8");
    const written = text.replace("__FILES__", JSON.stringify(["./", ...files])).replace("__VERSION__", hash.digest("hex").slice(0, 16));
    writeFileSync(join(dir, "sw.js"), written);
  },
};

export default defineConfig({
  // The page works below any address, and its files are in one folder.
  base: "./",
  define: { __SOLVER_BYTES__: JSON.stringify(SOLVER_BYTES) },
  build: { outDir: "../target/web", emptyOutDir: true, assetsDir: "", modulePreload: { polyfill: false }, assetsInlineLimit: 0, target: "es2022" },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
  plugins: [serviceWorker],
});
