// Solvers in the page: each finds a checked board; models that are changed, wrong, endless or broken; links, offline, keyboard.
import assert from "node:assert/strict";
import { example, expect, openPage, paste, serve, settled, shot, tab, test } from "./page.js";

const DOMINOES = "#models-board .dominoes > .tile";
const said = (page) => page.locator("#run-said");

/** Opens a puzzle of the repository and one of its models. */
async function model(page, language, puzzle = "small.board.json") {
  await example(page, puzzle);
  await tab(page, "models");
  await page.waitForSelector("#code[data-language]");
  await page.click(`#language-${language}`);
  await page.waitForSelector(`#code[data-language="${language}"]`);
  await settled(page);
}

/** Changes the model by hand. */
async function rewrite(page, change) {
  const text = await page.textContent("#code");
  await page.click("#edit");
  const content = page.locator("#editor .cm-content");
  await content.waitFor();
  // Pasted over all of it.
  await page.evaluate((text) => navigator.clipboard.writeText(text), change(text));
  await content.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+V");
  await expect(page.locator("#original")).toBeVisible();
}

for (const [language, solver] of [["minizinc", "chuffed"], ["minizinc", "highs"], ["minizinc", "cbc"], ["asp", "clingo"], ["lp", "highs"], ["dimacs", "batsat"]]) {
  test(`${solver} runs ${language}, and its board is checked`, async ({ open }) => {
    const { page } = await open();
    await model(page, language);
    await page.selectOption("#solver", solver);
    // The size is said before anything is fetched.
    if (solver !== "batsat") await expect(page.locator("#run-note")).toHaveText(/is fetched when it is first run: \d+\.\d MB\./);
    await page.selectOption("#run-seconds", "60");
    await page.click("#run");
    await expect(said(page)).toHaveText("A solution, checked: every domino is placed and every rule is met.");
    await expect(page.locator(DOMINOES)).toHaveCount(4);
    assert.ok((await page.textContent("#output")).length > 10);
    await expect(page.locator("#runs tbody tr")).toHaveCount(1);
    await expect(page.locator("#runs tbody tr td").last()).toHaveText("1 checked");
  });
}

test("z3 runs SMT-LIB only in a cross-origin isolated page", async ({ browser, open }) => {
  const { page: plain } = await open();
  await model(plain, "smtlib");
  await expect(plain.locator("#run")).toBeHidden();
  const server = await serve({ isolated: true });
  const { page, complaints } = await openPage(browser, server);
  await model(page, "smtlib");
  await page.selectOption("#run-seconds", "60");
  await page.click("#run");
  await expect(said(page)).toHaveText(/^A solution, checked/);
  await expect(page.locator(DOMINOES)).toHaveCount(4);
  assert.deepEqual(complaints, []);
  await page.context().close();
  server.close();
});

test("Gecode is not offered, and a language without a solver says so", async ({ open }) => {
  const { page } = await open();
  await model(page, "minizinc");
  assert.deepEqual(await page.$$eval("#solver option", (list) => list.map((one) => one.value)), ["chuffed", "highs", "cbc"]);
  // A language without a solver says so.
  await page.click("#language-xcsp3");
  await expect(page.locator("#run-note")).toHaveText(/No solver for .* runs in a page/);
  await expect(page.locator("#run")).toBeHidden();
});

for (const [language, solver] of [["asp", "clingo"], ["dimacs", "batsat"], ["lp", "highs"]]) {
  test(`all solutions of ${language} are counted and paged through`, async ({ open }) => {
    const { page } = await open();
    await paste(page, "AA\nBB\n\nA *\nB *\n\n12 33\n");
    await page.waitForSelector("#play:not([hidden])");
    await tab(page, "models");
    await page.click(`#language-${language}`);
    await page.waitForSelector(`#code[data-language="${language}"]`);
    await settled(page);
    await page.selectOption("#solver", solver);
    await page.check("#run-all");
    await page.click("#run");
    // Two dominoes lie side by side or one above the other: eight boards, of which the double leaves four ways each.
    await expect(page.locator("#runs tbody tr td").last()).toHaveText("8 checked");
    await expect(page.locator("#run-position")).toHaveText("1 of 8");
    const seen = new Set();
    for (let board = 1; board <= 8; board++) {
      await expect(page.locator("#run-position")).toHaveText(`${board} of 8`);
      await settled(page);
      seen.add(await page.locator("#models-board .drawing").first().innerHTML());
      await page.click("#run-next");
    }
    assert.equal(seen.size, 8);
  });
}

test("a deleted constraint is detected, and the original can be restored", async ({ open }) => {
  const { page } = await open();
  await model(page, "asp");
  const original = await page.textContent("#code");
  // Without the rule of sums any values will do.
  await rewrite(page, (text) => text.split("\n").filter((line) => !/^:-.*sum/.test(line)).join("\n"));
  await page.waitForURL(/tab=models&language=asp&encoding=\w+&edit=/);
  await page.check("#run-all");
  await page.click("#run");
  await expect(said(page)).toHaveText(/Not a solution of the puzzle\. .*sum/i);
  assert.ok((await page.locator("#models-board .mark").count()) > 0);
  await shot(page, "solving-wrong-1100");
  await expect(page.locator("#runs tbody tr td").last()).toHaveText(/\d+ of \d+ wrong/);
  // The link holds the edit.
  const link = page.url();
  const { page: other } = await open(link.slice(link.indexOf("#")));
  await other.waitForSelector("#editor .cm-content");
  assert.doesNotMatch(await other.locator("#editor .cm-content").innerText(), /^:-.*sum/m);
  await other.click("#original");
  // Its first line is the title, which a link to this puzzle does not hold.
  const body = (text) => text.slice(text.indexOf("\n"));
  await expect.poll(async () => body(await other.textContent("#code"))).toBe(body(original));
  await other.waitForURL((address) => !address.hash.includes("edit="));
});

test("a syntax error is shown at its line", async ({ open }) => {
  const { page } = await open();
  for (const [language, broken] of [["minizinc", "constraint forall (;"], ["asp", ":- not not not ((."], ["dimacs", "1 two 0"]]) {
    await model(page, language);
    await rewrite(page, (text) => `${text.trimEnd()}\n${broken}\n`);
    const line = (await page.locator("#editor .cm-content").innerText()).trimEnd().split("\n").length;
    await page.click("#run");
    await expect(said(page)).toHaveText(/^Line \d+: /);
    assert.ok(line > 3);
    await expect(page.locator("#editor .cm-lint-marker-error")).toHaveCount(1);
    await page.click("#original");
  }
});

test("a long run is stopped by the button and by the time limit", async ({ open }) => {
  const { page } = await open();
  await model(page, "asp");
  // Pigeons: more of them than a search can ever place.
  await rewrite(page, (text) => `${text}\n{ in_hole(P,H) : H = 1..14 } = 1 :- P = 1..15.\n:- in_hole(P,H), in_hole(Q,H), P < Q.\n`);
  await page.click("#run");
  await expect(page.locator("#run-stop")).toBeVisible();
  await expect(page.locator("#run-note")).toHaveText("Running.");
  // The page answers meanwhile.
  await page.click("#parts-regions button");
  await page.click("#run-stop");
  await expect(said(page)).toHaveText("Stopped.");
  await page.selectOption("#run-seconds", "10");
  await page.click("#run");
  await expect(said(page)).toHaveText(/Stopped after 10 seconds|gives no answer/);
});

test("runs are listed with sizes and times; a fetched solver runs offline", async ({ open, server }) => {
  const { page, context } = await open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await model(page, "asp");
  await page.click("#run");
  await expect(page.locator("#runs tbody tr")).toHaveCount(1);
  await page.click("#edit");
  await page.locator("#editor .cm-content").waitFor();
  await context.setOffline(true);
  await page.goto(server.address);
  await page.waitForSelector("html[data-ready]");
  await model(page, "asp");
  await page.click("#run");
  await expect(page.locator("#runs tbody tr")).toHaveCount(1);
  await page.click("#language-dimacs");
  await page.waitForSelector('#code[data-language="dimacs"]');
  await settled(page);
  await page.click("#run");
  await expect(page.locator("#runs tbody tr")).toHaveCount(2);
  for (const row of [0, 1]) {
    const cells = await page.locator("#runs tbody tr").nth(row).locator("th, td").allTextContents();
    assert.match(cells[2], /^[\d,]+$/);
    assert.match(cells[4], /^\d+\.\d\d$/);
    assert.equal(cells[5], "1 checked");
  }
});

test("running and editing by keyboard, with live messages", async ({ open }) => {
  const { page } = await open();
  await model(page, "dimacs");
  await page.focus("#run");
  await page.keyboard.press("Enter");
  await expect(page.locator("#live")).toHaveText(/A solution, checked/);
  await page.focus("#edit");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "editor");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.activeElement.id !== "editor");
});
