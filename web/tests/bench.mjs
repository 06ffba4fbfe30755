// Measures the page in Chromium, as people meet it. Nothing is asserted: times belong to a machine and its day.
//
//   node web/tests/bench.mjs [FOLDER]
//
// The folder is the built page, target/web if none is named.
import { example, launch, ready, serve, settled, Stand, tab } from "./browser.mjs";

const PUZZLES = 200;

const server = await serve();
const browser = await launch();
const stand = new Stand(browser, server);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const milliseconds = (time) => `${Math.round(time)} ms`;
const report = (what, value) => console.log(`${what.padEnd(58)} ${value}`);

/** From the address to the first picture of a board and to the compiler, in a browser that has never seen the page, and in one that has. */
async function beginnings() {
  for (const [here, whose] of [[false, "fresh"], [true, "known"]]) {
    const [pictures, compilers] = [[], []];
    for (let time = 0; time < 5; time++) {
      const { page, close } = await stand.open("", { here });
      const at = (name) => page.evaluate((name) => performance.getEntriesByName(name)[0].startTime, name);
      pictures.push(await at("pipsc-picture"));
      compilers.push(await at("pipsc-compiler"));
      await close();
    }
    report(`first picture, median of 5 ${whose} browsers`, milliseconds(median(pictures)));
    report(`compiler ready, median of 5 ${whose} browsers`, milliseconds(median(compilers)));
  }
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
  const { page, close } = await stand.open();
  await example(page, "2025-09-21-hard.graph.json");
  const times = [];
  for (let hint = 0; hint < 12 && !(await page.isVisible("#end")); hint++) {
    times.push(await clicked(page, "#hint", "#said.hinted:not([hidden])"));
    await page.click("#hint");
    await page.waitForSelector("#said", { state: "hidden" });
    await settled(page);
  }
  report(`a hint on a hard puzzle, median and most of ${times.length}`, `${milliseconds(median(times))}, ${milliseconds(Math.max(...times))}`);
  await close();
}

async function newPuzzles() {
  const { page, close } = await stand.open();
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
  await close();
}

/** Plays many puzzles in one page, and looks at its memory meanwhile. */
async function memory() {
  const { page, context, close } = await stand.open();
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
    await page.click("#solve");
    await page.waitForSelector("#end:not([hidden])");
    if (count % 20 === 0) for (const part of ["make", "models", "explain"]) await tab(page, part);
  }
  await close();
}

await beginnings();
await hints();
await newPuzzles();
await memory();
await browser.close();
server.close();
