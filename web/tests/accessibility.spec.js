// Accessibility and layout: axe, overflow, and what is in view, from a phone to a wide screen, in light and dark colours.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cells, cellSelector, example, settled, shot, tab, test } from "./page.js";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const TABS = ["play", "new", "make", "models", "explain"];

async function barriers(page, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => `${where}: ${id}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join("; ")}`), []);
}

async function fits(page, where) {
  // A phone zooms out where something sticks out; the window that was asked for counts.
  const window = page.viewportSize().width;
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  const out = await page.evaluate((window) => [...document.querySelectorAll("main *, header *")].filter((one) => one.getBoundingClientRect().right > window + 1 && !one.closest("pre, code, .unseen")).map((one) => one.outerHTML.slice(0, 90)).slice(0, 4), window);
  assert.ok(wide <= window, `${where} is ${wide} wide in a window of ${window}: ${out.join(" ")}`);
}

/** Every part of the page with something on it. */
async function tour(page, each) {
  await example(page, "dozen.txt");
  await page.click('.domino[data-domino="4-8"]');
  await page.click('#play-board .cell[data-cell="r0c1"]');
  await settled(page);
  await page.click("#hint");
  await page.waitForSelector("#said:not([hidden])");
  await settled(page);
  for (const name of TABS) {
    await tab(page, name);
    if (name === "make") await page.waitForFunction(() => document.getElementById("verdict").textContent.includes("Level:"));
    if (name === "models") await page.waitForSelector(".line");
    if (name === "explain") await page.waitForSelector("#words p");
    await settled(page);
    await each(name);
  }
}

for (const [device, size] of [["phone", [390, 844]], ["wide", [1440, 900]]]) {
  for (const scheme of ["light", "dark"]) {
    test(`${device}, ${scheme}: no horizontal scrolling and no serious axe violations`, async ({ open }) => {
      const { page } = await open(undefined, { size, colorScheme: scheme, hasTouch: device === "phone", isMobile: device === "phone" });
      await tour(page, async (name) => {
        await fits(page, `${name} on a ${device}`);
        await shot(page, `${name}-${size[0]}-${scheme}`);
        await barriers(page, `${name} on a ${device}, ${scheme}`);
      });
    });
  }
}

test("labels and live messages describe the board and each move", async ({ open }) => {
  const { page } = await open();
  await example(page, "dozen.txt");
  assert.equal((await cells(page)).r2c2, "row 2 column 2, empty, no rule");
  assert.equal((await cells(page)).r0c0, "row 0 column 0, empty, region A, sum = 4");
  await page.click('.domino[data-domino="4-8"]');
  assert.match(await page.textContent("#live"), /4-8 picked up/);
  await page.click('#play-board .cell[data-cell="r0c1"]');
  await settled(page);
  assert.match((await cells(page)).r0c1, /^row 0 column 1, shows 4, half of domino 4-8, region A, sum = 4/);
  const tree = await page.locator("#play").ariaSnapshot();
  for (const part of ['group "Board of 14 cells"', 'group "Dominoes to lay"', 'button "Domino 0-6"', 'button "Domino 4-8, laid" [disabled]', 'button "Hint"', 'timer "Time played"']) assert.ok(tree.includes(part), `${part} in\n${tree}`);
});

test("text at 150 % does not scroll horizontally", async ({ open }) => {
  const { page } = await open(undefined, { size: [390, 844] });
  await page.evaluate(() => (document.documentElement.style.fontSize = "150%"));
  for (const name of TABS) {
    await tab(page, name);
    await settled(page);
    await fits(page, `${name} in large letters`);
  }
});

/** Whether an element is within the window. */
const inView = async (page, selector) => {
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  const window = page.viewportSize();
  return x >= 0 && y >= -1 && x + width <= window.width + 1 && y + height <= window.height + 1;
};

test("on a phone the board stays in view above the words", async ({ open }) => {
  const { page } = await open(undefined, { size: [390, 844], hasTouch: true, isMobile: true });
  await example(page, "2025-09-21-hard.graph.json");
  for (const _ of ["where", "what", "why"]) {
    await page.click("#hint");
    await settled(page);
  }
  for (const part of ["#said", "#play-board"]) assert.ok(await inView(page, part), part);
  await tab(page, "explain");
  await page.click("#way-walk");
  await page.click("#next");
  await settled(page);
  await page.locator("#words").scrollIntoViewIfNeeded();
  for (const part of ["#words", "#explain-board"]) assert.ok(await inView(page, part), part);
});

test("in landscape the board is beside the words, and whole", async ({ open }) => {
  const { page } = await open(undefined, { size: [844, 390], hasTouch: true, isMobile: true });
  await example(page, "dozen.txt");
  for (const name of ["play", "explain", "models"]) {
    await tab(page, name);
    await settled(page);
    assert.ok(await inView(page, `#${name}-board`), name);
    const [board, words] = await Promise.all([`#${name}-board`, `#${name} .right`].map((part) => page.locator(part).boundingBox()));
    assert.ok(board.x + board.width <= words.x, name);
  }
});

test("on a wide screen the board fills its column", async ({ open }) => {
  const { page } = await open(undefined, { size: [1920, 1080] });
  await example(page, "dozen.txt");
  for (const name of ["play", "explain"]) {
    await tab(page, name);
    await settled(page);
    const [board, column] = await Promise.all([`#${name}-board`, `#${name} .left`].map((part) => page.locator(part).boundingBox()));
    assert.ok(board.width > 0.95 * column.width && column.width > 800, `${name}: ${board.width} of ${column.width}`);
    assert.ok(board.y + board.height <= 1080, name);
  }
});

test("rings are drawn below badges", async ({ open }) => {
  const { page } = await open();
  await example(page, "dozen.txt");
  await tab(page, "models");
  await page.click('.parts [data-region="B"]');
  await page.waitForSelector("#models-board .cell.lit");
  const layers = await page.$$eval("#models-board > .badges-above, #models-board > .cells", (list) => list.map((one) => one.className));
  assert.deepEqual(layers, ["cells", "drawing badges-above"]);
  assert.equal(await page.locator("#models-board .badges-above .badge").count(), await page.locator("#models-board .badge").count());
  // A click reaches the cell below a badge.
  const badge = await page.locator("#models-board .badge").first().boundingBox();
  const hit = await page.evaluate(([x, y]) => document.elementFromPoint(x, y).closest(".badge"), [badge.x + badge.width / 2, badge.y + badge.height / 2]);
  assert.equal(hit, null);
});

test("a screen reader hears that a domino was turned", async ({ open }) => {
  const { page } = await open();
  await example(page, "dozen.txt");
  await page.click('.domino[data-domino="4-8"]');
  await page.keyboard.press("r");
  assert.match(await page.textContent("#live"), /^Turned: downwards/);
  await page.click(cellSelector("r0c1"));
  await settled(page);
  await page.focus(cellSelector("r0c1"));
  await page.keyboard.press("r");
  await settled(page);
  assert.match(await page.textContent("#live"), /^Turned: row 0 column 1 and /);
});
