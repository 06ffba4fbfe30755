// Making: drawing, painting, typing; the verdict at every stroke; everything that a puzzle can be kept as.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { example, middle, ready, repository, shot, tab, test } from "./page.js";

const place = (row, column) => `.place[data-place="r${row}c${column}"]`;
const verdict = (page) => page.textContent("#verdict");
const kind = (page, wanted) => page.waitForSelector(`#verdict.${wanted}`);

async function stroke(page, ...places) {
  await page.mouse.move(...(await middle(page, place(...places[0]))));
  await page.mouse.down();
  for (const one of places.slice(1)) await page.mouse.move(...(await middle(page, place(...one))), { steps: 3 });
  await page.mouse.up();
}

async function rule(page, name, text) {
  await page.fill(`[data-rule="${name}"]`, text);
  await page.press(`[data-rule="${name}"]`, "Tab");
}

async function begin(page) {
  await tab(page, "make");
  await page.click("#make-clear");
  await page.waitForFunction(() => document.getElementById("verdict").textContent.includes("An empty board"));
}

async function saved(page, label) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#exports button:text-is("${label}")`)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test("drawing cells, painting regions and typing rules updates the verdict", async ({ open }) => {
  const { page } = await open();
  await begin(page);
  // Two rows of two, in one stroke.
  await stroke(page, [0, 0], [0, 1], [1, 1], [1, 0]);
  await page.waitForFunction(() => /no dominoes|domino/i.test(document.getElementById("verdict").textContent));
  await kind(page, "unfinished");
  // Dominoes from the box: one too many, and back.
  await page.click("#picking summary");
  for (const pair of ["1-2", "5-6", "3-4"]) await page.click(`[data-pair="${pair}"]`);
  await page.click("#pick-remove");
  await page.click('[data-pair="5-6"]');
  assert.equal(await page.inputValue("#make-dominoes"), "12 34");
  await kind(page, "several");
  assert.match(await verdict(page), /16 solutions|8 solutions/);
  assert.ok((await page.locator(".place.differs").count()) > 0);

  // A region, its rule, and the conflict that comes of it, in words and lit.
  await page.click("#add-region");
  await stroke(page, [0, 0], [0, 1]);
  await rule(page, "A", "12");
  await kind(page, "none");
  assert.match(await verdict(page), /no solution/i);
  assert.match(await verdict(page), /sum = 12/);
  assert.deepEqual(await page.$$eval(".place.conflict", (list) => list.map((one) => one.dataset.place)), ["r0c0", "r0c1"]);
  await shot(page, "make-none-1100");

  // What cannot be read is said, with the region lit.
  await rule(page, "A", "about five");
  await kind(page, "unfinished");
  assert.match(await verdict(page), /about five/);
  assert.equal(await page.locator(".place.conflict").count(), 2);

  await rule(page, "A", "3");
  await kind(page, "several");
  await page.click("#make-undo");
  await kind(page, "unfinished");
  await page.click("#make-redo");
  await kind(page, "several");

  // A suggestion, followed with a click, makes it unique.
  await page.waitForSelector(".suggestion");
  await shot(page, "make-several-1100");
  await page.click(".suggestion");
  await kind(page, "unique");
  await page.waitForFunction(() => document.getElementById("verdict").textContent.includes("Level:"));
});

test("the editor works with the keyboard alone", async ({ open }) => {
  const { page } = await open();
  await begin(page);
  await page.focus(place(0, 0));
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("b");
  assert.equal(await page.getAttribute(place(0, 1), "aria-label"), "row 0 column 1, region B, no rule yet");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  assert.equal(await page.getAttribute(place(1, 1), "aria-label"), "row 1 column 1, cell without a region");
  await page.keyboard.press("Delete");
  assert.equal(await page.getAttribute(place(1, 1), "aria-label"), "row 1 column 1, no cell");
  await page.focus("#make-dominoes");
  await page.keyboard.type("25");
  await page.keyboard.press("Tab");
  await kind(page, "several");
  await page.focus('[data-rule="B"]');
  await page.keyboard.type("5");
  await page.keyboard.press("Tab");
  await kind(page, "unique");
});

test("Choose dominoes fills in dominoes and open rules", async ({ open }) => {
  const { page } = await open();
  await begin(page);
  for (const row of [0, 1, 2]) await stroke(page, [row, 0], [row, 1], [row, 2], [row, 3]);
  await page.click("#add-region");
  await stroke(page, [0, 0], [0, 1], [0, 2]);
  await rule(page, "A", "?");
  await page.click("#add-region");
  await stroke(page, [2, 0], [2, 1]);
  await rule(page, "B", "<4");
  await page.click("#fill");
  await page.waitForFunction(() => document.getElementById("make-dominoes").value.split(" ").length === 6);
  await page.waitForSelector("#verdict.several, #verdict.unique");
  assert.notEqual(await page.inputValue('[data-rule="A"]'), "?");
  // It can be tried again.
  const first = await page.inputValue("#make-dominoes");
  await page.click("#fill");
  await page.waitForFunction((old) => document.getElementById("make-dominoes").value !== old, first);
  assert.equal(await page.inputValue('[data-rule="B"]'), "<4");
  await page.fill("#make-title", "Mine & yours");
  await page.press("#make-title", "Tab");
  await page.waitForSelector("#verdict.several, #verdict.unique");
  await page.click("#play-it");
  await page.waitForSelector("#play:not([hidden])");
  assert.equal(await page.textContent("#title"), "Mine & yours");
  assert.equal(await page.locator("#tray .domino").count(), 6);
});

test("a draft is saved in every format, as SVG, PNG and on paper", async ({ open }) => {
  const { page } = await open(undefined, { colorScheme: "dark" });
  await example(page, "dozen.txt");
  await tab(page, "make");
  await kind(page, "unique");
  const endings = { "NYT JSON": ".json", "Graph JSON": ".json", Text: ".txt" };
  for (const [format, ending] of Object.entries(endings)) {
    const { name, bytes } = await saved(page, format);
    assert.ok(name.startsWith("by-the-dozen.") && name.endsWith(ending), name);
    if (ending === ".json") JSON.parse(bytes);
    else assert.match(bytes.toString(), /^title: By the dozen\n/);
  }
  const svg = await saved(page, "SVG");
  assert.match(svg.bytes.toString(), /^<svg [^>]*class="pips"[^]*<style>[^]*<\/svg>\n$/);
  // The same bytes as `pipsc show` writes.
  assert.equal(svg.bytes.toString(), readFileSync(join(repository, "docs/pictures/dozen.svg"), "utf8"));
  const png = await saved(page, "PNG");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  assert.ok(png.bytes.length > 10_000);
  // White in the corner, also where the screen is dark.
  const corner = await page.evaluate(async (text) => {
    const image = await createImageBitmap(await (await new Response(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)))).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return [...canvas.getImageData(2, 2, 1, 1).data];
  }, png.bytes.toString("base64"));
  assert.deepEqual(corner, [255, 255, 255, 255]);

  // Not `window.printed`: an element of the page has that id.
  await page.evaluate(() => (window.print = () => (window.printWasCalled = true)));
  await page.click('#exports button:text-is("Print")');
  await page.waitForFunction(() => window.printWasCalled);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.isVisible("#make"), false);
  const sheets = page.locator(".sheet");
  assert.equal(await sheets.count(), 2);
  assert.equal(await sheets.nth(0).locator(".dominoes .tile").count(), 0);
  assert.equal(await sheets.nth(1).locator(".dominoes .tile").count(), 7);
  const paper = await page.pdf({ format: "A4", printBackground: true });
  assert.equal(paper.toString("latin1").match(/\/Type \/Page\b/g).length, 2);
});

test("a long verdict can be stopped and does not block the page", async ({ open }) => {
  const { page } = await open();
  await tab(page, "make");
  await page.click("#make-clear");
  await page.fill("#rows", "8");
  await page.press("#rows", "Tab");
  await page.fill("#columns", "9");
  await page.press("#columns", "Tab");
  // A loose board of 72 cells: more solutions than can be explained at once.
  for (let row = 0; row < 8; row++) await stroke(page, [row, 0], ...Array.from({ length: 8 }, (_, at) => [row, at + 1]));
  const dominoes = Array.from({ length: 36 }, (_, at) => `${at % 7}${(at * 3) % 7}`).join(" ");
  await page.fill("#make-dominoes", dominoes);
  await page.press("#make-dominoes", "Tab");
  await page.waitForSelector('#verdict button:text-is("Stop")');
  // Meanwhile the page answers.
  await page.click("#make-title");
  await page.keyboard.type("Still here");
  assert.equal(await page.inputValue("#make-title"), "Still here");
  await page.keyboard.press("Tab");
  await page.click('#verdict button:text-is("Stop")');
  await page.waitForFunction(() => document.getElementById("verdict").textContent.includes("Stopped"));
  // And goes on with the next change.
  await page.fill("#make-dominoes", "00");
  await page.press("#make-dominoes", "Tab");
  await page.waitForFunction(() => document.getElementById("verdict").textContent.includes("Not a puzzle yet"));
});

test("a draft and its undo history are kept; it can be linked, modelled and explained", async ({ open }) => {
  const { page } = await open();
  await begin(page);
  await stroke(page, [0, 0], [0, 1]);
  await page.fill("#make-dominoes", "25");
  await page.press("#make-dominoes", "Tab");
  await kind(page, "several");
  await page.click("#play-it");
  await page.waitForSelector("#play:not([hidden])");
  await tab(page, "make");
  assert.equal(await page.isEnabled("#make-undo"), true);
  await page.click("#make-link");
  await page.waitForFunction(() => document.getElementById("make-link").textContent === "Copied");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#p=[\w-]+$/);
  await page.click("#make-model");
  await page.waitForSelector("#models:not([hidden]) .line");
  await tab(page, "make");
  await page.click("#make-explain");
  await page.waitForSelector("#explain:not([hidden]) #words p");
  await page.reload();
  await ready(page);
  await tab(page, "make");
  await kind(page, "several");
  assert.equal(await page.inputValue("#make-dominoes"), "25");
});

test("Tab goes from tool to board to rule to rule to dominoes", async ({ open }) => {
  const { page } = await open();
  await begin(page);
  for (const _ of [1, 2]) await page.click("#add-region");
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.dataset.rule || document.activeElement.dataset.tool || document.activeElement.dataset.place);
  const walk = [];
  await page.focus('[data-tool="B"]');
  for (let press = 0; press < 12 && walk.at(-1) !== "make-dominoes"; press++) {
    walk.push(await focused());
    // A rule that is typed leads to the next one.
    if (["A", "B"].includes(walk.at(-1)) && press > 1) await page.keyboard.type("3");
    await page.keyboard.press("Tab");
  }
  assert.deepEqual(walk, ["B", "add-region", "remove-region", "r0c0", "rows", "columns", "make-undo", "make-clear", "make-title", "A", "B", "make-dominoes"]);
  assert.equal(await page.inputValue('[data-rule="A"]'), "3");
  // The arrow keys go along the tools, and a region is removed by its button.
  await page.focus('[data-tool="B"]');
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focused(), "A");
  await page.keyboard.press("Enter");
  await page.click("#remove-region");
  assert.deepEqual(await page.$$eval("#rules [data-rule]", (list) => list.map((one) => one.dataset.rule)), ["B"]);
});
