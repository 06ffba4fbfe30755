// The page in Firefox: it starts, is played, and finds what Chromium finds.
import { solve, test } from "./page.js";

test("Firefox plays, hints, judges and writes models", async ({ open }) => {
  const { page } = await open(undefined, { reducedMotion: null });
  await page.click("#tab-new");
  await page.click('[data-example="small.board.json"]');
  await page.waitForSelector("#play:not([hidden])");
  await page.waitForSelector("#tray .domino");
  await page.click('.domino[data-domino="1-4"]');
  await page.click('#play-board .cell[data-cell="r1c0"]');
  await page.waitForFunction(() => document.querySelector('#play-board .cell[data-cell="r1c0"]').getAttribute("aria-label").includes("shows 1"));
  await page.click("#undo");
  await page.click("#hint");
  await page.waitForSelector("#said.hinted");
  await solve(page);
  await page.waitForSelector("#end:not([hidden])");
  await page.click("#tab-make");
  await page.waitForSelector("#verdict.unique");
  await page.click("#tab-models");
  await page.waitForSelector(".line");
  await page.click("#tab-explain");
  await page.waitForSelector("#words p");
});
