// Explanations to walk through: no solution, one, many, and the way.
import assert from "node:assert/strict";
import { example, settled, shot, tab, test } from "./page.js";

const words = (page) => page.textContent("#words");
const count = async (page) => Number(/of (\d+)/.exec(await page.textContent("#position"))[1]);

test("a conflict is explained step by step", async ({ open }) => {
  const { page } = await open();
  await example(page, "impossible.txt");
  await tab(page, "explain");
  await page.waitForSelector("#words p");
  assert.match(await words(page), /no solution/i);
  assert.ok((await page.locator("#explain-board .mark").count()) > 0);
  const stops = await count(page);
  assert.ok(stops >= 3, String(stops));
  assert.equal(await page.isDisabled("#previous"), true);
  const seen = new Set([await words(page)]);
  for (let stop = 1; stop < stops; stop++) {
    await page.click("#next");
    await settled(page);
    seen.add(await words(page));
  }
  assert.equal(seen.size, stops);
  assert.equal(await page.isDisabled("#next"), true);
  await shot(page, "explain-1100");
  await page.click("#first");
  await page.focus("#position");
  await page.focus("#next");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.getElementById("position").textContent.startsWith("2 "));
});

test("the way to the solution, and what several solutions share", async ({ open }) => {
  const { page } = await open();
  await example(page, "dozen.txt");
  await tab(page, "explain");
  await page.waitForSelector("#words p");
  assert.match(await words(page), /one solution|exactly one|only one/i);
  await page.click("#way-walk");
  await page.waitForFunction(() => Number(/of (\d+)/.exec(document.getElementById("position").textContent)[1]) > 6);
  await page.click("#last");
  await settled(page);
  assert.equal(await page.locator("#explain-board .dominoes > .tile").count(), 7);
  await example(page, "loose.txt");
  await tab(page, "explain");
  await page.click("#way-explain");
  await page.waitForFunction(() => document.getElementById("words").textContent.includes("256"));
});

test("a reason of several steps is shown step by step, with board and tray", async ({ open }) => {
  const { page } = await open();
  await example(page, "dozen.txt");
  await tab(page, "explain");
  await page.click("#way-walk");
  await page.waitForFunction(() => document.getElementById("words").textContent.includes("steps follow"));
  // Badges of single cells are said together.
  assert.match(await words(page), /5 cells are regions of their own and show the number on their badge/);
  const faint = () => page.locator("#explain-tray .laid").count();
  assert.equal(await faint(), 0);
  assert.match(await page.getAttribute("#explain-tray", "aria-label"), /^Dominoes left: 0-6, /);
  // One claim, its steps one after the other, and a board for each.
  const boards = new Map();
  for (let at = 1, stops = await count(page); at < stops; at++) {
    await page.click("#next");
    await settled(page);
    assert.doesNotMatch(await words(page), / alone, so/);
    const [title = ""] = await page.locator("#words h3").allTextContents();
    boards.set(title, [...(boards.get(title) ?? []), await page.locator("#explain-board .drawing").first().innerHTML()]);
  }
  const longest = [...boards.values()].sort((a, b) => b.length - a.length)[0];
  assert.ok(longest.length >= 3 && new Set(longest).size === longest.length, String(longest.length));
  assert.equal(await faint(), 7);
  assert.equal(await page.getAttribute("#explain-tray", "aria-label"), "No dominoes are left");
});

test("cells that vary are not marked as errors", async ({ open }) => {
  const { page } = await open();
  await example(page, "loose.txt");
  await tab(page, "explain");
  await page.waitForSelector("#words p");
  assert.equal(await page.locator("#explain-board .mark.conflict").count(), 0);
  assert.ok((await page.locator("#explain-board .mark.conclusion").count()) > 0);
});
