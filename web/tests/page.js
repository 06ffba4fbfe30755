// What every test of the page needs: a server for the built folder, and a page that must not complain.
import { createReadStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect } from "@playwright/test";

export { expect };
export const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = join(repository, "target/web");

/** With PIPSC_SCREENSHOTS=FOLDER pictures of the page are left there. */
const shots = process.env.PIPSC_SCREENSHOTS;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Serves the built page on the loopback address, until `close`; isolated from other origins, it may use threads. */
export async function serve({ isolated = false } = {}) {
  if (!existsSync(folder)) throw new Error(`${folder} is missing; scripts/build-web makes it`);
  // Workers have the policy of their own responses; as `pipsc play` does it, all files have that of the page.
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(readFileSync(join(folder, "index.html"), "utf8"))[1];
  const hits = [];
  const server = createServer((request, response) => {
    hits.push(request.url);
    const name = new URL(request.url, "http://x").pathname.replace(/^\/$/, "/index.html");
    const file = join(folder, name);
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const isolation = isolated ? { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" } : {};
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-security-policy": policy, ...isolation });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${server.address().port}/`, hits, close: () => server.close() };
}

/** Opens the page and waits until it can be used. `at` is what stands behind the address; `prepare` is given the context first. */
export async function openPage(browser, server, at = "#day=2026-11-16", { size = [1100, 900], wait = true, prepare = null, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: size[0], height: size[1] }, reducedMotion: "reduce", acceptDownloads: true, ...options });
  if (browser.browserType().name() === "chromium") await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await prepare?.(context);
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
  await page.goto(server.address + at);
  if (wait) await ready(page);
  return { page, context, requests, complaints };
}

export const test = base.extend({
  server: [async ({}, use) => {
    const server = await serve();
    await use(server);
    server.close();
  }, { scope: "worker" }],
  /** Opens pages; at the end of the test none of them may have complained. */
  open: async ({ browser, server }, use) => {
    const opened = [];
    await use(async (...values) => {
      opened.push(await openPage(browser, server, ...values));
      return opened.at(-1);
    });
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ complaints }) => complaints)).toEqual([]);
  },
});

/** Waits until the page can be used: a board is there, and the compiler. */
export const ready = (page) => page.waitForSelector("html[data-ready][data-engine]:not([data-busy])");

/** Waits until the compiler has answered all that the page asked. */
export const settled = (page) => page.waitForSelector("html:not([data-busy])");

/** Has the page show the solution, which it does on the second click. */
export async function solve(page) {
  await page.click("#solve");
  await page.click("#solve");
}

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
