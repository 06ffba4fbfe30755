// Models: every language and encoding, lights in both directions, download, the command.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { cellSelector, example, settled, shot, tab, test } from "./page.js";

const lit = (page) => page.$$eval("#models-board .cell.lit", (list) => list.map((one) => one.dataset.cell));

test("each language has encodings, highlighting, command and download", async ({ open }) => {
  const { page } = await open();
  await example(page, "dozen.txt");
  await tab(page, "models");
  await page.waitForSelector(".line");
  const languages = await page.$$eval("#languages [role=tab]", (list) => list.map((one) => one.id.replace("language-", "")));
  assert.deepEqual(languages, ["minizinc", "smtlib", "dimacs", "cpsat", "asp", "xcsp3", "opb", "lp"].filter((name) => languages.includes(name)).concat(languages.filter((name) => name === "ir")));
  assert.ok(languages.length >= 8, languages.join());
  const texts = new Set();
  for (const language of languages) {
    await page.click(`#language-${language}`);
    await page.waitForFunction((name) => document.getElementById("command").textContent.includes(`--target ${name}`), language);
    await settled(page);
    const text = await page.textContent("#code");
    assert.ok(text.length > 200, language);
    texts.add(text);
  }
  assert.equal(texts.size, languages.length);
  await page.click("#language-minizinc");
  await page.waitForFunction(() => document.getElementById("command").textContent.includes("--target minizinc"));
  assert.ok((await page.locator("#code .is-comment").count()) > 0);
  assert.ok((await page.locator("#code .is-word").count()) > 0);
  await shot(page, "models-1100");
  // Another encoding is another text and another command.
  const encodings = await page.$$eval("#encoding option", (list) => list.map((one) => one.value));
  assert.ok(encodings.length > 1);
  const before = await page.textContent("#code");
  await page.selectOption("#encoding", encodings[1]);
  await page.waitForFunction((name) => document.getElementById("command").textContent.endsWith(`--encoding ${name}`), encodings[1]);
  assert.notEqual(await page.textContent("#code"), before);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download-model")]);
  assert.equal(download.suggestedFilename(), "by-the-dozen.mzn");
  assert.equal(readFileSync(await download.path(), "utf8"), await page.textContent("#code"));
  await page.click("#copy-command");
  await page.waitForFunction(() => document.getElementById("copy-command").textContent === "Copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.textContent("#command"));
});

test("a line lights the board, and a cell its lines", async ({ open }) => {
  const { page } = await open();
  await example(page, "dozen.txt");
  await tab(page, "models");
  for (const language of ["minizinc", "dimacs", "smtlib"]) {
    await page.click(`#language-${language}`);
    await page.waitForFunction((name) => document.getElementById("code").dataset.language === name, language);
    await page.locator(".line.about").first().hover();
    await page.waitForFunction(() => document.getElementById("spoken").textContent.startsWith("This line is about"));
    assert.ok((await page.locator("#models .left .lit").count()) > 0, language);
    await page.mouse.move(2, 2);
  }
  // Some line is about a domino, and the domino lights up.
  const subjects = page.locator(".line.about");
  let dominoes = 0;
  for (let at = 0; dominoes === 0 && at < (await subjects.count()); at++) {
    await subjects.nth(at).dispatchEvent("click");
    dominoes = await page.locator("#parts-dominoes .lit").count();
  }
  assert.ok(dominoes > 0);
  await page.hover(cellSelector("r2c2", "#models-board"));
  await page.waitForSelector(".line.lit");
  const lines = await page.locator(".line.lit").count();
  assert.ok(lines > 0 && lines < (await page.locator(".line").count()));
  assert.match(await page.textContent("#spoken"), /lines are about r2c2/);
  // The same for a region and a domino.
  for (const part of ['[data-region="B"]', '[data-domino="4-8"]']) {
    await page.hover(`.parts ${part}`);
    await page.waitForSelector(".line.lit");
    assert.match(await page.textContent("#spoken"), /\d+ lines? (is|are) about/);
  }
  assert.deepEqual(await lit(page), []);
  await page.hover('.parts [data-region="B"]');
  assert.deepEqual(await lit(page), ["r0c2", "r1c2"]);
  // By keyboard: the arrow keys go along the lines.
  await page.focus("#code");
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector(".line.pointed");
  await page.focus(cellSelector("r0c0", "#models-board"));
});

test("models follow the puzzle", async ({ open }) => {
  const { page } = await open();
  await example(page, "dozen.txt");
  await tab(page, "models");
  await page.waitForSelector(".line");
  const before = await page.textContent("#code");
  await example(page, "islands.txt");
  await tab(page, "models");
  await page.waitForFunction((old) => document.getElementById("code").textContent !== old, before);
  assert.match(await page.textContent("#command"), /two-islands/);
});

test("a click pins what is lit in every language; the model can be copied", async ({ open }) => {
  const { page } = await open();
  await example(page, "dozen.txt");
  await tab(page, "models");
  await page.waitForSelector("#code[data-language]");
  await page.click('.parts [data-region="B"]');
  await page.mouse.move(2, 2);
  assert.deepEqual(await lit(page), ["r0c2", "r1c2"]);
  await page.click("#language-smtlib");
  await page.waitForSelector('#code[data-language="smtlib"]');
  await settled(page);
  assert.deepEqual(await lit(page), ["r0c2", "r1c2"]);
  await page.waitForSelector(".line.lit");
  // A second click takes the pin away.
  await page.click('.parts [data-region="B"]');
  await page.mouse.move(2, 2);
  assert.deepEqual(await lit(page), []);
  await page.click("#copy-model");
  await page.waitForFunction(() => document.getElementById("copy-model").textContent === "Copied");
  // Of a long model the page shows the beginning.
  const [copied, shown] = [await page.evaluate(() => navigator.clipboard.readText()), await page.textContent("#code")];
  assert.ok(shown.length > 100 && copied.startsWith(shown));
});

test("two models are compared side by side, and lit together", async ({ open }) => {
  const { page } = await open(undefined, { size: [1440, 900] });
  await example(page, "small.board.json");
  await tab(page, "models");
  await page.waitForSelector("#code[data-language]");
  await page.selectOption("#compare", "asp edges");
  await page.waitForSelector("#other-code .line");
  await settled(page);
  const [one, other] = await Promise.all(["#code", "#other-code"].map((pane) => page.locator(pane).boundingBox()));
  assert.ok(one.x + one.width <= other.x && Math.abs(one.y - other.y) < 2);
  assert.match(await page.textContent("#model-note"), /^MiniZinc, edges: [\d,]+ lines, [\d,]+ characters\.$/);
  assert.match(await page.textContent("#other-note"), /^ASP, edges: [\d,]+ lines, [\d,]+ characters\.$/);
  await page.click('.parts [data-region="B"]');
  for (const pane of ["#code", "#other-code"]) await page.waitForSelector(`${pane} .line.lit`);
  // Both are run, and the table has a row for each.
  await page.selectOption("#compare", "dimacs compact");
  await settled(page);
  assert.equal(await page.textContent("#run"), "Run both");
  await page.click("#language-asp");
  await page.waitForSelector('#code[data-language="asp"]');
  await settled(page);
  await page.click("#run");
  await page.waitForSelector("#runs tbody tr:nth-child(2)");
  const rows = await page.$$eval("#runs tbody tr", (list) => list.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.deepEqual(rows.map(([model, solver, , , , result]) => [model, solver, result]), [["ASP, edges", "clingo", "1 checked"], ["DIMACS CNF, compact", "batsat, the library's own", "1 checked"]]);
  for (const [, , lines, characters, seconds] of rows) assert.match(`${lines} ${characters} ${seconds}`, /^[\d,]+ [\d,]+ \d+\.\d\d$/);
  // The link holds the comparison.
  const link = page.url();
  const { page: another } = await open(link.slice(link.indexOf("#")));
  await another.waitForSelector("#other-code .line");
  assert.match(await another.textContent("#other-note"), /^DIMACS CNF, compact/);
});
