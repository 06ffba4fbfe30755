// The page in Firefox: it starts, is played, and finds what Chromium finds.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { packages } from "./browser.mjs";

const program = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

export const firefox = {
  "firefox: plays, hints, judges and models": async (stand) => {
    if (!existsSync(program)) {
      if (process.env.CI === "true") assert.fail("Firefox is not installed, and CI tests everything");
      console.log("NOT TESTED: Firefox is not installed");
      return;
    }
    const puppeteer = packages("puppeteer-core");
    const browser = await puppeteer.launch({ browser: "firefox", executablePath: program, headless: true, timeout: 120_000 });
    try {
      const page = await browser.newPage();
      const complaints = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto(stand.server.address);
      await page.waitForSelector("html[data-ready][data-engine]");
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
      await page.click("#solve");
      await page.waitForSelector("#end:not([hidden])");
      await page.click("#tab-make");
      await page.waitForSelector("#verdict.unique");
      await page.click("#tab-models");
      await page.waitForSelector(".line");
      await page.click("#tab-explain");
      await page.waitForSelector("#words p");
      assert.deepEqual(complaints, []);
    } finally {
      await browser.close();
    }
  },
};
