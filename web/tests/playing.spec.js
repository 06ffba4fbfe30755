// Playing: every way to lay a domino, every kind of help.
import assert from "node:assert/strict";
import { cells, cellSelector, example, middle, pips, ready, settled, shot, solve, tab, test } from "./page.js";

const small = "small.board.json";
const tile = (name) => `.domino[data-domino="${name}"]`;
const marksIn = (page) => page.locator("#play-board .mark").count();

/** Drags from one point of the window to another, as a hand does. */
async function drag(page, [x, y], [to, down]) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + to) / 2, (y + down) / 2, { steps: 4 });
  await page.mouse.move(to, down, { steps: 4 });
  await page.mouse.up();
  await settled(page);
}

const between = ([a, b], [c, d]) => [(a + c) / 2, (b + d) / 2];

/** The solution that the page itself finds, as pips by cell and as pairs of cells by domino. */
async function solved(open, name) {
  const { page } = await open();
  await example(page, name);
  await solve(page);
  await page.waitForSelector("#end:not([hidden])");
  const shown = await pips(page);
  const tiles = await page.$$eval("#play-board .dominoes > .tile > title", (titles) => titles.map((title) => title.textContent));
  return { shown, tiles };
}

test("dominoes are dragged, snap, and return to the tray", async ({ open }) => {
  const { page } = await open();
  await example(page, small);
  const [one, other] = [await middle(page, cellSelector("r1c0")), await middle(page, cellSelector("r1c1"))];
  // Not quite where it belongs: it snaps.
  const [x, y] = between(one, other);
  await drag(page, await middle(page, tile("1-4")), [x + 9, y - 8]);
  assert.deepEqual(await pips(page), { r1c0: 1, r1c1: 4 });
  assert.equal(await page.isDisabled(tile("1-4")), true);
  assert.match(await page.textContent("#live"), /1-4 laid on row 1 column 0 and row 1 column 1. 3 left/);

  // From one place to another, over a domino that lies there: that one goes back.
  await drag(page, await middle(page, tile("3-4")), between(await middle(page, cellSelector("r2c1")), await middle(page, cellSelector("r2c2"))));
  await drag(page, one, between(await middle(page, cellSelector("r2c1")), await middle(page, cellSelector("r2c2"))));
  assert.deepEqual(await pips(page), { r2c1: 1, r2c2: 4 });
  assert.equal(await page.isDisabled(tile("3-4")), false);

  // Away from the board.
  await drag(page, await middle(page, cellSelector("r2c1")), [5, 850]);
  assert.deepEqual(await pips(page), {});
  assert.equal(await page.isDisabled(tile("1-4")), false);
});

test("a domino is dragged by touch", async ({ open }) => {
  const { page, context } = await open(undefined, { size: [390, 844], hasTouch: true, isMobile: true });
  await example(page, small);
  await page.locator(tile("1-4")).scrollIntoViewIfNeeded();
  const from = await middle(page, tile("1-4"));
  const to = between(await middle(page, cellSelector("r1c0")), await middle(page, cellSelector("r1c1")));
  const touch = await context.newCDPSession(page);
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await send("touchStart", [from]);
  // The tile hovers above the finger, so the finger stays below the place.
  for (const share of [0.3, 0.6, 1]) await send("touchMove", [[from[0] + (to[0] - from[0]) * share, from[1] + (to[1] + 52 - from[1]) * share]]);
  await send("touchEnd", []);
  await settled(page);
  assert.deepEqual(await pips(page), { r1c0: 1, r1c1: 4 });
});

test("tap to pick, lay and turn; undo and redo", async ({ open }) => {
  const { page } = await open(undefined, { size: [390, 844], hasTouch: true, isMobile: true });
  await example(page, small);
  await page.tap(tile("1-3"));
  assert.equal(await page.getAttribute(tile("1-3"), "aria-pressed"), "true");
  // Turned once it points downwards.
  await page.tap(tile("1-3"));
  await page.tap(cellSelector("r1c1"));
  await settled(page);
  assert.deepEqual(await pips(page), { r1c1: 1, r2c1: 3 });
  // A tap holds what lies, a second one turns it about the cell, again and again through every way.
  const seen = new Set([JSON.stringify(await pips(page))]);
  await page.tap(cellSelector("r1c1"));
  for (let turn = 0; turn < 7; turn++) {
    await page.tap(cellSelector("r1c1"));
    await settled(page);
    seen.add(JSON.stringify(await pips(page)));
  }
  assert.equal(seen.size, 6, [...seen].join("\n"));
  // The button does the same, and another takes it off.
  const before = JSON.stringify(await pips(page));
  await page.tap("#turn");
  await settled(page);
  assert.notEqual(JSON.stringify(await pips(page)), before);
  await page.tap("#back");
  await settled(page);
  assert.deepEqual(await pips(page), {});
  await page.tap("#undo");
  await settled(page);
  assert.equal(Object.keys(await pips(page)).length, 2);
  await page.tap("#redo");
  await settled(page);
  assert.deepEqual(await pips(page), {});
  assert.equal(await page.isDisabled("#redo"), true);
});

test("a puzzle is solved with the keyboard alone", async ({ open }) => {
  const { shown, tiles } = await solved(open, small);
  const { page } = await open();
  // Through the tabs to the examples.
  await page.focus("#tab-play");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("#new:not([hidden])");
  await page.focus(`[data-example="${small}"]`);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#play:not([hidden])");
  await settled(page);
  await page.focus("#tab-play");
  const focusedLabel = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? "");
  const tabTo = async (selector) => {
    for (let presses = 0; presses < 40; presses++) {
      if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not reach ${selector}`);
  };
  await tabTo("#play-board .cell");
  for (const title of tiles) {
    const [, one, other] = /(r\d+c\d+).*?(r\d+c\d+)/.exec(title);
    const [first, second] = shown[one] <= shown[other] ? [one, other] : [other, one];
    const domino = [shown[one], shown[other]].sort((a, b) => a - b).join("-");
    await tabTo(".domino");
    for (let presses = 0; !(await focusedLabel()).startsWith(`Domino ${domino}`); presses++) {
      assert.ok(presses < 10, `arrows do not reach ${domino}`);
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
    // The keyboard is on the board now.
    const [row, column] = /r(\d+)c(\d+)/.exec(first).slice(1).map(Number);
    for (let presses = 0; ; presses++) {
      const [, r, c] = /row (\d+) column (\d+)/.exec(await focusedLabel());
      if (Number(r) === row && Number(c) === column) break;
      assert.ok(presses < 20, `arrows do not reach ${first}`);
      const sideways = Number(c) < column ? "ArrowRight" : "ArrowLeft";
      const down = Number(r) < row ? "ArrowDown" : "ArrowUp";
      await page.keyboard.press(Number(c) !== column ? sideways : down);
      const [, r2, c2] = /row (\d+) column (\d+)/.exec(await focusedLabel());
      if (r2 === r && c2 === c) await page.keyboard.press(Number(r) !== row ? down : "ArrowDown");
    }
    const [r2, c2] = /r(\d+)c(\d+)/.exec(second).slice(1);
    for (let turns = 0; !(await page.textContent("#live")).includes(`and row ${r2} column ${c2}`); turns++) {
      assert.ok(turns < 5, `R does not turn ${domino} towards ${second}`);
      await page.keyboard.press("r");
    }
    await page.keyboard.press("Enter");
    await settled(page);
  }
  await page.waitForSelector("#end:not([hidden])");
  assert.deepEqual(await pips(page), shown);
  assert.match(await page.textContent("#end"), /Well done!.*without a hint/s);
  assert.match(await page.textContent("#live"), /Well done!/);
});

test("broken rules are marked unless marks are off", async ({ open }) => {
  const { page } = await open();
  await example(page, small);
  assert.equal(await marksIn(page), 0);
  // Region of r1c0 wants 4.
  await page.click(tile("1-3"));
  await page.click(cellSelector("r1c0"));
  await page.waitForSelector("#play-board .mark");
  assert.match((await cells(page)).r1c0, /shows 1.*sum = 4.*not right yet/);
  await page.click("#show-marks");
  await settled(page);
  assert.equal(await marksIn(page), 0);
  assert.doesNotMatch((await cells(page)).r1c0, /not right/);
  // Check says it all the same.
  await page.click("#check");
  await page.waitForSelector("#said.wrong");
  assert.match(await page.textContent("#said"), /sum = 4/);
  assert.ok(await marksIn(page));
  // The setting outlives the page.
  await page.reload();
  await ready(page);
  assert.equal(await page.isChecked("#show-marks"), false);
});

test("the clock runs and can be hidden", async ({ open }) => {
  const { page } = await open();
  await example(page, small);
  assert.equal(await page.textContent("#clock"), "0:00");
  await page.click(tile("1-3"));
  await page.click(cellSelector("r1c1"));
  await page.waitForFunction(() => document.getElementById("clock").textContent !== "0:00");
  await page.click("#show-clock");
  assert.equal(await page.isVisible("#clock"), false);
  await page.click("#show-clock");
  assert.equal(await page.isVisible("#clock"), true);
});

test("a hint says where, what and why, a click each, and is then applied", async ({ open }) => {
  const { page } = await open();
  await example(page, small);
  let hints = 0;
  while (!(await page.isVisible("#end"))) {
    assert.ok(hints < 30, "hints come to an end");
    await page.click("#hint");
    await page.waitForSelector("#said.where");
    assert.match(await page.textContent("#said"), /^Look at row \d+ column \d+/);
    assert.ok((await page.locator("#play-board .mark.conclusion").count()) > 0);
    assert.equal(await page.textContent("#hint"), "What?");
    await page.click("#hint");
    await page.waitForSelector("#said.what");
    assert.match(await page.textContent("#said"), /r\d+c\d+/);
    assert.equal(await page.textContent("#hint"), "Why?");
    await page.click("#hint");
    await page.waitForSelector("#said.why");
    // What a badge says is not restated.
    assert.doesNotMatch(await page.textContent("#said"), / alone/);
    if (hints === 0) await shot(page, "hint-1100");
    while ((await page.textContent("#hint")) === "Next step") await page.click("#hint");
    assert.equal(await page.textContent("#hint"), "Do it");
    await page.click("#hint");
    await page.waitForSelector("#said", { state: "hidden" });
    await settled(page);
    hints += 1;
  }
  assert.match(await page.textContent("#end"), /with \d+ hints/);
});

test("a hint on a wrong board says that there is no solution", async ({ open }) => {
  const { page } = await open();
  await example(page, small);
  await page.click(tile("1-3"));
  await page.click(cellSelector("r1c0"));
  await settled(page);
  await page.click("#hint");
  await page.waitForSelector("#said.wrong");
  assert.equal(await page.textContent("#hint"), "Hint");
});

test("Solve asks first, shows the solution, and can be undone", async ({ open }) => {
  const { page } = await open(undefined, { reducedMotion: "no-preference" });
  await example(page, small);
  await page.click("#solve");
  assert.match(await page.textContent("#said"), /Press Show it/);
  assert.deepEqual(await pips(page), {});
  await page.click("#solve");
  await page.waitForSelector(".falls");
  await page.waitForSelector("#end:not([hidden])");
  assert.match(await page.textContent("#end"), /Solution shown/);
  assert.equal(Object.keys(await pips(page)).length, 8);
  await shot(page, "end-1100");
  await page.click("#undo");
  await settled(page);
  assert.deepEqual(await pips(page), {});
  // Who wants little movement gets none.
  const quiet = await open();
  await example(quiet.page, small);
  await solve(quiet.page);
  await quiet.page.waitForSelector("#end:not([hidden])");
  assert.equal(await quiet.page.locator(".falls, .cheers").count(), 0);
});

test("a game is kept across reloads", async ({ open }) => {
  const { page } = await open();
  await example(page, small);
  await page.click(tile("1-3"));
  await page.click(cellSelector("r1c1"));
  await settled(page);
  const before = await pips(page);
  await page.reload();
  await ready(page);
  await settled(page);
  assert.deepEqual(await pips(page), before);
});

test("a puzzle on a graph can be played", async ({ open }) => {
  const { page } = await open();
  const ring = { dominoes: [[0, 1], [2, 3], [4, 5]], constraints: [{ type: "sum", cells: ["a"], target: 0 }], links: { a: ["b", "c", "d"], b: ["c", "d"], c: ["d", "e"], d: ["f"], e: ["f"], f: [] } };
  await tab(page, "new");
  await page.fill("#source", JSON.stringify(ring));
  await page.click("#open button[type=submit]");
  await page.waitForSelector("#play:not([hidden])");
  await settled(page);
  await page.click(tile("0-1"));
  await page.click(cellSelector("a"));
  await settled(page);
  assert.equal((await pips(page)).a, 0);
  await solve(page);
  await page.waitForSelector("#end:not([hidden])");
  assert.match((await cells(page)).a, /cell a, shows 0/);
  await shot(page, "graph-1100");
});

test("the result is in view on a phone, locked, kept and shared", async ({ open }) => {
  const { page } = await open(undefined, { size: [390, 844], hasTouch: true, isMobile: true });
  await example(page, small);
  await solve(page);
  await page.waitForSelector("#end:not([hidden])");
  const { y, height } = await page.locator("#end").boundingBox();
  assert.ok(y >= 0 && y + height <= 844, `${y} ${height}`);
  await shot(page, "end-390");
  await page.click("#share-result");
  await page.waitForFunction(() => document.getElementById("share-result").textContent === "Copied");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /looked at the solution\nhttp.*#p=/);
  await page.click("#end-close");
  const before = await pips(page);
  await page.tap(cellSelector("r1c0"));
  await page.keyboard.press("Delete");
  assert.deepEqual(await pips(page), before);
  await page.reload();
  await ready(page);
  await page.waitForSelector("#end:not([hidden])");
  assert.deepEqual(await pips(page), before);
});

test("a full wrong board says so with marks off", async ({ open }) => {
  const { page } = await open();
  await tab(page, "new");
  await page.fill("#source", "AA\n\nA 9\n\n12\n");
  await page.click("#open button[type=submit]");
  await page.waitForSelector("#play:not([hidden])");
  await settled(page);
  await page.click("#show-marks");
  await page.click(tile("1-2"));
  await page.click(cellSelector("r0c0"));
  await page.waitForSelector("#said.wrong");
  assert.match(await page.textContent("#said"), /All dominoes are placed, but not every rule is met/);
  assert.equal(await marksIn(page), 0);
});
