// Opening: pasted, dropped, from a file, by a link; new puzzles by level, size, seed and day; without a network; and what is said where that fails.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import binaryen from "binaryen";
import { cells, example, expect, paste, pips, ready, repository, settled, shot, solve, tab, test } from "./page.js";

const read = (name) => readFileSync(join(repository, "puzzles", name), "utf8");
const title = (page) => page.textContent("#title");
const shape = async (page) => JSON.stringify([await title(page), await cells(page), await page.$$eval(".domino", (list) => list.map((one) => one.dataset.domino))]);

/** A day of the newspaper's, made of our own puzzle: two levels that are there and one that is not. */
const day = () => {
  const easy = JSON.parse(read("2025-10-05-easy.nyt.json"));
  const level = easy.easy ?? easy;
  return JSON.stringify({ printDate: "2025-10-05", easy: level, medium: { ...level, dominoes: level.dominoes.slice(1) }, hard: level });
};

/** A module that ends every call as `text` says, in WebAssembly's text format. */
const failing = (text) => {
  const module = binaryen.parseText(`(module
    (import "pipsc" "progress" (func $progress (param i32 i32)))
    (import "pipsc" "exhausted" (func $exhausted (param i32)))
    (memory (export "memory") 1)
    (data (i32.const 16) "{\\22panic\\22:\\22a dot is missing at src/pips.rs:7\\22}")
    (func (export "request") (param i32) (result i32) (i32.const 1024))
    (func (export "answer") (result i32) ${text} unreachable)
    (func (export "reply") (result i32) (i32.const 0))
    (func (export "forget")))`);
  const body = Buffer.from(module.emitBinary());
  return (context) => context.route("**/*.wasm", (route) => route.fulfill({ contentType: "application/wasm", body }));
};

for (const [what, prepare, words] of [
  ["a panic", failing("(call $progress (i32.const 16) (i32.const 45))"), /^The compiler stopped because of a bug in it\. Please report it with the puzzle: a dot is missing at src\/pips\.rs:7$/],
  ["an exhausted memory", failing("(call $exhausted (i32.const 99))"), /^This puzzle needs more memory than a page can have\./],
  ["a missing module", (context) => context.route("**/*.wasm", (route) => route.fulfill({ status: 404 })), /^The compiler could not be loaded: the server answers 404 for \/pipsc-[\w-]+\.wasm\./],
  ["a damaged module", (context) => context.route("**/*.wasm", (route) => route.fulfill({ contentType: "application/wasm", body: "no module" })), /^The compiler could not be loaded: it is damaged/],
]) {
  test(`${what} is reported in words`, async ({ open }) => {
    const { page, complaints } = await open(undefined, { wait: false, prepare });
    await expect(page.locator("#trouble p")).toHaveText(words);
    await expect(page.locator("#starting")).toBeHidden();
    // A browser itself complains about what is missing.
    complaints.length = 0;
  });
}

test("the module loads with any content type", async ({ open }) => {
  const { page } = await open(undefined, { prepare: (context) => context.route("**/*.wasm", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, contentType: "application/octet-stream" });
  }) });
  await example(page, "small.board.json");
});

test("every format can be pasted", async ({ open }) => {
  const { page } = await open();
  for (const name of ["dozen.txt", "small.board.json", "2025-10-05-easy.nyt.json", "2025-10-16-easy.cells.json", "2025-09-16-easy.graph.json"]) {
    const address = page.url();
    await paste(page, read(name));
    await page.waitForFunction((before) => location.href !== before, address);
    await page.waitForSelector("#play:not([hidden])");
    await settled(page);
    assert.ok(Object.keys(await cells(page)).length >= 8, name);
    assert.equal(await page.isVisible("#trouble"), false);
  }
});

test("a day from a file, and a dropped file", async ({ open }) => {
  const { page } = await open();
  await tab(page, "new");
  await page.setInputFiles("#file", { name: "day.json", mimeType: "application/json", buffer: Buffer.from(day()) });
  await page.waitForSelector("#choices:not([hidden])");
  const choices = page.locator("#choices button");
  assert.deepEqual(await choices.evaluateAll((list) => list.map((one) => one.disabled)), [false, true, false]);
  await choices.nth(2).click();
  await page.waitForSelector("#play:not([hidden])");
  assert.equal(await page.locator("#tray .domino").count(), 4);
  // Dropped anywhere.
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dozen.txt"));
    for (const type of ["dragover", "drop"]) window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, read("dozen.txt"));
  await page.waitForFunction(() => document.getElementById("title").textContent === "By the dozen");
  assert.equal(await page.isVisible("#drop"), false);
});

test("examples, links and the Back button", async ({ open }) => {
  const { page } = await open();
  await example(page, "islands.txt");
  assert.equal(await title(page), "Two islands");
  const before = await shape(page);
  await page.click("#share");
  await page.waitForFunction(() => document.getElementById("share").textContent === "Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  assert.match(link, /#p=[\w-]+$/);
  // Back and forth among puzzles.
  await example(page, "dozen.txt");
  await page.goBack();
  await page.waitForSelector("#new:not([hidden])");
  await page.goBack();
  await page.waitForFunction(() => document.getElementById("title").textContent === "Two islands");
  // Pasted as text it is understood as well.
  await example(page, "dozen.txt");
  await paste(page, link);
  await page.waitForFunction(() => document.getElementById("title").textContent === "Two islands");

  const other = await open(link.slice(link.indexOf("#")));
  await settled(other.page);
  assert.equal(await shape(other.page), before);
});

test("a link to a generated puzzle gives the same puzzle, of the chosen level", async ({ open }) => {
  const { page } = await open();
  await tab(page, "new");
  await page.selectOption("#level", "easy");
  await page.fill("#size", "6");
  await page.fill("#seed", "7");
  await page.click("#endless button");
  await page.waitForSelector("#play:not([hidden])");
  await settled(page);
  assert.match(page.url(), /#level=easy&size=6&seed=7$/);
  assert.equal(await page.locator("#tray .domino").count(), 6);
  const before = await shape(page);
  const link = page.url();
  // The editor's verdict knows no generator.
  await tab(page, "make");
  await page.waitForSelector("#verdict.unique");
  await page.waitForFunction(() => document.getElementById("verdict").textContent.includes("Level: easy"));
  // By chance: another one.
  await tab(page, "new");
  await page.fill("#seed", "");
  await page.click("#endless button");
  await page.waitForFunction((old) => location.href !== old, link);
  await settled(page);
  assert.notEqual(await shape(page), before);
  const other = await open(link.slice(link.indexOf("#")));
  await settled(other.page);
  assert.equal(await shape(other.page), before);
});

test("generating shows progress and can be stopped", async ({ open }) => {
  const { page } = await open();
  await tab(page, "new");
  await page.selectOption("#level", "expert");
  await page.fill("#size", await page.getAttribute("#size", "max"));
  await page.fill("#seed", "1");
  await page.click("#endless button");
  await page.waitForSelector("#working:not([hidden])");
  assert.match(await page.textContent("#working"), /Making a puzzle with exactly one solution/);
  await page.waitForFunction(() => /Attempt \d+/.test(document.getElementById("working").textContent));
  await page.click("#stop");
  await page.waitForSelector("#working", { state: "hidden" });
  assert.doesNotMatch(page.url(), /seed=/);
  // The next one is made all the same.
  await example(page, "small.board.json");
  await page.click("#hint");
  await page.waitForSelector("#said.hinted");
});

test("a call is ended after a minute", async ({ open }) => {
  const { page } = await open();
  await tab(page, "new");
  await page.selectOption("#level", "expert");
  await page.fill("#size", await page.getAttribute("#size", "max"));
  await page.fill("#seed", "1");
  // The page's clock is put forward; the worker's is not, and it is still at work.
  await page.clock.install();
  await page.click("#endless button");
  await page.clock.fastForward(61_000);
  await page.waitForSelector("#trouble:not([hidden])");
  assert.match(await page.textContent("#trouble p"), /^This takes longer than 60 seconds, so it was stopped\./);
  assert.ok(await page.isHidden("#working"));
});

test("the puzzle of a day depends on the date alone", async ({ open }) => {
  const shapes = [];
  for (const _ of [1, 2]) {
    const { page } = await open();
    await tab(page, "new");
    await page.fill("#day", "2026-11-16");
    await page.click("#today button");
    await page.waitForFunction(() => location.hash === "#day=2026-11-16");
    await page.waitForSelector("#play:not([hidden])");
    await settled(page);
    shapes.push(await shape(page));
  }
  assert.equal(shapes[0], shapes[1]);
  // Today is the day of the reader's time zone.
  const { page } = await open(undefined, { timezoneId: "Pacific/Kiritimati" });
  await page.click("#to-today");
  const today = await page.evaluate(() => new Date().toLocaleDateString("sv"));
  await page.waitForFunction((day) => location.hash === `#day=${day}`, today);
});

test("the page works offline after the first visit", async ({ open, server }) => {
  const { page, context, requests } = await open();
  const own = server.address;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await (await caches.open((await caches.keys())[0])).keys()).length >= 6);
  const { hits } = server;
  const loaded = hits.length;
  assert.ok(requests.every((one) => one.startsWith(own) || one.startsWith("blob:")), requests.join("\n"));
  await example(page, "dozen.txt");
  await tab(page, "models");
  await page.waitForSelector(".line");
  await tab(page, "explain");
  await page.waitForSelector("#words p");
  assert.deepEqual(hits.slice(loaded), []);
  // The network is gone.
  await context.setOffline(true);
  await page.goto(own);
  await ready(page);
  await example(page, "small.board.json");
  await solve(page);
  await page.waitForSelector("#end:not([hidden])");
  assert.equal(Object.keys(await pips(page)).length, 8);
  assert.deepEqual(hits.slice(loaded), []);
  assert.ok(requests.every((one) => one.startsWith(own) || one.startsWith("blob:")), requests.join("\n"));
});

test("the content security policy forbids inline scripts", async ({ open }) => {
  const { page, complaints } = await open();
  const policy = await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|https?:/);
  assert.equal(await page.evaluate(() => document.querySelectorAll("script:not([src]), style, [style*=expression]").length), 0);
  // One that is brought in is not run.
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.broken = true";
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => window.broken), undefined);
  assert.ok(complaints.splice(0).some((one) => one.includes("Content Security Policy")));
});

test("the front page is the puzzle of the day, with its level", async ({ open }) => {
  const { page } = await open("", { prepare: (context) => context.clock.setFixedTime(new Date("2026-11-17T12:00:00")) });
  assert.equal(await title(page), "Tuesday, 17 November");
  assert.equal(await page.textContent("#about"), "Easy, 6 dominoes");
  assert.match(page.url(), /#day=2026-11-17$/);
});

test("the number of dominoes follows the level", async ({ open }) => {
  const { page } = await open();
  await tab(page, "new");
  await settled(page);
  for (const [level, size] of [["easy", "5"], ["medium", "8"], ["hard", "12"], ["expert", "16"]]) {
    await page.selectOption("#level", level);
    assert.equal(await page.inputValue("#size"), size);
  }
  await page.selectOption("#level", "easy");
  await page.fill("#seed", "7");
  await page.click("#endless button");
  await page.waitForSelector("#play:not([hidden])");
  assert.equal(await title(page), "Easy puzzle 7");
});

test("tabs are part of the address, and Back goes through them", async ({ open }) => {
  const { page } = await open();
  await tab(page, "explain");
  assert.match(page.url(), /#day=2026-11-16&tab=explain$/);
  await tab(page, "models");
  await page.waitForSelector("#code[data-language]");
  await settled(page);
  await page.goBack();
  await page.waitForSelector("#explain:not([hidden])");
  await page.goBack();
  await page.waitForSelector("#play:not([hidden])");
  await page.goForward();
  await page.waitForSelector("#explain:not([hidden])");
});
