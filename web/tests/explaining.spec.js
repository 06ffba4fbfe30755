// Explanations to walk through: no solution, one, many, and the way.
import assert from "node:assert/strict";
import { example, settled, shot, tab, test } from "./page.js";

const words = (page) => page.textContent("#words");
const count = async (page) => Number(/of (\d+)/.exec(await page.textContent("#position"))[1]);

test("explaining: why there is no solution, step by step", async ({ open }) => {
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

test("explaining: the way to the solution, and what many solutions share", async ({ open }) => {
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
