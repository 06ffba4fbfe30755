// For everybody: a checker of barriers finds nothing serious, and nothing sticks out from a phone to a wide screen, in the light and in the dark.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cells, example, settled, shot, tab, test } from "./page.js";

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
    test(`everybody: ${device}, ${scheme}: nothing sticks out, no barriers`, async ({ open }) => {
      const { page } = await open(undefined, { size, colorScheme: scheme, hasTouch: device === "phone", isMobile: device === "phone" });
      await tour(page, async (name) => {
        await fits(page, `${name} on a ${device}`);
        await shot(page, `${name}-${size[0]}-${scheme}`);
        await barriers(page, `${name} on a ${device}, ${scheme}`);
      });
    });
  }
}

test("everybody: a screen reader is told what lies where, and what happens", async ({ open }) => {
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

test("everybody: large letters do not break it", async ({ open }) => {
  const { page } = await open(undefined, { size: [390, 844] });
  await page.evaluate(() => (document.documentElement.style.fontSize = "150%"));
  for (const name of TABS) {
    await tab(page, name);
    await settled(page);
    await fits(page, `${name} in large letters`);
  }
});
