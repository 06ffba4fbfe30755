// Opening puzzles: pasted, dropped, from a file or a link; generated puzzles; offline use; and errors.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import binaryen from "binaryen";
import { cells, click, copied, domino, example, expect, open as opens, paste, pips, ready, repository, settled, solve, tab, test } from "./page.js";

const read = (name) => readFileSync(join(repository, "puzzles", name), "utf8");
const title = (page) => page.locator("#title");
const shape = async (page) => JSON.stringify([await title(page).textContent(), await cells(page), await page.$$eval(".domino", (list) => list.map((one) => one.dataset.domino))]);
const address = (page) => new URL(page.url()).hash;

/** A module that ends every call as `text` says, in WebAssembly's text format. */
function failing(text) {
  const module = binaryen.parseText(`(module
    (import "pipsc" "progress" (func $progress (param i32 i32)))
    (memory (export "memory") 1)
    (data (i32.const 16) "{\\22panic\\22:\\22a dot is missing at src/pips.rs:7\\22}")
    (func (export "request") (param i32) (result i32) (i32.const 1024))
    (func (export "answer") (result i32) ${text} unreachable)
    (func (export "reply") (result i32) (i32.const 0)))`);
  return { contentType: "application/wasm", body: Buffer.from(module.emitBinary()) };
}

for (const [what, reply, words] of [
  ["a panic", failing("(call $progress (i32.const 16) (i32.const 45))"), /^The compiler stopped because of a bug in it\. Please report it with the puzzle: a dot is missing at src\/pips\.rs:7$/],
  ["an exhausted memory", failing(""), /^This puzzle needs more memory than a page can have\./],
  ["a missing module", { status: 404 }, /^The compiler could not be loaded: the server answers 404 for \/pipsc-[\w-]+\.wasm\./],
  ["a damaged module", { contentType: "application/wasm", body: "no module" }, /^The compiler could not be loaded: it is damaged/],
]) {
  test(`${what} is reported in words`, async ({ open }) => {
    const { page, errors } = await open({ wait: false, prepare: (context) => context.route("**/*.wasm", (route) => route.fulfill(reply)) });
    await expect(page.locator("#error p")).toHaveText(words);
    await expect(page.locator("#starting")).toBeHidden();
    // The browser itself logs missing files.
    errors.length = 0;
  });
}

test("the module loads with any content type", async ({ open }) => {
  await open({ prepare: (context) => context.route("**/*.wasm", async (route) => route.fulfill({ response: await route.fetch(), contentType: "application/octet-stream" })) });
});

test("every format can be pasted", async ({ open }) => {
  const { page } = await open();
  for (const name of ["dozen.txt", "small.board.json", "2025-10-05-easy.nyt.json", "2025-10-16-easy.cells.json", "2025-09-16-easy.graph.json"]) {
    const before = page.url();
    await opens(page, read(name));
    assert.notEqual(page.url(), before, name);
    assert.ok(Object.keys(await cells(page)).length >= 8, name);
    await expect(page.locator("#error")).toBeHidden();
  }
});

test("a file with several levels, and a dropped file", async ({ open }) => {
  const { page } = await open({ name: "new" });
  // Two valid levels and an invalid one.
  const easy = JSON.parse(read("2025-10-05-easy.nyt.json"));
  const day = JSON.stringify({ printDate: "2025-10-05", easy, medium: { ...easy, dominoes: easy.dominoes.slice(1) }, hard: easy });
  await page.setInputFiles("#file", { name: "day.json", mimeType: "application/json", buffer: Buffer.from(day) });
  await page.waitForSelector("#choices:not([hidden])");
  const choices = page.locator("#choices button");
  assert.deepEqual(await choices.evaluateAll((list) => list.map((one) => one.disabled)), [false, true, false]);
  await choices.nth(2).click();
  await expect(page.locator("#tray .domino")).toHaveCount(4);
  // Files can be dropped anywhere.
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "dozen.txt"));
    for (const type of ["dragover", "drop"]) window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, read("dozen.txt"));
  await expect(title(page)).toHaveText("By the dozen");
  await expect(page.locator("#drop")).toBeHidden();
});

test("links hold puzzle and tab; Back goes through both", async ({ open }) => {
  const { page } = await open({ puzzle: "islands.txt" });
  await expect(title(page)).toHaveText("Two islands");
  const before = await shape(page);
  const link = await copied(page, "#share");
  assert.equal(link, page.url());
  assert.match(link, /#p=[\w-]+$/);
  await tab(page, "explain");
  assert.match(page.url(), /&tab=explain$/);
  await tab(page, "models");
  await page.goBack();
  await page.waitForSelector("#explain:not([hidden])");
  await page.goBack();
  await page.waitForSelector("#play:not([hidden])");
  await page.goForward();
  await page.waitForSelector("#explain:not([hidden])");
  await example(page, "dozen.txt");
  await page.goBack();
  await page.waitForSelector("#new:not([hidden])");
  await tab(page, "play");
  await expect(title(page)).toHaveText("Two islands");
  // A link can also be pasted as text.
  await example(page, "dozen.txt");
  await paste(page, link);
  await expect(title(page)).toHaveText("Two islands");
  const { page: other } = await open({ at: new URL(link).hash });
  assert.equal(await shape(other), before);
});

test("a link to a generated puzzle gives the same puzzle, of the chosen level", async ({ open }) => {
  const { page } = await open({ name: "new" });
  // The default size depends on the level.
  for (const [level, size] of [["medium", "8"], ["hard", "12"], ["expert", "16"], ["easy", "5"]]) {
    await page.selectOption("#level", level);
    await expect(page.locator("#size")).toHaveValue(size);
  }
  await page.fill("#size", "6");
  await page.fill("#seed", "7");
  await page.click("#endless button");
  await expect(title(page)).toHaveText("Easy puzzle 7");
  await settled(page);
  const at = address(page);
  assert.equal(at, "#level=easy&size=6&seed=7");
  await expect(page.locator("#tray .domino")).toHaveCount(6);
  const before = await shape(page);
  // The editor's verdict does not depend on the generator.
  await tab(page, "make");
  await expect(page.locator("#verdict")).toHaveText(/Level: easy/);
  // Without a seed, another puzzle is generated.
  await tab(page, "new");
  await page.fill("#seed", "");
  await page.click("#endless button");
  await page.waitForURL((url) => url.hash !== at && url.hash.includes("seed="));
  await settled(page);
  assert.notEqual(await shape(page), before);
  const { page: other } = await open({ at });
  assert.equal(await shape(other), before);
});

/** Asks for a puzzle that takes long. */
async function endless(page) {
  await page.selectOption("#level", "expert");
  await page.fill("#size", await page.getAttribute("#size", "max"));
  await page.fill("#seed", "1");
  await page.click("#endless button");
}

test("generating shows progress and can be stopped", async ({ open }) => {
  const { page } = await open({ name: "new" });
  await endless(page);
  await expect(page.locator("#working")).toHaveText(/Making a puzzle with exactly one solution.*Attempt \d+/);
  await page.click("#stop");
  await expect(page.locator("#working")).toBeHidden();
  assert.doesNotMatch(page.url(), /seed=/);
  // The page can be used afterwards.
  await example(page, "small.board.json");
  await page.click("#hint");
  await page.waitForSelector("#message.hinted");
});

test("a call is ended after a minute", async ({ open }) => {
  const { page } = await open({ name: "new" });
  // Only the clock of the page is advanced; the worker is still running.
  await page.clock.install();
  await endless(page);
  await page.clock.fastForward(61_000);
  await expect(page.locator("#error p")).toHaveText(/^This takes longer than 60 seconds, so it was stopped\./);
  await expect(page.locator("#working")).toBeHidden();
});

test("the front page shows the daily puzzle, which depends on the date alone", async ({ open }) => {
  const { page } = await open({ at: "", prepare: (context) => context.clock.setFixedTime(new Date("2026-11-17T12:00:00")) });
  await expect(title(page)).toHaveText("Tuesday, 17 November");
  await expect(page.locator("#about")).toHaveText("Easy, 6 dominoes");
  assert.equal(address(page), "#day=2026-11-17");
  const before = await shape(page);
  // The date is that of the local time zone.
  const { page: other } = await open({ timezoneId: "Pacific/Kiritimati" });
  await page.waitForSelector("#to-today", { state: "hidden" });
  await other.click("#to-today");
  const today = await other.evaluate(() => new Date().toLocaleDateString("sv"));
  await other.waitForURL(`**/#day=${today}`);
  await tab(other, "new");
  await other.fill("#day", "2026-11-17");
  await click(other, "#today button");
  await expect(title(other)).toHaveText("Tuesday, 17 November");
  await settled(other);
  assert.equal(await shape(other), before);
});

test("the page works offline after the first visit, and requests no other server", async ({ open, server }) => {
  const { page, context } = await open({ prepare: (context) => context.route((url) => !url.href.startsWith(server.address), (route) => assert.fail(route.request().url())) });
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  const loaded = server.hits.length;
  await context.setOffline(true);
  await page.goto(server.address);
  await ready(page);
  await example(page, "small.board.json");
  for (const name of ["make", "models", "explain", "play"]) await tab(page, name);
  await solve(page);
  assert.equal(Object.keys(await pips(page)).length, 8);
  await expect(page.locator(domino("1-4"))).toBeDisabled();
  // The browser may check for a new service worker.
  assert.deepEqual(server.hits.slice(loaded).filter((path) => path !== "/sw.js"), []);
});

test("the content security policy forbids inline scripts", async ({ open }) => {
  const { page, errors } = await open();
  const policy = await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|https?:/);
  await expect(page.locator("script:not([src]), style")).toHaveCount(0);
  // An inserted script is not run.
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.broken = true";
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => window.broken), undefined);
  assert.ok(errors.splice(0).some((one) => one.includes("Content Security Policy")));
});
