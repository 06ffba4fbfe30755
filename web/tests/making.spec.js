// The tab Make: drawing, painting and typing, the verdict after every change, and saving in every format.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { copied, expect, middle, ready, repository, shot, tab, test } from "./page.js";

const place = (row, column) => `.place[data-place="r${row}c${column}"]`;
const verdict = (page) => page.locator("#verdict");
const kind = (page, mode) => page.waitForSelector(`#verdict.${mode}`);

async function stroke(page, ...places) {
  await page.mouse.move(...(await middle(page, place(...places[0]))));
  await page.mouse.down();
  for (const one of places.slice(1)) await page.mouse.move(...(await middle(page, place(...one))), { steps: 3 });
  await page.mouse.up();
}

/** Types into a field and leaves it. */
async function type(page, field, text) {
  await page.fill(field, text);
  await page.press(field, "Tab");
}
const rule = (page, name, text) => type(page, `[data-rule="${name}"]`, text);
const dominoes = (page, text) => type(page, "#make-dominoes", text);

/** The tab Make with an empty board. */
async function begin(open) {
  const { page } = await open({ name: "make" });
  await page.click("#make-clear");
  await expect(verdict(page)).toHaveText(/An empty board/);
  return page;
}

test("drawing cells, painting regions and typing rules updates the verdict", async ({ open }) => {
  const page = await begin(open);
  // Four cells in one stroke.
  await stroke(page, [0, 0], [0, 1], [1, 1], [1, 0]);
  await kind(page, "unfinished");
  await expect(verdict(page)).toHaveText(/domino/);
  // Dominoes from the box: one too many, which is removed again.
  await page.click("#picking summary");
  for (const pair of ["1-2", "5-6", "3-4"]) await page.click(`[data-pair="${pair}"]`);
  await page.click("#pick-remove");
  await page.click('[data-pair="5-6"]');
  assert.equal(await page.inputValue("#make-dominoes"), "12 34");
  await kind(page, "several");
  await expect(verdict(page)).toHaveText(/16 solutions/);
  assert.ok((await page.locator(".place.differs").count()) > 0);

  // A rule that conflicts with the dominoes: its message and highlighted cells.
  await page.click("#add-region");
  await stroke(page, [0, 0], [0, 1]);
  await rule(page, "A", "12");
  await kind(page, "none");
  await expect(verdict(page)).toHaveText(/no solution.*sum = 12/is);
  assert.deepEqual(await page.$$eval(".place.conflict", (list) => list.map((one) => one.dataset.place)), ["r0c0", "r0c1"]);
  await shot(page, "make-none-1100");

  // A rule that cannot be parsed: its message and highlighted region.
  await rule(page, "A", "about five");
  await kind(page, "unfinished");
  await expect(verdict(page)).toHaveText(/about five/);
  await expect(page.locator(".place.conflict")).toHaveCount(2);

  await rule(page, "A", "3");
  await kind(page, "several");
  await page.click("#make-undo");
  await kind(page, "unfinished");
  await page.click("#make-redo");
  await kind(page, "several");

  // A suggestion makes the puzzle unique.
  await page.waitForSelector(".suggestion");
  await shot(page, "make-several-1100");
  await page.click(".suggestion");
  await kind(page, "unique");
  await expect(verdict(page)).toHaveText(/Level:/);
});

test("the editor works with the keyboard alone", async ({ open }) => {
  const page = await begin(open);
  const label = (row, column) => page.getAttribute(place(row, column), "aria-label");
  await page.focus(place(0, 0));
  for (const key of ["Enter", "ArrowRight", "b"]) await page.keyboard.press(key);
  assert.equal(await label(0, 1), "row 0 column 1, region B, no rule yet");
  for (const key of ["ArrowDown", "Space"]) await page.keyboard.press(key);
  assert.equal(await label(1, 1), "row 1 column 1, cell without a region");
  await page.keyboard.press("Delete");
  assert.equal(await label(1, 1), "row 1 column 1, no cell");
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
  const page = await begin(open);
  for (const row of [0, 1, 2]) await stroke(page, [row, 0], [row, 1], [row, 2], [row, 3]);
  await page.click("#add-region");
  await stroke(page, [0, 0], [0, 1], [0, 2]);
  await page.click("#add-region");
  await stroke(page, [2, 0], [2, 1]);
  await rule(page, "B", "<4");
  await page.click("#fill");
  await expect(page.locator("#make-dominoes")).toHaveValue(/^\d\d( \d\d){5}$/);
  // The empty rule was chosen as well.
  assert.notEqual(await page.inputValue('[data-rule="A"]'), "");
  // Choosing again gives other dominoes.
  const first = await page.inputValue("#make-dominoes");
  await page.click("#fill");
  await expect(page.locator("#make-dominoes")).not.toHaveValue(first);
  assert.equal(await page.inputValue('[data-rule="B"]'), "<4");
  await type(page, "#make-title", "Mine & yours");
  await page.waitForSelector("#verdict.several, #verdict.unique");
  await page.click("#play-it");
  await expect(page.locator("#title")).toHaveText("Mine & yours");
  await expect(page.locator("#tray .domino")).toHaveCount(6);
});

test("a draft is saved in every format, as SVG, PNG and on paper", async ({ open }) => {
  const { page } = await open({ colorScheme: "dark", puzzle: "dozen.txt", name: "make" });
  await kind(page, "unique");
  const saved = async (label, name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#exports button:text-is("${label}")`)]);
    assert.equal(download.suggestedFilename(), name);
    return readFileSync(await download.path());
  };
  JSON.parse(await saved("NYT JSON", "by-the-dozen.nyt.json"));
  JSON.parse(await saved("Graph JSON", "by-the-dozen.graph.json"));
  assert.match(String(await saved("Text", "by-the-dozen.txt")), /^title: By the dozen\n/);
  // The same bytes as `pipsc show` writes.
  assert.equal(String(await saved("SVG", "by-the-dozen.svg")), readFileSync(join(repository, "docs/pictures/dozen.svg"), "utf8"));
  const png = await saved("PNG", "by-the-dozen.png");
  assert.ok(png.length > 10_000);
  // The background is white, even in dark mode.
  const corner = await page.evaluate(async (text) => {
    const image = await createImageBitmap(await (await new Response(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)))).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return [...canvas.getImageData(2, 2, 1, 1).data];
  }, png.toString("base64"));
  assert.deepEqual(corner, [255, 255, 255, 255]);

  // Not `window.printed`: an element of the page has that id.
  await page.evaluate(() => (window.print = () => (window.printWasCalled = true)));
  await page.click('#exports button:text-is("Print")');
  await page.waitForFunction(() => window.printWasCalled);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.isVisible("#make"), false);
  assert.deepEqual(await page.$$eval(".sheet", (sheets) => sheets.map((sheet) => sheet.querySelectorAll(".dominoes .tile").length)), [0, 7]);
  const paper = await page.pdf({ format: "A4", printBackground: true });
  assert.equal(paper.toString("latin1").match(/\/Type \/Page\b/g).length, 2);
});

test("a long verdict can be stopped and does not block the page", async ({ open }) => {
  const page = await begin(open);
  await type(page, "#rows", "8");
  await type(page, "#columns", "9");
  // A board of 72 cells without rules, whose verdict takes long.
  for (let row = 0; row < 8; row++) await stroke(page, [row, 0], ...Array.from({ length: 8 }, (_, at) => [row, at + 1]));
  await dominoes(page, Array.from({ length: 36 }, (_, at) => `${at % 7}${(at * 3) % 7}`).join(" "));
  const stop = page.locator('#verdict button:text-is("Stop")');
  await stop.waitFor();
  // The page stays responsive.
  await type(page, "#make-title", "Still here");
  assert.equal(await page.inputValue("#make-title"), "Still here");
  await stop.click();
  await expect(verdict(page)).toHaveText(/Stopped/);
  // The next change starts a new verdict.
  await dominoes(page, "00");
  await expect(verdict(page)).toHaveText(/Not a puzzle yet/);
});

test("a draft and its undo history are kept; it can be linked, modelled and explained", async ({ open }) => {
  const page = await begin(open);
  await stroke(page, [0, 0], [0, 1]);
  await dominoes(page, "25");
  await kind(page, "several");
  await page.click("#play-it");
  await page.waitForSelector("#play:not([hidden])");
  await tab(page, "make");
  await expect(page.locator("#make-undo")).toBeEnabled();
  assert.match(await copied(page, "#make-link"), /#p=[\w-]+$/);
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

test("Tab moves from tool to board to rules to dominoes", async ({ open }) => {
  const page = await begin(open);
  for (const _ of [1, 2]) await page.click("#add-region");
  const focused = () => page.evaluate(() => document.activeElement.id || Object.values(document.activeElement.dataset)[0]);
  const walk = [];
  await page.focus('[data-tool="B"]');
  for (let press = 0; press < 13 && walk.at(-1) !== "make-dominoes"; press++) {
    walk.push(await focused());
    // Typing a rule does not move the focus.
    if (["A", "B"].includes(walk.at(-1)) && press > 1) await page.keyboard.type("3");
    await page.keyboard.press("Tab");
  }
  assert.deepEqual(walk, ["B", "add-region", "remove-region", "r0c0", "rows", "columns", "make-undo", "make-clear", "verdict", "make-title", "A", "B", "make-dominoes"]);
  assert.equal(await page.inputValue('[data-rule="A"]'), "3");
  // The arrow keys move between tools, and a button removes a region.
  await page.focus('[data-tool="B"]');
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focused(), "A");
  await page.keyboard.press("Enter");
  await page.click("#remove-region");
  assert.deepEqual(await page.$$eval("#rules [data-rule]", (list) => list.map((one) => one.dataset.rule)), ["B"]);
});
