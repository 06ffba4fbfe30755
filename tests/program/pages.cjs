// Drives a page in a real browser and checks that clicks and keys do what they say.
//
//   node pages.cjs FOLDER
//
// The folder holds many.html (several solutions) with its DIMACS model many.cnf, one.html (one
// solution), wrong.html (a board with a fault), none.html (no solution), picture.svg and bench.html
// (a report on three columns and three puzzles), wide.html (one on several columns), and the pages of reasons: why.html (three conflicts),
// way.html (a walk of many steps), unique.html, several.html and uncoverable.html, and of searches: trace.html (two of one puzzle), whole-tree.html and
// sampled.html. The environment names the browser (CHROMIUM) and playwright-core (PLAYWRIGHT). Screenshots go to the
// folder.
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

// Opens a page; anything that it fetches or complains about is a failure.
async function open(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options });
  context.setDefaultTimeout(120_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const trouble = [];
  page.on("console", (message) => trouble.push(message.text()));
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("request", (request) => {
    if (request.url() !== address(name)) trouble.push(`fetched ${request.url()}`);
  });
  await page.goto(address(name));
  return { page, close: async () => { assert.deepEqual(trouble, []); await context.close(); } };
}

const shot = (page, name) => page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
const visible = (page, selector) => page.locator(`${selector}:visible`).count();

async function severalSolutions() {
  const { page, close } = await open("many.html");
  const reveal = page.locator("#reveal");
  const position = page.locator("#position");

  // Hidden until asked for.
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

  // What differs: exactly the cells whose domino is another one.
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

  // Keys in the list of choices are its own.
  await page.locator("#compare").focus();
  await page.keyboard.press("Home");
  assert.equal(await shown(), 3);

  // With the keyboard alone it closes again.
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

  // What is copied is what `pipsc emit` writes.
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

// Light and dark differ, in pages and in pictures alone.
async function darkMode() {
  for (const [name, selector, property] of [
    ["one.html", "body", "backgroundColor"],
    ["one.html", "#puzzle-picture .c0 .area", "fill"],
    ["why.html", "#story-ground .c0 .area", "fill"],
    ["why.html", ".stage .mark.conclusion", "stroke"],
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

// On a telephone nothing sticks out.
async function narrow() {
  for (const name of ["why.html", "way.html"]) {
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

// A report: any two columns against each other, headings that sort.
async function report() {
  const { page, close } = await open("bench.html");
  assert.equal(await page.locator("#columns tbody tr").count(), 3);
  const places = () => page.locator("#scatter .series circle").evaluateAll(
    (points) => points.map((point) => [Number(point.getAttribute("cx")), Number(point.getAttribute("cy"))]));
  const before = await places();
  assert.equal(before.length, 3);
  // A column against itself is the diagonal.
  await page.locator("#across").selectOption("embedded count");
  await page.locator("#up").selectOption("embedded count");
  const diagonal = await places();
  assert.equal(diagonal.length, 3);
  for (const [x, y] of diagonal) assert.ok(Math.abs((x - 76) - (376 - y)) < 0.01, `${x} ${y}`);
  assert.equal(await page.locator("#scatter .x-label").textContent(), "embedded count");
  // Turned round, the points are mirrored.
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

// A report fits its page: at a desk without scrolling, on a telephone each table scrolls for itself
// and says whose row it is.
async function reportWidth() {
  for (const columns of [1280, 400]) {
    const { page, close } = await open("wide.html", { viewport: { width: columns, height: 900 } });
    const [inner, outer] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    assert.ok(outer <= inner, `the page at ${columns}: ${outer} > ${inner}`);
    for (const table of ["#columns", "#puzzles"]) {
      const box = page.locator(".scroll", { has: page.locator(table) });
      const [seen, whole] = await box.evaluate((box) => [box.clientWidth, box.scrollWidth]);
      if (columns === 1280) assert.ok(whole <= seen, `${table}: ${whole} > ${seen}`);
      else assert.ok(whole > seen, `${table} is narrower than a telephone`);
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

// Reasons: the conflict marked on the board, words that keep their lines, steps to walk through.
async function reasons() {
  const { page, close } = await open("why.html");
  const found = page.locator(".found");
  assert.equal(await found.count(), 3);
  assert.equal(await page.locator(".walk").count(), 3);
  assert.equal(await found.first().locator(".picture .mark").count() > 0, true);
  assert.ok(await found.first().locator(".picture .mark").first().isVisible());
  // What contradicts each other is a list, a rule a line.
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
    // The board is the one of this step.
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
  // From now on the keys are this walk's.
  await page.keyboard.press("ArrowRight");
  assert.equal(await shown(), 2);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await shown(), 1);
  await page.keyboard.press("End");
  assert.equal(await shown(), steps - 1);
  assert.ok(await walk.locator(".next").isDisabled());
  // Where nothing is possible any more, the contradiction is marked.
  assert.ok(await walk.locator(".stage .mark:not(.conclusion):not(.premise)").count() > 0);
  await shot(page, "why-end");
  await page.keyboard.press("Home");
  assert.equal(await shown(), 0);
  await walk.locator(".frame").nth(1).click();
  assert.equal(await shown(), 1);
  assert.equal(await page.locator(".walk").first().locator(".position").textContent().then((text) => text.slice(0, 4)), "1 of");
  // Nothing is hidden behind a click.
  assert.equal(await page.locator("#reveal, details").count(), 0);
  await close();
}

// A long way: the list follows, and the page stays where it is.
async function longWay() {
  const { page, close } = await open("way.html", { viewport: { width: 1000, height: 500 } });
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
  // In the end every domino lies there.
  const dominoes = await page.locator("#board-1-picture .tray .tile").count();
  assert.equal(await walk.locator(".stage .tile").count(), dominoes);
  await shot(page, "way-end");
  await close();
}

// Without scripts everything can be read; on paper, too.
async function readable() {
  const { page: still, close: closeStill } = await open("why.html", { javaScriptEnabled: false });
  for (const what of [".frame .words", ".frame figure svg"]) {
    assert.equal(await visible(still, what), await still.locator(what).count(), what);
  }
  assert.equal(await visible(still, ".pager"), 0);
  await shot(still, "why-still");
  await closeStill();
  const { page, close } = await open("why.html", { colorScheme: "light" });
  await page.emulateMedia({ media: "print" });
  for (const what of [".frame .words", ".frame figure svg"]) {
    assert.equal(await visible(page, what), await page.locator(what).count(), what);
  }
  assert.equal(await visible(page, ".pager"), 0);
  assert.equal(await visible(page, ".stage"), 0);
  await shot(page, "why-print");
  const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  assert.ok(sheets.length > 1 && sheets.length < 12, `${sheets.length} sheets`);
  await close();
}

// A puzzle with a solution keeps it to itself; one with several shows where they differ.
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

// A search is stepped through and played, the board and the tree in step.
async function search() {
  const { page, close } = await open("trace.html", { viewport: { width: 1440, height: 1000 } });
  const data = JSON.parse(await page.locator("#data").textContent());
  const [plain, cover] = data.searches;
  const step = async () => Number((await page.locator("#step").textContent()).split(" ")[0].replaceAll(",", ""));
  const on = (search, what) => page.locator(`#search-${search} ${what}.on`).count();
  const said = (search) => page.locator(`#search-${search} .now`).textContent();
  assert.equal(await page.locator(".search").count(), 2);
  assert.equal(await step(), 1);
  assert.equal(await on(0, ".laid"), 0);
  assert.ok(await page.locator("#back").isDisabled());

  // A step is a node: as many dominoes lie as decisions led to it.
  const depth = (search, node) => { let count = 0; for (let at = node; search.parent[at] >= 0; at = search.parent[at]) count += 1; return count; };
  for (let node = 1; node <= 6; node += 1) {
    await page.locator("#forth").click();
    assert.equal(await step(), node + 1);
    assert.equal(await on(0, ".laid"), depth(plain, node));
    assert.equal(await page.locator("#search-0 .laid.latest").count(), 1);
    const words = data.placements[plain.placed[node]].words;
    assert.ok((await said(0)).includes(words), words);
    assert.ok((await page.locator("#search-0 .row.current").textContent()).includes(words));
  }
  await page.keyboard.press("ArrowLeft");
  assert.equal(await step(), 6);

  // To the next failure: it is lit and said.
  await page.keyboard.press("Home");
  const failure = plain.state.indexOf(1);
  await page.keyboard.press("f");
  assert.equal(await step(), failure + 1);
  const reason = data.reasons[plain.reason[failure]];
  assert.ok((await said(0)).includes(reason.words), reason.words);
  assert.equal(await on(0, ".lit"), reason.regions.length + reason.cells.length);
  assert.ok(await visible(page, "#search-0 .lit .mark") > 0);
  await shot(page, "trace-failure");
  await page.locator("#failure").click();
  assert.equal(await step(), plain.state.indexOf(1, failure + 1) + 1);

  // To the solution: every domino lies, nothing is left in the tray.
  await page.keyboard.press("s");
  assert.equal(await step(), plain.state.indexOf(2) + 1);
  assert.ok((await said(0)).includes("A solution."));
  const dominoes = await page.locator("#search-0 .tray .tile").count();
  assert.equal(await page.locator("#search-0 .tray .tile.used").count(), dominoes);
  assert.equal(await on(0, ".laid") + await on(0, ".forced"), dominoes);
  // The other search, which needs fewer nodes, is at its end.
  assert.ok(cover.number.length < plain.number.length);
  assert.ok((await said(1)).includes("A solution."));
  await shot(page, "trace-solution");

  // The lines are the path and what was tried beside it.
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

  // A click on the tree goes to a node; the whole tree is drawn.
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

  // Playing goes on by itself until it is paused, or over.
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

// A search on a phone, in the dark, and one of which only a sample is shown.
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
    for (const test of [severalSolutions, models, oneSolution, wrongBoard, noSolution, darkMode, narrow, report, reportWidth, reasons, longWay, readable, noConflict, search, searchElsewhere]) {
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
