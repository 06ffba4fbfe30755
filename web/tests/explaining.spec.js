// The tab Explain: no solution, one, several, and the steps to the solution.
import assert from "node:assert/strict";
import { click, expect, shot, test } from "./page.js";

const words = (page) => page.textContent("#words");
const count = async (page) => Number(/of (\d+)/.exec(await page.textContent("#position"))[1]);

test("a conflict is explained step by step", async ({ open }) => {
  const { page } = await open({ puzzle: "impossible.txt", name: "explain" });
  await expect(page.locator("#words")).toHaveText(/no solution/i);
  assert.ok((await page.locator("#explain-board .mark").count()) > 0);
  const steps = await count(page);
  assert.ok(steps >= 3, String(steps));
  await expect(page.locator("#previous")).toBeDisabled();
  const seen = new Set([await words(page)]);
  for (let step = 1; step < steps; step++) {
    await click(page, "#next");
    seen.add(await words(page));
  }
  assert.equal(seen.size, steps);
  await expect(page.locator("#next")).toBeDisabled();
  await shot(page, "explain-1100");
  await page.click("#first");
  await page.focus("#next");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("#position")).toHaveText(/^2 /);
});

test("one solution, and the way to it step by step with board and tray", async ({ open }) => {
  const { page } = await open({ puzzle: "dozen.txt", name: "explain" });
  await expect(page.locator("#words")).toHaveText(/There is exactly one solution/);
  await expect(page.locator("#stepper")).toBeHidden();
  await page.click("#way-walk");
  // The values of regions of one cell are summarised.
  await expect(page.locator("#words")).toHaveText(/5 cells are regions of their own and show the number on their badge\. \d+ steps follow/);
  const faint = page.locator("#explain-tray .laid");
  await expect(faint).toHaveCount(0);
  await expect(page.locator("#explain-tray")).toHaveAttribute("aria-label", /^Dominoes left: 0-6, /);
  // Each hint has steps, each with a different board.
  const boards = new Map();
  for (let at = 1, steps = await count(page); at < steps; at++) {
    await click(page, "#next");
    assert.doesNotMatch(await words(page), / alone, so/);
    const [title = ""] = await page.locator("#words h3").allTextContents();
    boards.set(title, [...(boards.get(title) ?? []), await page.locator("#explain-board .drawing").first().innerHTML()]);
  }
  const longest = [...boards.values()].sort((a, b) => b.length - a.length)[0];
  assert.ok(longest.length >= 3 && new Set(longest).size === longest.length, String(longest.length));
  await expect(page.locator("#explain-board .dominoes > .tile")).toHaveCount(7);
  await expect(faint).toHaveCount(7);
  await expect(page.locator("#explain-tray")).toHaveAttribute("aria-label", "No dominoes are left");
});

test("what several solutions share is not marked as an error", async ({ open }) => {
  const { page } = await open({ puzzle: "loose.txt", name: "explain" });
  await expect(page.locator("#words")).toHaveText(/256/);
  await expect(page.locator("#explain-board .mark.conflict")).toHaveCount(0);
  assert.ok((await page.locator("#explain-board .mark.conclusion").count()) > 0);
});
