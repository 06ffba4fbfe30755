// What every test of the page needs: a server for the built folder, a browser, and a page that must not complain.
import assert from "node:assert/strict";
import { createReadStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const repository = resolve(here, "../..");
const prefix = process.env.PIPSC_SOLVERS_PREFIX ?? join(repository, ".solvers");
export const packages = createRequire(join(prefix, "browser/node_modules/x.js"));

/** The built page. */
export const folder = resolve(process.argv[2] ?? join(repository, "target/web"));

/** Where pictures of the page are left to be looked at, if anybody asks for them. */
const shots = process.env.PIPSC_SCREENSHOTS;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

/** Serves the folder on the loopback address, until `close`. */
export async function serve() {
  const hits = [];
  const server = createServer((request, response) => {
    hits.push(request.url);
    const name = new URL(request.url, "http://x").pathname.replace(/^\/$/, "/index.html");
    const file = join(folder, name);
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${server.address().port}/`, hits, close: () => server.close() };
}

/** The same page from the folder itself. */
export const fileAddress = pathToFileURL(join(folder, "index.html")).href;

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export async function launch() {
  const { chromium } = packages("playwright-core");
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/** A browser and a server, and pages in them of which nothing may go wrong unseen. */
export class Stand {
  constructor(browser, server) {
    this.browser = browser;
    this.server = server;
  }

  /**
   * Opens the page and waits until it can be used. `at` is what stands behind the address. Somebody who was `here` before has the module unpacked; so
   * most tests are of a second visit, and do not unpack it again and again. `engine` is brought in the place of the packed module.
   */
  async open(at = "", { size = [1100, 900], from = this.server.address, wait = true, here = from.startsWith("http"), engine = null, ...options } = {}) {
    const context = await this.browser.newContext({ viewport: { width: size[0], height: size[1] }, reducedMotion: "reduce", acceptDownloads: true, ...options });
    context.setDefaultTimeout(Number(process.env.PIPSC_PATIENCE ?? 30) * 1000);
    if (from.startsWith("http")) await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    if (here) await visit(context, from);
    if (engine) await context.route("**/engine.js*", (route) => route.fulfill({ contentType: TYPES[".js"], body: `self.PIPSC_ENGINE=${engine};` }));
    const page = await context.newPage();
    const complaints = [];
    const requests = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", (dialog) => {
      complaints.push(`a dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    context.on("request", (request) => requests.push(request.url()));
    await page.goto(from + at);
    if (wait) await ready(page);
    return {
      page,
      context,
      requests,
      complaints,
      close: async () => {
        await context.close();
        assert.deepEqual(complaints, []);
      },
    };
  }
}

/** Leaves what a visit leaves: the module, unpacked. */
async function visit(context, address) {
  const { version } = JSON.parse(/\{.*\}/.exec(readFileSync(join(folder, "engine.js"), "utf8"))[0]);
  await context.route("**/unpacked.wasm", (route) => route.fulfill({ path: join(folder, "../wasm/pipsc.wasm") }));
  const page = await context.newPage();
  await page.goto(`${address}icon.svg`);
  await page.evaluate(async (name) => {
    const cache = await caches.open("unpacked-pipsc");
    await cache.put(`https://unpacked-pipsc.invalid/${name}`, await fetch("unpacked.wasm"));
  }, version);
  await page.close();
}

/** Waits until the page can be used: a board is there, and the compiler. */
export const ready = (page) => page.waitForSelector("html[data-ready][data-engine]");

/** Opens a tab of the page. */
export const tab = async (page, name) => {
  await page.click(`#tab-${name}`);
  await page.waitForSelector(`#${name}:not([hidden])`);
};

/** Opens a puzzle that is pasted. */
export async function paste(page, text) {
  await tab(page, "new");
  await page.fill("#source", text);
  await page.click("#open button[type=submit]");
}

/** Opens a puzzle of the repository by the name of its file, and waits for it to lie on the table. */
export async function example(page, name) {
  await tab(page, "new");
  await page.click(`[data-example="${name}"]`);
  await page.waitForSelector("#play:not([hidden])");
  await settled(page);
}

/** Waits until the page has drawn what was asked for: nothing on it has changed for a while. */
export const settled = async (page) => {
  await page.waitForSelector("#working", { state: "hidden" });
  const seen = () => page.evaluate(() => document.body.innerHTML);
  let before = await seen();
  for (let still = 0, tries = 0; still < 3 && tries < 100; tries++) {
    await page.waitForTimeout(60);
    const now = await seen();
    still = now === before ? still + 1 : 0;
    before = now;
  }
};

/** What each cell is said to be, by its name. */
export const cells = (page, board = "#play-board") =>
  page.$$eval(`${board} .cell`, (list) => Object.fromEntries(list.map((cell) => [cell.dataset.cell, cell.getAttribute("aria-label")])));

/** The pips that lie on each cell, by its name. */
export async function pips(page) {
  const said = Object.entries(await cells(page));
  return Object.fromEntries(said.map(([name, label]) => [name, /shows (\d+), half of/.exec(label)]).filter(([, found]) => found).map(([name, found]) => [name, Number(found[1])]));
}

/** The middle of an element, in the window. */
export async function middle(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export const cellSelector = (name, board = "#play-board") => `${board} .cell[data-cell="${name}"]`;

export const shot = async (page, name) => {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
};
