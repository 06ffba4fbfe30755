// Solvers in the page: checked boards, edited and invalid models, limits, links, offline use, keyboard.
import assert from "node:assert/strict";
import { expect, example, open as opens, openPage, serve, settled, shot, tab, test } from "./page.js";

const DOMINOES = "#models-board .dominoes > .tile";
const message = (page) => page.locator("#run-message");
const rows = (page) => page.locator("#runs tbody tr");
const result = (page) => rows(page).last().locator("td").nth(1);

/** Opens a language of the model, and chooses a solver. */
async function model(page, language, solver = null) {
  await tab(page, "models");
  await page.click(`#language-${language}`);
  await page.waitForSelector(`#code[data-language="${language}"]`);
  await settled(page);
  if (solver) await page.selectOption("#solver", solver);
}

/** Changes the model by hand: another text is pasted over it. */
async function rewrite(page, change) {
  const text = await page.textContent("#code");
  await page.click("#edit");
  const content = page.locator("#editor .cm-content");
  await content.waitFor();
  await page.evaluate((text) => navigator.clipboard.writeText(text), change(text));
  await content.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+V");
  await expect(page.locator("#original")).toBeVisible();
}

test("each solver runs a model, and its board is checked", async ({ open }) => {
  const { page } = await open();
  const solvers = [["minizinc", "chuffed", true], ["minizinc", "highs"], ["minizinc", "cbc"], ["asp", "clingo", true], ["lp", "highs", true], ["dimacs", "batsat"]];
  for (const [at, [language, solver, isFetched]] of solvers.entries()) {
    await model(page, language, solver);
    // The download size is shown before a solver is fetched.
    if (isFetched) await expect(page.locator("#run-note")).toHaveText(/is fetched when it is first run: \d+\.\d MB\./);
    await page.selectOption("#run-seconds", "60");
    await page.click("#run");
    await expect(rows(page)).toHaveCount(at + 1);
    await expect(message(page)).toHaveText("A solution, checked: every domino is placed and every rule is met.");
    await expect(page.locator(DOMINOES)).toHaveCount(4);
    assert.ok((await page.textContent("#output")).length > 10);
    await expect(result(page)).toHaveText("1 checked");
  }
  // The package's Gecode gives wrong answers.
  await model(page, "minizinc");
  assert.deepEqual(await page.$$eval("#solver option", (list) => list.map((one) => one.value)), ["chuffed", "highs", "cbc"]);
  // Languages without a solver have a note.
  for (const [language, words] of [["xcsp3", /No solver for .* runs in a page/], ["smtlib", /^z3 runs only in a page that its server isolates/]]) {
    await model(page, language);
    await expect(page.locator("#run-note")).toHaveText(words);
    await expect(page.locator("#run")).toBeHidden();
  }
});

test("z3 runs SMT-LIB in a cross-origin isolated page", async ({ browser }) => {
  const server = await serve({ isolated: true });
  const { page, errors } = await openPage(browser, server);
  await model(page, "smtlib");
  await page.selectOption("#run-seconds", "60");
  await page.click("#run");
  await expect(message(page)).toHaveText(/^A solution, checked/);
  await expect(page.locator(DOMINOES)).toHaveCount(4);
  assert.deepEqual(errors, []);
  await page.context().close();
  server.close();
});

test("all solutions are counted and paged through", async ({ open }) => {
  const { page } = await open();
  await opens(page, "AA\nBB\n\nA *\nB *\n\n12 33\n");
  await tab(page, "models");
  await page.check("#run-all");
  for (const [at, language] of ["asp", "dimacs", "lp"].entries()) {
    await model(page, language);
    await page.click("#run");
    await expect(rows(page)).toHaveCount(at + 1);
    // Two tilings with four boards each.
    await expect(result(page)).toHaveText("8 checked");
    const seen = new Set();
    for (let board = 1; board <= 8; board++) {
      await expect(page.locator("#run-position")).toHaveText(`${board} of 8`);
      await settled(page);
      seen.add(await page.locator("#models-board .drawing").first().innerHTML());
      await page.click("#run-next");
    }
    assert.equal(seen.size, 8);
  }
});

test("a deleted constraint is detected, and the original can be restored", async ({ open }) => {
  const { page } = await open();
  await model(page, "asp");
  const original = await page.textContent("#code");
  // Without the sum rule, any values are accepted.
  await rewrite(page, (text) => text.replace(/^:-.*sum.*\n/gm, ""));
  await page.waitForURL(/tab=models&language=asp&encoding=\w+&edit=/);
  await page.check("#run-all");
  await page.click("#run");
  await expect(message(page)).toHaveText(/Not a solution of the puzzle\. .*sum/i);
  assert.ok((await page.locator("#models-board .mark").count()) > 0);
  await shot(page, "solving-wrong-1100");
  await expect(result(page)).toHaveText(/\d+ of \d+ wrong/);
  // The link contains the edit.
  const { page: other } = await open({ at: new URL(page.url()).hash });
  await other.waitForSelector("#editor .cm-content");
  assert.doesNotMatch(await other.locator("#editor .cm-content").innerText(), /^:-.*sum/m);
  await other.click("#original");
  await expect.poll(() => other.textContent("#code")).toBe(original);
  await other.waitForURL((address) => !address.hash.includes("edit="));
});

test("a syntax error is shown at its line", async ({ open }) => {
  const { page } = await open();
  for (const [language, broken, words] of [["minizinc", "constraint forall (;", /^Line \d+: syntax error/], ["asp", ":- not not not ((.", /^Line \d+: syntax error/], ["dimacs", "1 two 0", /^Line \d+: Expected numbers/]]) {
    await model(page, language);
    await rewrite(page, (text) => `${text.trimEnd()}\n${broken}\n`);
    await page.click("#run");
    await expect(message(page)).toHaveText(words);
    await expect(page.locator("#editor .cm-lint-marker-error")).toHaveCount(1);
    await page.click("#original");
  }
});

test("a long run is stopped by the button and by the time limit", async ({ open }) => {
  const { page } = await open();
  await model(page, "asp");
  // A pigeonhole problem that no search solves in time.
  await rewrite(page, (text) => `${text}\n{ in_hole(P,H) : H = 1..14 } = 1 :- P = 1..15.\n:- in_hole(P,H), in_hole(Q,H), P < Q.\n`);
  await page.click("#run");
  await expect(page.locator("#run-note")).toHaveText("Running.");
  // The page stays responsive.
  await page.click("#parts-regions button");
  await page.click("#run-stop");
  await expect(message(page)).toHaveText("Stopped.");
  // Only the clock of the page is advanced; the solver is still running.
  await page.clock.install();
  await page.selectOption("#run-seconds", "10");
  await page.click("#run");
  await expect(page.locator("#run-note")).toHaveText("Running.");
  await page.clock.fastForward(11_000);
  await expect(message(page)).toHaveText("Stopped after 10 seconds without an answer.");
});

test("a fetched solver and the editor work offline", async ({ open, server }) => {
  const { page, context } = await open();
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await model(page, "asp");
  await page.click("#run");
  await expect(result(page)).toHaveText("1 checked");
  await page.click("#edit");
  await page.locator("#editor .cm-content").waitFor();
  await context.setOffline(true);
  await page.goto(server.address);
  await page.waitForSelector("html[data-ready]");
  await example(page, "small.board.json");
  await model(page, "asp");
  await page.click("#run");
  await expect(result(page)).toHaveText("1 checked");
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
