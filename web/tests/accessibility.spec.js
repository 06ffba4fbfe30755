// Accessibility and layout, from a phone to a projector, in light and dark colours.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cell, cells, click, domino, expect, settled, shot, tab, test } from "./page.js";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const TABS = ["play", "new", "make", "models", "explain"];

async function barriers(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => `${where}: ${id}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join("; ")}`), []);
}

/** Nothing is wider than the window. A phone zooms out then; the window that was asked for counts. */
async function fits(page, where) {
  const out = await page.evaluate((window) => [...document.querySelectorAll("html, main *, header *")].filter((one) => one.getBoundingClientRect().right > window + 1 && !one.closest("pre, code, .scrolls, .unseen")).map((one) => one.outerHTML.slice(0, 90)), page.viewportSize().width);
  assert.deepEqual(out.slice(0, 4), [], where);
}

for (const device of ["phone", "wide"]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${device}, ${colorScheme}: no horizontal scrolling and no serious axe violations`, async ({ open }) => {
      const { page } = await open({ puzzle: "dozen.txt", phone: device === "phone", ...(device === "wide" && { size: [1440, 900] }), colorScheme });
      await page.click(domino("4-8"));
      await click(page, cell("r0c1"));
      await click(page, "#hint");
      for (const name of TABS) {
        await tab(page, name);
        if (name === "make") await expect(page.locator("#verdict")).toHaveText(/Level:/);
        await fits(page, name);
        await shot(page, `${name}-${device}-${colorScheme}`);
        await barriers(page, `${name} on ${device}, ${colorScheme}`);
      }
    });
  }
}

test("text at 150 % does not scroll horizontally", async ({ open }) => {
  const { page } = await open({ phone: true });
  await page.evaluate(() => (document.documentElement.style.fontSize = "150%"));
  for (const name of TABS) {
    await tab(page, name);
    await fits(page, name);
  }
});

test("the board, moves and turns are announced to screen readers", async ({ open }) => {
  const { page } = await open({ puzzle: "dozen.txt" });
  const labels = await cells(page);
  assert.equal(labels.r2c2, "row 2 column 2, empty, no rule");
  assert.equal(labels.r0c0, "row 0 column 0, empty, region A, sum = 4");
  const live = page.locator("#live");
  await page.click(domino("4-8"));
  await expect(live).toHaveText(/4-8 picked up/);
  await page.keyboard.press("r");
  await expect(live).toHaveText(/^Turned: downwards/);
  await click(page, cell("r0c1"));
  await expect(page.locator(cell("r0c1"))).toHaveAttribute("aria-label", /^row 0 column 1, shows 4, half of domino 4-8, region A, sum = 4/);
  await page.focus(cell("r0c1"));
  await page.keyboard.press("r");
  await expect(live).toHaveText(/^Turned: row 0 column 1 and /);
  const tree = await page.locator("#play").ariaSnapshot();
  for (const part of ['group "Board of 14 cells"', 'group "Dominoes to lay"', 'button "Domino 0-6"', 'button "Domino 4-8, laid" [disabled]', 'button "Hint"', 'timer "Time played"']) assert.ok(tree.includes(part), `${part} in\n${tree}`);
});

const box = (page, selector) => page.locator(selector).boundingBox();

/** Whether an element is within the window. */
async function inView(page, selector) {
  const { x, y, width, height } = await box(page, selector);
  const window = page.viewportSize();
  return x >= 0 && y >= -1 && x + width <= window.width + 1 && y + height <= window.height + 1;
}

test("on a phone the board stays in view above the words", async ({ open }) => {
  const { page } = await open({ phone: true, puzzle: "2025-09-21-hard.graph.json" });
  for (const _ of ["where", "what", "why"]) await click(page, "#hint");
  for (const part of ["#message", "#play-board"]) assert.ok(await inView(page, part), part);
  await tab(page, "explain");
  await click(page, "#way-walk");
  await click(page, "#next");
  await page.locator("#words").scrollIntoViewIfNeeded();
  for (const part of ["#words", "#explain-board"]) assert.ok(await inView(page, part), part);
});

test("in landscape the board is beside the words, and whole", async ({ open }) => {
  const { page } = await open({ phone: true, size: [844, 390], puzzle: "dozen.txt" });
  for (const name of ["play", "explain", "models"]) {
    await tab(page, name);
    assert.ok(await inView(page, `#${name}-board`), name);
    const [board, words] = [await box(page, `#${name}-board`), await box(page, `#${name} .right`)];
    assert.ok(board.x + board.width <= words.x, name);
  }
});

test("on a wide screen the board fills its column", async ({ open }) => {
  const { page } = await open({ size: [1920, 1080], puzzle: "dozen.txt" });
  for (const name of ["play", "explain"]) {
    await tab(page, name);
    const [board, column] = [await box(page, `#${name}-board`), await box(page, `#${name} .left`)];
    assert.ok(board.width > 0.95 * column.width && column.width > 800, `${name}: ${board.width} of ${column.width}`);
    assert.ok(board.y + board.height <= 1080, name);
  }
});

test("highlights are drawn below badges", async ({ open }) => {
  const { page } = await open({ puzzle: "dozen.txt", name: "models" });
  await page.click('.parts [data-region="B"]');
  await page.waitForSelector("#models-board .cell.lit");
  const layers = await page.$$eval("#models-board > .badges-above, #models-board > .cells", (list) => list.map((one) => one.className));
  assert.deepEqual(layers, ["cells", "drawing badges-above"]);
  assert.equal(await page.locator("#models-board .badges-above .badge").count(), await page.locator("#models-board .badge").count());
  // A click reaches the cell below a badge.
  const { x, y, width, height } = await box(page, "#models-board .badge >> nth=0");
  assert.equal(await page.evaluate(([x, y]) => document.elementFromPoint(x, y).closest(".badge"), [x + width / 2, y + height / 2]), null);
});
