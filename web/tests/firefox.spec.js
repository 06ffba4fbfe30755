// The page in Firefox.
import { cell, domino, expect, solve, tab, test } from "./page.js";

test("Firefox plays, hints, edits, runs models and explains", async ({ open }) => {
  const { page } = await open({ reducedMotion: null });
  await page.click(domino("1-4"));
  await page.click(cell("r1c0"));
  await expect(page.locator(cell("r1c0"))).toHaveAttribute("aria-label", /shows 1/);
  await page.click("#undo");
  await page.click("#hint");
  await page.waitForSelector("#message.hinted");
  await solve(page);
  await tab(page, "make");
  await page.waitForSelector("#verdict.unique");
  await tab(page, "models");
  await page.click("#language-asp");
  await page.click("#run");
  await expect(page.locator("#run-message")).toHaveText(/^A solution, checked/);
  await tab(page, "explain");
  await page.waitForSelector("#words p");
});
