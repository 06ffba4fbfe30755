// The tab Play: moves by drag, touch, tap and keyboard; check, hints and solution.
import assert from "node:assert/strict";
import { cell, cells, click, copied, domino, expect, middle, open as opens, pips, ready, settled, shot, solve, test } from "./page.js";

const marks = (page) => page.locator("#play-board .mark");
const message = (page) => page.locator("#message");

/** Lays a domino with its lower half on a cell. */
async function lay(page, name, on) {
  await page.click(domino(name));
  await click(page, cell(on));
}

/** Drags from one point of the window to another, as a hand does. */
async function drag(page, [x, y], [to, down]) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + to) / 2, (y + down) / 2, { steps: 4 });
  await page.mouse.move(to, down, { steps: 4 });
  await page.mouse.up();
  await settled(page);
}

async function between(page, ...names) {
  const [[a, b], [c, d]] = [await middle(page, cell(names[0])), await middle(page, cell(names[1]))];
  return [(a + c) / 2, (b + d) / 2];
}

test("dominoes are dragged, snap, and return to the tray", async ({ open }) => {
  const { page } = await open();
  // Near a pair of cells, the tile snaps.
  const [x, y] = await between(page, "r1c0", "r1c1");
  await drag(page, await middle(page, domino("1-4")), [x + 9, y - 8]);
  assert.deepEqual(await pips(page), { r1c0: 1, r1c1: 4 });
  await expect(page.locator(domino("1-4"))).toBeDisabled();
  await expect(page.locator("#live")).toHaveText(/1-4 laid on row 1 column 0 and row 1 column 1. 3 left/);

  // Moved onto another domino, which returns to the tray.
  await drag(page, await middle(page, domino("3-4")), await between(page, "r2c1", "r2c2"));
  await drag(page, await middle(page, cell("r1c0")), await between(page, "r2c1", "r2c2"));
  assert.deepEqual(await pips(page), { r2c1: 1, r2c2: 4 });
  await expect(page.locator(domino("3-4"))).toBeEnabled();

  // Dropped outside of the board.
  await drag(page, await middle(page, cell("r2c1")), [5, 850]);
  assert.deepEqual(await pips(page), {});
  await expect(page.locator(domino("1-4"))).toBeEnabled();
});

test("a domino is dragged by touch", async ({ open }) => {
  const { page, context } = await open({ phone: true });
  await page.locator(domino("1-4")).scrollIntoViewIfNeeded();
  const from = await middle(page, domino("1-4"));
  const to = await between(page, "r1c0", "r1c1");
  const touch = await context.newCDPSession(page);
  const send = (type, ...points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await send("touchStart", from);
  // The tile is shown above the finger.
  for (const share of [0.3, 0.6, 1]) await send("touchMove", [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] + 52 - from[1]) * share]);
  await send("touchEnd");
  await settled(page);
  assert.deepEqual(await pips(page), { r1c0: 1, r1c1: 4 });
});

test("tap to pick, lay and turn; undo and redo", async ({ open }) => {
  const { page } = await open({ phone: true });
  const tap = async (selector) => {
    await page.tap(selector);
    await settled(page);
  };
  await tap(domino("1-3"));
  await expect(page.locator(domino("1-3"))).toHaveAttribute("aria-pressed", "true");
  // Turned once, it points downwards.
  await tap(domino("1-3"));
  await tap(cell("r1c1"));
  assert.deepEqual(await pips(page), { r1c1: 1, r2c1: 3 });
  // A tap picks up a placed domino; further taps turn it about the cell through all positions.
  const seen = new Set([JSON.stringify(await pips(page))]);
  await tap(cell("r1c1"));
  for (let turn = 0; turn < 7; turn++) {
    await tap(cell("r1c1"));
    seen.add(JSON.stringify(await pips(page)));
  }
  assert.equal(seen.size, 6, [...seen].join("\n"));
  // Buttons turn and remove it as well.
  const before = await pips(page);
  await tap("#turn");
  assert.notDeepEqual(await pips(page), before);
  await tap("#back");
  assert.deepEqual(await pips(page), {});
  await tap("#undo");
  assert.equal(Object.keys(await pips(page)).length, 2);
  await tap("#redo");
  assert.deepEqual(await pips(page), {});
  await expect(page.locator("#redo")).toBeDisabled();
});

test("a puzzle is solved with the keyboard alone", async ({ open }) => {
  const { page } = await open();
  // The second domino is reversed.
  await opens(page, "AB\nCD\n\nA 1\nB 2\nC 4\nD 3\n\n12 34\n");
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    await settled(page);
  };
  const focused = (label) => expect(page.locator(":focus")).toHaveAttribute("aria-label", label);
  // The tabs, the board and the tray are one tab stop each.
  await page.focus("#tab-play");
  for (let presses = 0; presses < 5 && !(await page.evaluate(() => document.activeElement.matches(".domino"))); presses++) await press("Tab");
  await press("ArrowRight", "ArrowLeft");
  await focused("Domino 1-2");
  // After picking up, the next keys choose the cell.
  await press("Enter");
  await focused(/^row 0 column 0, empty/);
  await press("Enter");
  await focused("Domino 3-4");
  await press("Enter", "ArrowDown", "ArrowRight");
  await focused(/^row 1 column 1/);
  await press("r", "r");
  await expect(page.locator("#live")).toHaveText(/to the left. Enter lays it on row 1 column 1 and row 1 column 0/);
  await press("Enter");
  assert.deepEqual(await pips(page), { r0c0: 1, r0c1: 2, r1c0: 4, r1c1: 3 });
  await expect(page.locator("#end")).toHaveText(/Well done!.*without a hint/s);
  await expect(page.locator("#live")).toHaveText(/Well done!/);
  await expect(page.locator("#play .strong:visible")).toHaveText("Another one");
});

test("broken rules are marked unless marks are off", async ({ open }) => {
  const { page } = await open();
  await expect(marks(page)).toHaveCount(0);
  // The region of r1c0 needs 4.
  await lay(page, "1-3", "r1c0");
  await marks(page).first().waitFor();
  assert.match((await cells(page)).r1c0, /shows 1.*sum = 4.*not right yet/);
  await click(page, "#show-marks");
  await expect(marks(page)).toHaveCount(0);
  assert.doesNotMatch((await cells(page)).r1c0, /not right/);
  // Check reports it nevertheless.
  await click(page, "#check");
  await expect(message(page)).toHaveText(/sum = 4/);
  await marks(page).first().waitFor();
  // So does a hint.
  await click(page, "#hint");
  await page.waitForSelector("#message.wrong");
  await expect(page.locator("#hint")).toHaveText("Hint");
  // The setting is stored.
  await page.reload();
  await ready(page);
  await expect(page.locator("#show-marks")).not.toBeChecked();
  // A complete wrong board is reported nevertheless.
  await opens(page, "AA\n\nA 9\n\n12\n");
  await lay(page, "1-2", "r0c0");
  await expect(message(page)).toHaveText(/All dominoes are placed, but not every rule is met/);
  await expect(marks(page)).toHaveCount(0);
});

test("the clock runs and can be hidden; a game is kept across reloads", async ({ open }) => {
  const { page } = await open();
  await expect(page.locator("#clock")).toHaveText("0:00");
  await lay(page, "1-3", "r1c1");
  await expect(page.locator("#clock")).not.toHaveText("0:00");
  for (const visible of [false, true]) {
    await page.click("#show-clock");
    await expect(page.locator("#clock")).toBeVisible({ visible });
  }
  const before = await pips(page);
  await page.reload();
  await ready(page);
  assert.deepEqual(await pips(page), before);
});

test("a hint shows place, conclusion and reason, one click each, and is then applied", async ({ open }) => {
  const { page } = await open();
  const hint = page.locator("#hint");
  for (let hints = 0; !(await page.isVisible("#end")); hints++) {
    assert.ok(hints < 30, "hints come to an end");
    await click(page, "#hint");
    await expect(message(page)).toHaveText(/^Look at row \d+ column \d+/);
    assert.ok((await page.locator("#play-board .mark.conclusion").count()) > 0);
    await expect(hint).toHaveText("What?");
    await click(page, "#hint");
    await expect(message(page)).toHaveText(/r\d+c\d+/);
    await expect(hint).toHaveText("Why?");
    await click(page, "#hint");
    await page.waitForSelector("#message.why");
    // The value of a badge is not repeated.
    await expect(message(page)).not.toHaveText(/ alone/);
    if (hints === 0) await shot(page, "hint-1100");
    while ((await hint.textContent()) === "Next step") await page.click("#hint");
    await expect(hint).toHaveText("Do it");
    await click(page, "#hint");
    await expect(message(page)).toBeHidden();
  }
  await expect(page.locator("#end")).toHaveText(/with \d+ hints/);
});

test("Solve needs a confirmation, shows the solution, and can be undone", async ({ open }) => {
  const { page } = await open({ reducedMotion: "no-preference" });
  await page.click("#solve");
  await expect(message(page)).toHaveText(/Press Show it/);
  assert.deepEqual(await pips(page), {});
  await page.click("#solve");
  await page.waitForSelector(".falls");
  await expect(page.locator("#end")).toHaveText(/Solution shown/);
  assert.equal(Object.keys(await pips(page)).length, 8);
  await shot(page, "end-1100");
  await click(page, "#undo");
  assert.deepEqual(await pips(page), {});
  // With reduced motion there are no animations.
  const { page: still } = await open();
  await solve(still);
  await expect(still.locator(".falls, .cheers")).toHaveCount(0);
});

test("a puzzle on a graph can be played", async ({ open }) => {
  const { page } = await open();
  await opens(page, JSON.stringify({ dominoes: [[0, 1], [2, 3], [4, 5]], constraints: [{ type: "sum", cells: ["a"], target: 0 }], links: { a: ["b", "c", "d"], b: ["c", "d"], c: ["d", "e"], d: ["f"], e: ["f"], f: [] } }));
  await lay(page, "0-1", "a");
  assert.equal((await pips(page)).a, 0);
  await solve(page);
  assert.match((await cells(page)).a, /cell a, shows 0/);
  await shot(page, "graph-1100");
});

test("the result is in view on a phone, locked, kept and shared", async ({ open }) => {
  const { page } = await open({ phone: true });
  await solve(page);
  const { y, height } = await page.locator("#end").boundingBox();
  assert.ok(y >= 0 && y + height <= 844, `${y} ${height}`);
  await shot(page, "end-390");
  assert.match(await copied(page, "#share-result"), /looked at the solution\nhttp.*#p=/);
  await page.click("#end-close");
  const before = await pips(page);
  await page.tap(cell("r1c0"));
  await page.keyboard.press("Delete");
  assert.deepEqual(await pips(page), before);
  await page.reload();
  await ready(page);
  await page.waitForSelector("#end:not([hidden])");
  assert.deepEqual(await pips(page), before);
});
