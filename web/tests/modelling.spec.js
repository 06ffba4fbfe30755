// The tab Models: every language and encoding, highlighting, comparison, download and copy.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { cell, click, copied, example, expect, settled, shot, tab, test } from "./page.js";

const lit = (page) => page.$$eval("#models-board .cell.lit", (list) => list.map((one) => one.dataset.cell));

async function language(page, name) {
  await page.click(`#language-${name}`);
  await page.waitForSelector(`#code[data-language="${name}"]`);
  await settled(page);
}

test("each language has encodings, highlighting, command, copy and download", async ({ open }) => {
  const { page } = await open({ puzzle: "dozen.txt", name: "models" });
  const languages = await page.$$eval("#languages [role=tab]", (list) => list.map((one) => one.id.replace("language-", "")));
  assert.deepEqual(languages, ["minizinc", "smtlib", "dimacs", "cpsat", "asp", "xcsp3", "opb", "lp", "ir"]);
  const texts = new Set();
  for (const name of languages) {
    await language(page, name);
    assert.match(await page.textContent("#command"), new RegExp(`--target ${name}$`));
    await expect(page.locator("#encoding-note")).toHaveText(/ Decides on \w.*\.$/);
    texts.add(await page.textContent("#code"));
  }
  assert.equal(texts.size, languages.length);
  await language(page, "minizinc");
  for (const part of [".is-comment", ".is-word"]) assert.ok((await page.locator(`#code ${part}`).count()) > 0);
  await shot(page, "models-1100");
  // Another encoding has another text, command and author.
  const before = await page.textContent("#code");
  await page.selectOption("#encoding", "coordinates");
  await expect(page.locator("#command")).toHaveText(/--encoding coordinates$/);
  await expect(page.locator("#encoding-note")).toHaveText(/Decides on a row and a column .* Encoding by Ken Shirriff/);
  await settled(page);
  const text = await page.textContent("#code");
  assert.notEqual(text, before);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download-model")]);
  assert.equal(download.suggestedFilename(), "by-the-dozen.mzn");
  assert.equal(readFileSync(await download.path(), "utf8"), text);
  assert.equal(await copied(page, "#copy-model"), text);
  assert.equal(await copied(page, "#copy-command"), await page.textContent("#command"));
  // Models follow the puzzle.
  await example(page, "islands.txt");
  await tab(page, "models");
  await expect(page.locator("#command")).toHaveText(/two-islands/);
});

test("a line highlights the board; a cell, a region and a domino highlight their lines", async ({ open }) => {
  const { page } = await open({ puzzle: "dozen.txt", name: "models" });
  for (const name of ["minizinc", "dimacs", "smtlib"]) {
    await language(page, name);
    await page.locator(".line.about").first().hover();
    await expect(page.locator("#line-subject")).toHaveText(/^This line is about/);
    assert.ok((await page.locator("#models .left .lit").count()) > 0, name);
    await page.mouse.move(2, 2);
  }
  // At least one line is about a domino.
  assert.ok(await page.$$eval(".line.about", (lines) => lines.some((line) => {
    line.click();
    return document.querySelector("#parts-dominoes .lit") !== null;
  })));
  for (const [part, about] of [[cell("r2c2", "#models-board"), /lines are about r2c2/], ['.parts [data-domino="4-8"]', /about the domino 4-8/], ['.parts [data-region="B"]', /about region B/]]) {
    await page.hover(part);
    await expect(page.locator("#line-subject")).toHaveText(about);
    const lines = await page.locator(".line.lit").count();
    assert.ok(lines > 0 && lines < (await page.locator(".line").count()));
  }
  assert.deepEqual(await lit(page), ["r0c2", "r1c2"]);
  // The arrow keys move between lines.
  await page.focus("#code");
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector(".line.pointed");
});

test("a click pins the highlighted lines in every language", async ({ open }) => {
  const { page } = await open({ puzzle: "dozen.txt", name: "models" });
  await page.click('.parts [data-region="B"]');
  await page.mouse.move(2, 2);
  assert.deepEqual(await lit(page), ["r0c2", "r1c2"]);
  await language(page, "smtlib");
  assert.deepEqual(await lit(page), ["r0c2", "r1c2"]);
  await page.waitForSelector(".line.lit");
  // A second click removes the pin.
  await page.click('.parts [data-region="B"]');
  await page.mouse.move(2, 2);
  assert.deepEqual(await lit(page), []);
});

test("two models are compared side by side, highlighted together, and both run", async ({ open }) => {
  const { page } = await open({ size: [1440, 900], name: "models" });
  await language(page, "asp");
  await page.selectOption("#compare", "dimacs compact");
  await page.waitForSelector("#other-code .line");
  const [one, other] = await Promise.all(["#code", "#other-code"].map((pane) => page.locator(pane).boundingBox()));
  assert.ok(one.x + one.width <= other.x && Math.abs(one.y - other.y) < 2);
  await expect(page.locator("#model-note")).toHaveText(/^ASP, edges: [\d,]+ lines, [\d,]+ characters\.$/);
  await expect(page.locator("#other-note")).toHaveText(/^DIMACS CNF, compact: [\d,]+ lines, [\d,]+ characters\.$/);
  await page.click('.parts [data-region]:has-text("sum")');
  for (const pane of ["#code", "#other-code"]) await page.waitForSelector(`${pane} .line.lit`);
  await expect(page.locator("#run")).toHaveText("Run both");
  await click(page, "#run");
  const rows = page.locator("#runs tbody tr");
  await expect(rows).toHaveCount(2);
  const texts = await rows.evaluateAll((list) => list.map((row) => [...row.children].map((one) => one.textContent).join(" | ")));
  assert.match(texts[0], /^ASP, edges \| clingo \| 1 checked \| \d+\.\d\d \| [\d,]+ \| [\d,]+$/);
  assert.match(texts[1], /^DIMACS CNF, compact \| batsat, the library's own \| 1 checked \| \d+\.\d\d \| [\d,]+ \| [\d,]+$/);
  // The link contains the comparison.
  const { page: another } = await open({ at: new URL(page.url()).hash });
  await another.waitForSelector("#other-code .line");
  await expect(another.locator("#other-note")).toHaveText(/^DIMACS CNF, compact/);
});
