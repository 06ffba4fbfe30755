// Measures the page in Chromium. Nothing is asserted: times belong to a machine and its day.
//
//   node web/tests/bench.js
import { chromium } from "@playwright/test";
import config from "../playwright.config.js";
import { example, openPage, ready, serve, settled, solve, tab } from "./page.js";

const PUZZLES = 200;

const server = await serve();
const browser = await chromium.launch(config.projects[0].use.launchOptions);
const open = () => openPage(browser, server);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const milliseconds = (time) => `${Math.round(time)} ms`;
const report = (what, value) => console.log(`${what.padEnd(58)} ${value}`);

/** From the address to the first picture of a board and to the first move, in a browser that has never seen the page; and the picture of a second visit. */
async function beginnings() {
  const [first, move, second] = [[], [], []];
  for (let time = 0; time < 5; time++) {
    const { page, context } = await open();
    const picture = () => page.evaluate(() => performance.getEntriesByName("pipsc-picture")[0].startTime);
    first.push(await picture());
    move.push(await page.evaluate(async () => {
      document.querySelector(".domino").click();
      document.querySelector("#play-board .cell").click();
      while (!document.querySelector("#play-board .dominoes > .tile")) await new Promise(requestAnimationFrame);
      return performance.now();
    }));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await ready(page);
    second.push(await picture());
    await context.close();
  }
  report("first picture, median of 5 first visits", milliseconds(median(first)));
  report("first move, median of 5 first visits", milliseconds(median(move)));
  report("first picture, median of 5 second visits", milliseconds(median(second)));
}

/** From a click to what it leads to, as the page itself sees it. */
const clicked = (page, button, result) =>
  page.evaluate(
    ([button, result]) =>
      new Promise((done) => {
        const begun = performance.now();
        const look = () => (document.querySelector(result) ? done(performance.now() - begun) : requestAnimationFrame(look));
        document.querySelector(button).click();
        look();
      }),
    [button, result],
  );

async function hints() {
  const { page, context } = await open();
  await example(page, "2025-09-21-hard.graph.json");
  const times = [];
  for (let hint = 0; hint < 12 && !(await page.isVisible("#end")); hint++) {
    times.push(await clicked(page, "#hint", "#said.hinted:not([hidden])"));
    await page.click("#hint");
    await page.click("#do-it");
    await page.waitForSelector("#said", { state: "hidden" });
    await settled(page);
  }
  report(`a hint on a hard puzzle, median and most of ${times.length}`, `${milliseconds(median(times))}, ${milliseconds(Math.max(...times))}`);
  await context.close();
}

async function newPuzzles() {
  const { page, context } = await open();
  for (const [level, size] of [["easy", 6], ["medium", 9], ["hard", 12]]) {
    const times = [];
    for (let seed = 1; seed <= 7; seed++) {
      await page.evaluate(() => delete document.documentElement.dataset.ready);
      const begun = performance.now();
      await page.evaluate((hash) => (location.hash = hash), `level=${level}&size=${size}&seed=${seed}`);
      await ready(page);
      times.push(performance.now() - begun);
    }
    report(`a new ${level} puzzle of ${size} dominoes, median and most of 7`, `${milliseconds(median(times))}, ${milliseconds(Math.max(...times))}`);
  }
  await context.close();
}

/** Plays many puzzles in one page, and looks at its memory meanwhile. */
async function memory() {
  const { page, context } = await open();
  const session = await context.newCDPSession(page);
  const heap = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const value = (name) => metrics.find((metric) => metric.name === name).value;
    return `${(value("JSHeapUsedSize") / 1e6).toFixed(1)} MB heap, ${value("Nodes")} nodes`;
  };
  await session.send("Performance.enable");
  const names = ["dozen.txt", "islands.txt", "small.board.json", "loose.txt", "2025-10-05-easy.nyt.json"];
  for (let count = 0; count <= PUZZLES; count++) {
    if (count % 50 === 0) report(`memory after ${count} puzzles`, await heap());
    await example(page, names[count % names.length]);
    await solve(page);
    await page.waitForSelector("#end:not([hidden])");
    if (count % 20 === 0) for (const part of ["make", "models", "explain"]) await tab(page, part);
  }
  await context.close();
}

await beginnings();
await hints();
await newPuzzles();
await memory();
await browser.close();
server.close();
