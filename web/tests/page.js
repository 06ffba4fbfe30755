// A server for the built page, and helpers that drive the page.
import { createReadStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { deflateRawSync } from "node:zlib";
import { test as base, expect } from "@playwright/test";

export { expect };
export const repository = resolve(import.meta.dirname, "../..");
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
  // As in `pipsc play`, all files have the policy of the page, because workers use the policy of their own responses.
  const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(readFileSync(join(folder, "index.html"), "utf8"));
  const headers = { "content-security-policy": policy, ...(isolated && { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" }) };
  const hits = [];
  const server = createServer((request, response) => {
    hits.push(request.url);
    const file = join(folder, new URL(request.url, "http://x").pathname.replace(/^\/$/, "/index.html"));
    if (!file.startsWith(folder) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...headers });
    createReadStream(file).pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { address: `http://127.0.0.1:${server.address().port}/`, hits, close: () => server.close() };
}

/** The link to an example. */
const link = (name) => `1${deflateRawSync(readFileSync(join(repository, "puzzles", name))).toString("base64url")}`;

/**
 * Opens the page and waits until it can be used: an example in a tab, or what `at` has behind the address. `prepare` is given the
 * context first.
 */
export async function openPage(browser, server, { puzzle = "small.board.json", name = "play", at = `#p=${link(puzzle)}&tab=${name}`, phone = false, size = phone ? [390, 844] : [1100, 900], wait = true, prepare = null, ...options } = {}) {
  const touch = phone ? { hasTouch: true, isMobile: true } : {};
  const context = await browser.newContext({ viewport: { width: size[0], height: size[1] }, reducedMotion: "reduce", ...touch, ...options });
  if (browser.browserType().name() === "chromium") await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await prepare?.(context);
  const page = await context.newPage();
  const errors = [];
  page.on("console", (message) => errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("dialog", (dialog) => {
    errors.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(server.address + at);
  if (wait) await ready(page);
  return { page, context, errors };
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
    await use(async (options) => {
      opened.push(await openPage(browser, server, options));
      return opened.at(-1);
    });
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ errors }) => errors)).toEqual([]);
  },
});

/** Waits until the page can be used: a board is there, and the compiler. */
export const ready = (page) => page.waitForSelector("html[data-ready][data-engine]:not([data-busy])");

/** Waits until the compiler has answered all that the page asked. */
export const settled = (page) => page.waitForSelector("html:not([data-busy])");

/** Clicks, and waits for the answer. */
export async function click(page, selector) {
  await page.click(selector);
  await settled(page);
}

/** Has the page show the solution, which it does on the second click. */
export async function solve(page) {
  await page.click("#solve");
  await page.click("#solve");
  await page.waitForSelector("#end:not([hidden])");
}

/** Opens a tab of the page. */
export async function tab(page, name) {
  await page.click(`#tab-${name}`);
  await page.waitForSelector(`#${name}:not([hidden])`);
  await settled(page);
}

/** Opens a text that is pasted. */
export async function paste(page, text) {
  await tab(page, "new");
  await page.fill("#source", text);
  await page.click("#open button[type=submit]");
}

/** Opens a puzzle that is pasted, and waits for its board. */
export async function open(page, text) {
  await paste(page, text);
  await page.waitForSelector("#play:not([hidden])");
  await settled(page);
}

/** Opens a puzzle of the repository by the name of its file. */
export async function example(page, name) {
  await tab(page, "new");
  await page.click(`[data-example="${name}"]`);
  await page.waitForSelector("#play:not([hidden])");
  await settled(page);
}

/** Presses a button that copies, and gives what is copied. */
export async function copied(page, button) {
  await page.click(button);
  await expect(page.locator(button)).toHaveText("Copied");
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The label of each cell, by its name. */
export const cells = (page) => page.$$eval("#play-board .cell", (list) => Object.fromEntries(list.map((cell) => [cell.dataset.cell, cell.getAttribute("aria-label")])));

/** The pips that lie on each cell, by its name. */
export async function pips(page) {
  const found = Object.entries(await cells(page)).map(([name, label]) => [name, /shows (\d+), half of/.exec(label)?.[1]]);
  return Object.fromEntries(found.filter(([, shown]) => shown).map(([name, shown]) => [name, Number(shown)]));
}

/** The middle of an element, in the window. */
export async function middle(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export const cell = (name, board = "#play-board") => `${board} .cell[data-cell="${name}"]`;
export const domino = (name) => `.domino[data-domino="${name}"]`;

export async function shot(page, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}
