// Tests the HTML pages of pipsc in a browser.
//
//   node pages.cjs FOLDER
//
// FOLDER contains the pages, which page_scripts.rs writes; screenshots are added to it. The environment names the
// browser (CHROMIUM) and playwright-core (PLAYWRIGHT).
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require(process.env.PLAYWRIGHT);

const folder = process.argv[2];
const address = (name) => pathToFileURL(path.join(folder, name)).href;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser;

// Opens a page. Requests and messages of the page are failures.
async function open(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options });
  context.setDefaultTimeout(120_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const errors = [];
  page.on("console", (message) => errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    if (request.url() !== address(name)) errors.push(`fetched ${request.url()}`);
  });
  await page.goto(address(name));
  return { page, close: async () => { assert.deepEqual(errors, []); await context.close(); } };
}

const shot = (page, name) => page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
const visible = (page, selector) => page.locator(`${selector}:visible`).count();

async function severalSolutions() {
  const { page, close } = await open("many.html");
  const reveal = page.locator("#reveal");
  const position = page.locator("#position");

  // The solution is hidden at first.
  assert.equal(await reveal.getAttribute("aria-expanded"), "false");
  assert.equal(await page.locator("#solution").isVisible(), false);
  assert.equal(await visible(page, "#solutions .tile"), 0);
  await shot(page, "many-closed");
  await reveal.click();
  assert.equal(await reveal.getAttribute("aria-expanded"), "true");
  assert.equal(await reveal.textContent(), "Hide the solutions");

  // One at a time.
  const dominoes = await page.locator("#puzzle-picture .tray .tile").count();
  const count = await page.locator("#solutions .laid").count();
  assert.ok(count > 3 && dominoes > 3);
  const shown = async () => {
    assert.equal(await visible(page, "#solutions .laid"), 1);
    assert.equal(await visible(page, "#solutions .tile"), dominoes);
    const number = await page.locator("#solutions .laid.shown").getAttribute("data-number");
    assert.equal(await position.textContent(), `Solution ${number} of ${count}`);
    const words = await page.locator("#solutions-words").textContent();
    assert.equal(words, await page.locator("#solutions .laid.shown").getAttribute("data-words"));
    return Number(number);
  };
  assert.equal(await shown(), 1);
  assert.ok(await page.locator("#previous").isDisabled());
  await page.locator("#next").click();
  assert.equal(await shown(), 2);
  await page.locator("#next").click();
  assert.equal(await shown(), 3);
  await page.locator("#previous").click();
  assert.equal(await shown(), 2);
  await page.keyboard.press("ArrowRight");
  assert.equal(await shown(), 3);
  await page.keyboard.press("End");
  assert.equal(await shown(), count);
  assert.ok(await page.locator("#next").isDisabled());
  await page.keyboard.press("ArrowRight");
  assert.equal(await shown(), count);
  await page.keyboard.press("Home");
  assert.equal(await shown(), 1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");

  // Exactly the cells with different dominoes are marked.
  const laid = (number) => page.locator(`#solutions .laid[data-number="${number}"] .tile title`).allTextContents();
  const marked = async () => {
    const marks = page.locator("#solutions .differs:visible .mark");
    return (await marks.evaluateAll((all) => all.map((mark) => mark.dataset.cell))).sort();
  };
  const different = async (one, other) => {
    const [mine, theirs] = [await laid(one), await laid(other)];
    const changed = [...mine.filter((tile) => !theirs.includes(tile)), ...theirs.filter((tile) => !mine.includes(tile))];
    const cells = changed.flatMap((tile) => tile.split(", ").map((half) => half.split(" on ")[1]));
    return [...new Set(cells)].sort();
  };
  assert.equal(await shown(), 3);
  assert.deepEqual(await marked(), await different(3, 2));
  assert.ok((await marked()).length > 0);
  await shot(page, "many-open");
  await page.locator("#compare").selectOption("first");
  assert.deepEqual(await marked(), await different(3, 1));
  await page.locator("#compare").selectOption("nothing");
  assert.deepEqual(await marked(), []);

  // Keys in the list of choices do not change the solution.
  await page.locator("#compare").focus();
  await page.keyboard.press("Home");
  assert.equal(await shown(), 3);

  // The keyboard closes it.
  await reveal.focus();
  await page.keyboard.press("Enter");
  assert.equal(await reveal.getAttribute("aria-expanded"), "false");
  assert.equal(await page.locator("#solution").isVisible(), false);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Space");
  assert.equal(await shown(), 3);
  await close();
}

async function models() {
  const { page, close } = await open("many.html");
  const tabs = page.locator("[role=tab]");
  const names = await tabs.allTextContents();
  assert.deepEqual(names, [
    "MiniZinc",
    "SMT-LIB 2",
    "DIMACS CNF",
    "CP-SAT",
    "ASP",
    "XCSP3",
    "OPB",
    "LP",
    "IR",
  ]);
  const chosen = async () => {
    assert.equal(await visible(page, "[role=tabpanel]"), 1);
    const tab = page.locator("[role=tab][aria-selected=true]");
    assert.equal(await tab.count(), 1);
    const panel = page.locator(`#${await tab.getAttribute("aria-controls")}`);
    assert.ok(await panel.isVisible());
    return tab.textContent();
  };
  assert.equal(await chosen(), "MiniZinc");
  await page.getByRole("tab", { name: "DIMACS CNF" }).click();
  assert.equal(await chosen(), "DIMACS CNF");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await chosen(), "SMT-LIB 2");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await chosen(), "IR");
  await page.getByRole("tab", { name: "DIMACS CNF" }).click();

  // The copied text is the model of `pipsc emit`.
  const copy = page.locator(".copy:visible");
  await copy.click();
  await page.getByText("Copied").first().waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, fs.readFileSync(path.join(folder, "many.cnf"), "utf8"));
  await shot(page, "many-models");
  await close();
}

async function oneSolution() {
  const { page, close } = await open("one.html");
  assert.equal(await page.locator("#next").count(), 0);
  await page.locator("#reveal").focus();
  await page.keyboard.press("Enter");
  assert.equal(await visible(page, "#solutions .laid"), 1);
  assert.ok(await page.getByText("The only solution; checked.").isVisible());
  await shot(page, "one-open");
  await close();
}

async function wrongBoard() {
  const { page, close } = await open("wrong.html");
  await page.locator("#reveal").click();
  assert.ok(await visible(page, "#solutions .mark") > 0);
  assert.ok(await page.locator(".faults li").first().isVisible());
  await shot(page, "wrong-open");
  await close();
}

async function noSolution() {
  const { page, close } = await open("none.html");
  assert.equal(await page.locator("#reveal").count(), 0);
  assert.ok(await page.getByText("No solution.").isVisible());
  await close();
}

// Pages and pictures have light and dark colours.
async function darkMode() {
  for (const [name, selector, property] of [
    ["one.html", "body", "backgroundColor"],
    ["one.html", "#puzzle-picture .c0 .area", "fill"],
    ["conflicts.html", "#story-ground .c0 .area", "fill"],
    ["conflicts.html", ".stage .mark.conclusion", "stroke"],
    ["picture.svg", ".ground", "fill"],
    ["picture.svg", ".c0 .area", "fill"],
  ]) {
    const seen = [];
    for (const colorScheme of ["light", "dark"]) {
      const { page, close } = await open(name, { colorScheme });
      const element = page.locator(selector).first();
      seen.push(await element.evaluate((at, what) => getComputedStyle(at)[what], property));
      if (colorScheme === "dark" && name === "one.html") {
        await page.locator("#reveal").click();
        await shot(page, "one-dark");
      }
      await close();
    }
    assert.notEqual(seen[0], seen[1], `${name} ${selector}`);
  }
}

// Pages fit the width of a phone.
async function narrow() {
  for (const name of ["conflicts.html", "steps.html"]) {
    const { page, close } = await open(name, { viewport: { width: 360, height: 700 } });
    await page.keyboard.press("ArrowRight");
    const [inner, outer] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    assert.ok(outer <= inner, `${name}: ${outer} > ${inner}`);
    await close();
  }
  const { page, close } = await open("many.html", { viewport: { width: 360, height: 700 } });
  await page.locator("#reveal").click();
  const [inner, outer] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.ok(outer <= inner, `${outer} > ${inner}`);
  await shot(page, "many-narrow");
  await close();
}

// A report: the scatter plot of two columns, and sorting by a heading.
async function report() {
  const { page, close } = await open("bench.html");
  assert.equal(await page.locator("#columns tbody tr").count(), 3);
  const places = () => page.locator("#scatter .series circle").evaluateAll(
    (points) => points.map((point) => [Number(point.getAttribute("cx")), Number(point.getAttribute("cy"))]));
  const before = await places();
  assert.equal(before.length, 3);
  // A column compared with itself is the diagonal.
  await page.locator("#across").selectOption("embedded count");
  await page.locator("#up").selectOption("embedded count");
  const diagonal = await places();
  assert.equal(diagonal.length, 3);
  for (const [x, y] of diagonal) assert.ok(Math.abs((x - 76) - (376 - y)) < 0.01, `${x} ${y}`);
  assert.equal(await page.locator("#scatter .x-label").textContent(), "embedded count");
  // Swapping the columns mirrors the points.
  await page.locator("#across").selectOption("embedded");
  const one = await places();
  await page.locator("#across").selectOption("embedded count");
  await page.locator("#up").selectOption("embedded");
  const other = await places();
  one.forEach(([x, y], index) => {
    const [otherX, otherY] = other[index];
    assert.ok(Math.abs((x - 76) - (376 - otherY)) < 0.01 && Math.abs((376 - y) - (otherX - 76)) < 0.01);
  });
  const sizes = () => page.locator("#puzzles tbody tr td:nth-child(2)").allTextContents();
  await page.getByRole("button", { name: "dominoes" }).click();
  assert.deepEqual(await sizes(), ["4", "6", "7"]);
  await page.getByRole("button", { name: "dominoes" }).click();
  assert.deepEqual(await sizes(), ["7", "6", "4"]);
  await shot(page, "bench");
  await close();
}

// A report fits a wide page; on a phone each table scrolls, and the names of its rows stay visible.
async function reportWidth() {
  for (const columns of [1280, 400]) {
    const { page, close } = await open("wide.html", { viewport: { width: columns, height: 900 } });
    const [inner, outer] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    assert.ok(outer <= inner, `the page at ${columns}: ${outer} > ${inner}`);
    for (const table of ["#columns", "#puzzles"]) {
      const box = page.locator(".scroll", { has: page.locator(table) });
      const [seen, whole] = await box.evaluate((box) => [box.clientWidth, box.scrollWidth]);
      if (columns === 1280) assert.ok(whole <= seen, `${table}: ${whole} > ${seen}`);
      else assert.ok(whole > seen, `${table} is narrower than a phone`);
      const name = page.locator(`${table} tbody tr:first-child td:first-child`);
      const before = await name.boundingBox();
      await box.evaluate((box) => { box.scrollLeft = box.scrollWidth; });
      const after = await name.boundingBox();
      assert.ok(Math.abs(before.x - after.x) < 1, `${table}: the name goes from ${before.x} to ${after.x}`);
      const last = await page.locator(`${table} tbody tr:first-child td:last-child`).boundingBox();
      assert.ok(last.x + last.width <= columns, `${table}: the last column ends at ${last.x + last.width}`);
      assert.ok(after.x + after.width <= last.x + 1, `${table}: the name covers the last column`);
    }
    await shot(page, `wide-${columns}`);
    await close();
  }
}

// Explanations: the marked conflict, its rules as a list, and its steps.
async function explanations() {
  const { page, close } = await open("conflicts.html");
  const found = page.locator(".found");
  assert.equal(await found.count(), 3);
  assert.equal(await page.locator(".walk").count(), 3);
  assert.equal(await found.first().locator(".picture .mark").count() > 0, true);
  assert.ok(await found.first().locator(".picture .mark").first().isVisible());
  // The conflict is a list, one rule per line.
  const rules = await found.first().locator(".words li").allTextContents();
  assert.deepEqual(rules.map((rule) => rule.slice(0, 8)), ["region C", "region E"]);
  const tops = await found.first().locator(".words li").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  assert.ok(tops[1] > tops[0]);

  // The second walk is the longest.
  const walk = page.locator(".walk").nth(1);
  const steps = await walk.locator(".frame").count();
  assert.ok(steps > 2);
  const shown = async () => {
    assert.equal(await walk.locator(".stage svg:visible").count(), 1);
    assert.equal(await walk.locator(".frame figure:visible").count(), 0);
    assert.equal(await walk.locator(".frame.current").count(), 1);
    const at = await walk.locator(".frame").evaluateAll((all) => all.findIndex((one) => one.getAttribute("aria-current") === "step"));
    assert.equal(await walk.locator(".position").textContent(), `${at + 1} of ${steps}`);
    // The board is that of this step.
    const [there, own] = await walk.evaluate((section) => [
      section.querySelector(".stage svg").outerHTML,
      section.querySelector(".frame.current figure svg").outerHTML,
    ]);
    assert.equal(there, own);
    return at;
  };
  assert.equal(await shown(), 0);
  assert.ok(await walk.locator(".previous").isDisabled());
  assert.ok(await walk.locator(".stage .mark.conclusion").count() > 0);
  await walk.locator(".next").click();
  assert.equal(await shown(), 1);
  // The keys belong to the stepper that was used last.
  await page.keyboard.press("ArrowRight");
  assert.equal(await shown(), 2);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await shown(), 1);
  await page.keyboard.press("End");
  assert.equal(await shown(), steps - 1);
  assert.ok(await walk.locator(".next").isDisabled());
  // The contradiction is marked at the last step.
  assert.ok(await walk.locator(".stage .mark:not(.conclusion):not(.premise)").count() > 0);
  await shot(page, "conflicts-end");
  await page.keyboard.press("Home");
  assert.equal(await shown(), 0);
  await walk.locator(".frame").nth(1).click();
  assert.equal(await shown(), 1);
  assert.equal(await page.locator(".walk").first().locator(".position").textContent().then((text) => text.slice(0, 4)), "1 of");
  // No part is hidden.
  assert.equal(await page.locator("#reveal, details").count(), 0);
  await close();
}

// A long list of steps scrolls, and the page does not.
async function manySteps() {
  const { page, close } = await open("steps.html", { viewport: { width: 1000, height: 500 } });
  const walk = page.locator(".walk");
  const steps = await walk.locator(".frame").count();
  assert.ok(steps > 10);
  const before = await page.evaluate(() => scrollY);
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(() => scrollY), before);
  const inside = await walk.evaluate((section) => {
    const [list, frame] = [section.querySelector(".frames"), section.querySelector(".frame.current")];
    const [outer, inner] = [list.getBoundingClientRect(), frame.getBoundingClientRect()];
    return list.scrollHeight > list.clientHeight && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  });
  assert.ok(inside);
  // At the end every domino is placed.
  const dominoes = await page.locator("#board-1-picture .tray .tile").count();
  assert.equal(await walk.locator(".stage .tile").count(), dominoes);
  await shot(page, "steps-end");
  await close();
}

// Without scripts and on paper, all steps are visible.
async function readable() {
  const { page: still, close: closeStill } = await open("conflicts.html", { javaScriptEnabled: false });
  for (const what of [".frame .words", ".frame figure svg"]) {
    assert.equal(await visible(still, what), await still.locator(what).count(), what);
  }
  assert.equal(await visible(still, ".pager"), 0);
  await shot(still, "conflicts-still");
  await closeStill();
  const { page, close } = await open("conflicts.html", { colorScheme: "light" });
  await page.emulateMedia({ media: "print" });
  for (const what of [".frame .words", ".frame figure svg"]) {
    assert.equal(await visible(page, what), await page.locator(what).count(), what);
  }
  assert.equal(await visible(page, ".pager"), 0);
  assert.equal(await visible(page, ".stage"), 0);
  await shot(page, "conflicts-print");
  const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  assert.ok(sheets.length > 1 && sheets.length < 12, `${sheets.length} sheets`);
  await close();
}

// A unique solution is hidden at first; of several solutions, the differences are marked.
async function noConflict() {
  const { page: unique, close: closeUnique } = await open("unique.html");
  assert.equal(await visible(unique, "#solution-1-picture"), 0);
  assert.equal(await visible(unique, ".tile"), await unique.locator("#board-1-picture .tray .tile").count());
  await unique.locator("summary").click();
  assert.equal(await visible(unique, "#solution-1-picture"), 1);
  await closeUnique();
  const { page: several, close: closeSeveral } = await open("several.html");
  assert.ok(await visible(several, ".found .mark") > 0);
  assert.equal(await several.locator(".walk").count(), 0);
  await closeSeveral();
  const { page: uncoverable, close: closeUncoverable } = await open("uncoverable.html");
  assert.ok(await visible(uncoverable, ".stage .mark") > 0);
  await closeUncoverable();
}

// A search is stepped through and played.
async function search() {
  const { page, close } = await open("trace.html", { viewport: { width: 1440, height: 1000 } });
  const data = JSON.parse(await page.locator("#data").textContent());
  const [plain, cover] = data.searches;
  const step = async () => Number((await page.locator("#step").textContent()).split(" ")[0].replaceAll(",", ""));
  const on = (search, what) => page.locator(`#search-${search} ${what}.on`).count();
  const statusOf = (search) => page.locator(`#search-${search} .now`).textContent();
  assert.equal(await page.locator(".search").count(), 2);
  assert.equal(await step(), 1);
  assert.equal(await on(0, ".laid"), 0);
  assert.ok(await page.locator("#back").isDisabled());

  // Each step is a node; its decisions are on the board.
  const depth = (search, node) => { let count = 0; for (let at = node; search.parent[at] >= 0; at = search.parent[at]) count += 1; return count; };
  for (let node = 1; node <= 6; node += 1) {
    await page.locator("#forth").click();
    assert.equal(await step(), node + 1);
    assert.equal(await on(0, ".laid"), depth(plain, node));
    assert.equal(await page.locator("#search-0 .laid.latest").count(), 1);
    const words = data.placements[plain.placed[node]].words;
    assert.ok((await statusOf(0)).includes(words), words);
    assert.ok((await page.locator("#search-0 .row.current").textContent()).includes(words));
  }
  await page.keyboard.press("ArrowLeft");
  assert.equal(await step(), 6);

  // The next failure: its reason is marked and described.
  await page.keyboard.press("Home");
  const failure = plain.state.indexOf(1);
  await page.keyboard.press("f");
  assert.equal(await step(), failure + 1);
  const reason = data.reasons[plain.reason[failure]];
  assert.ok((await statusOf(0)).includes(reason.words), reason.words);
  assert.equal(await on(0, ".lit"), reason.regions.length + reason.cells.length);
  assert.ok(await visible(page, "#search-0 .lit .mark") > 0);
  await shot(page, "trace-failure");
  await page.locator("#failure").click();
  assert.equal(await step(), plain.state.indexOf(1, failure + 1) + 1);

  // The solution: every domino is placed.
  await page.keyboard.press("s");
  assert.equal(await step(), plain.state.indexOf(2) + 1);
  assert.ok((await statusOf(0)).includes("A solution."));
  const dominoes = await page.locator("#search-0 .tray .tile").count();
  assert.equal(await page.locator("#search-0 .tray .tile.used").count(), dominoes);
  assert.equal(await on(0, ".laid") + await on(0, ".forced"), dominoes);
  // The other search, which has fewer nodes, is at its end.
  assert.ok(cover.number.length < plain.number.length);
  assert.ok((await statusOf(1)).includes("A solution."));
  await shot(page, "trace-solution");

  // The rows are the path and its tried siblings.
  const at = await step() - 1;
  const path = new Set();
  for (let node = at; node >= 0; node = plain.parent[node]) path.add(node);
  const listed = plain.parent.filter((parent, node) => node <= at && (parent < 0 || path.has(parent))).length;
  const height = await page.locator("#search-0 .sheet").evaluate((sheet) => sheet.style.height);
  assert.equal(parseInt(height, 10), 22 * listed);
  const clicked = await page.locator("#search-0 .row").first().evaluate((row) => { row.click(); return Number(row.dataset.node); });
  assert.ok(clicked < at);
  assert.equal(await step(), clicked + 1);
  await page.keyboard.press("s");

  // The whole tree is drawn, and a click selects a node.
  const tree = page.locator("#search-0 .whole");
  const drawn = await tree.evaluate((canvas) => {
    const { data: pixels } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 3; at < pixels.length; at += 4) count += pixels[at] > 0 ? 1 : 0;
    return count;
  });
  assert.ok(drawn > 200, `${drawn} points`);
  await tree.click({ position: { x: 300, y: 12 } });
  assert.ok(await step() < plain.number.length);

  // Playing continues until it is paused or at the end.
  await page.keyboard.press("Home");
  await page.locator("#speed").fill("0");
  assert.equal(await page.locator("#pace").textContent(), "1 a second");
  await page.locator("#play").click();
  assert.equal(await page.locator("#play").textContent(), "Pause");
  await page.locator("#speed").fill("100");
  await page.waitForFunction(() => document.getElementById("play").textContent === "Play");
  assert.equal(await step(), Math.max(plain.number.length, cover.number.length));
  await page.locator("#speed").fill("0");
  await page.locator("#play").click();
  await page.locator("#play").click();
  assert.equal(await page.locator("#play").textContent(), "Play");
  const before = await page.locator("#speed").inputValue();
  await page.locator("#search-0 .rows").focus();
  await page.keyboard.press("+");
  assert.ok(Number(await page.locator("#speed").inputValue()) > Number(before));
  await close();
}

// Searches on a phone, in dark colours, and sampled.
async function searchElsewhere() {
  for (const [name, colorScheme, width] of [["trace", "dark", 1440], ["trace", "light", 390], ["whole-tree", "dark", 390], ["whole-tree", "light", 1200]]) {
    const { page, close } = await open(`${name}.html`, { colorScheme, viewport: { width, height: 900 } });
    await page.locator("#failure").click();
    await page.locator("#failure").click();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${name} at ${width} is ${wide} wide`);
    await shot(page, `${name}-${colorScheme}-${width}`);
    await close();
  }
  const { page, close } = await open("sampled.html");
  assert.ok((await page.locator(".sampled").textContent()).startsWith("A sample: "));
  const data = JSON.parse(await page.locator("#data").textContent());
  await page.locator("#last").click();
  const [search] = data.searches;
  const counts = await page.locator(".counts").textContent();
  assert.ok(counts.includes(`of ${new Intl.NumberFormat("en").format(search.nodes)}`), counts);
  await shot(page, "trace-sampled");
  await close();
  const { page: still, close: closeStill } = await open("trace.html", { javaScriptEnabled: false });
  assert.ok(await visible(still, "noscript p") + await visible(still, ".sums") > 0);
  await closeStill();
}

(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args: FLAGS });
  try {
    for (const test of [severalSolutions, models, oneSolution, wrongBoard, noSolution, darkMode, narrow, report, reportWidth, explanations, manySteps, readable, noConflict, search, searchElsewhere]) {
      await test();
      console.log(`${test.name}: good`);
    }
  } finally {
    await browser.close();
  }
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
