import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

/** Writes the service worker with the names of all files that the page needs offline. */
const serviceWorker = {
  name: "service-worker",
  apply: "build",
  writeBundle({ dir }) {
    const hash = createHash("sha256");
    const files = readdirSync(dir).filter((name) => name !== "index.html" && name !== "sw.js").sort();
    for (const name of ["index.html", ...files]) hash.update(name).update(readFileSync(join(dir, name)));
    const text = readFileSync(new URL("src/sw.js", import.meta.url), "utf8");
    const written = text.replace("__FILES__", JSON.stringify(["./", ...files])).replace("__VERSION__", hash.digest("hex").slice(0, 16));
    writeFileSync(join(dir, "sw.js"), written);
  },
};

export default defineConfig({
  // The page works below any address, and its files are in one folder.
  base: "./",
  build: { outDir: "../target/web", emptyOutDir: true, assetsDir: "", modulePreload: { polyfill: false }, assetsInlineLimit: 0, target: "es2022" },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
  plugins: [serviceWorker],
});
