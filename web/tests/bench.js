// Measures the page in Chromium, without assertions.
//
//   node web/tests/bench.js
import { chromium } from "@playwright/test";
import config from "../playwright.config.js";
import { click, example, openPage, ready, serve, solve, tab } from "./page.js";

const PUZZLES = 200;

const server = await serve();
const browser = await chromium.launch(config.projects[0].use.launchOptions);
const measured = async (options, act) => {
  const opened = await openPage(browser, server, options);
  await act(opened);
  await opened.context.close();
};
const report = (what, value) => console.log(`${what.padEnd(58)} ${value}`);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const reportTimes = (what, times) => report(`${what}, median and most of ${times.length}`, `${Math.round(median(times))} ms, ${Math.round(Math.max(...times))} ms`);

/** From the address to the first picture of a board and to the first move, in a browser that has never seen the page; and the picture of a second visit. */
async function visits() {
  const [first, move, second] = [[], [], []];
  for (let time = 0; time < 5; time++) {
    await measured({ wait: false }, async ({ page }) => {
      const picture = () => page.evaluate(() => performance.getEntriesByName("pipsc-picture")[0].startTime);
      await page.waitForSelector("#play-board .cell");
      move.push(await page.evaluate(async () => {
        const there = async (selector) => {
          while (!document.querySelector(selector)) await new Promise(requestAnimationFrame);
          return document.querySelector(selector);
        };
        (await there(".domino")).click();
        (await there("#play-board .cell")).click();
        await there("#play-board .dominoes > .tile");
        return performance.now();
      }));
      first.push(await picture());
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      await page.reload();
      await ready(page);
      second.push(await picture());
    });
  }
  reportTimes("first picture, first visit", first);
  reportTimes("first move, first visit", move);
  reportTimes("first picture, second visit", second);
}

/** From a click to what it leads to, in milliseconds. */
const clicked = (page, button, result) =>
  page.evaluate(async ([button, result]) => {
    const begun = performance.now();
    document.querySelector(button).click();
    while (!document.querySelector(result)) await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  }, [button, result]);

async function hints({ page }) {
  const times = [];
  while (times.length < 12 && !(await page.isVisible("#end"))) {
    times.push(await clicked(page, "#hint", "#message.hinted:not([hidden])"));
    await page.click("#hint");
    await click(page, "#do-it");
  }
  reportTimes("a hint on a hard puzzle", times);
}

async function newPuzzles({ page }) {
  for (const [level, size] of [["easy", 6], ["medium", 9], ["hard", 12]]) {
    const times = [];
    for (let seed = 1; seed <= 7; seed++) {
      await page.evaluate(() => delete document.documentElement.dataset.ready);
      const begun = performance.now();
      await page.evaluate((hash) => (location.hash = hash), `level=${level}&size=${size}&seed=${seed}`);
      await ready(page);
      times.push(performance.now() - begun);
    }
    reportTimes(`a new ${level} puzzle of ${size} dominoes`, times);
  }
}

/** Plays many puzzles in one page. */
async function memory({ page, context }) {
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const names = ["dozen.txt", "islands.txt", "small.board.json", "loose.txt", "2025-10-05-easy.nyt.json"];
  for (let count = 0; count <= PUZZLES; count++) {
    if (count % 50 === 0) {
      await session.send("HeapProfiler.collectGarbage");
      const { metrics } = await session.send("Performance.getMetrics");
      const value = (name) => metrics.find((metric) => metric.name === name).value;
      report(`memory after ${count} puzzles`, `${(value("JSHeapUsedSize") / 1e6).toFixed(1)} MB heap, ${value("Nodes")} nodes`);
    }
    await example(page, names[count % names.length]);
    await solve(page);
    if (count % 20 === 0) for (const part of ["make", "models", "explain"]) await tab(page, part);
  }
}

await visits();
await measured({ puzzle: "2025-09-21-hard.graph.json" }, hints);
await measured({}, newPuzzles);
await measured({}, memory);
await browser.close();
server.close();
