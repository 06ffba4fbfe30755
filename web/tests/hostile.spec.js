// Hostile links, files and texts: each has a message, and no script is run.
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { cells, click, open as opens, settled, shot, tab, test } from "./page.js";

async function errorText(page) {
  await page.waitForSelector("#error:not([hidden])");
  return page.textContent("#error p");
}

const url64 = (bytes) => Buffer.from(bytes).toString("base64url");

const BAD = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>';

test("invalid links are refused with a message", async ({ open }) => {
  const links = [
    "",
    "!!!%%%",
    url64("this is not compressed at all"),
    url64(deflateRawSync(Buffer.from("AAB.\n".repeat(100))).subarray(0, 12)),
    url64(deflateRawSync(Buffer.from("hello"))),
    url64(deflateRawSync(Buffer.alloc(300_000_000, "A"), { level: 9 })),
    "%00%00",
    encodeURIComponent(BAD),
  ].map((link) => `p=${link}`);
  const others = ["day=2026-99-99", "day=2026-02-31", "day=2025-02-29", "day=1900-02-29", "day=2026-1-1", "day=<script>", "level=hard&size=999999&seed=1", "level=nasty&size=8&seed=1", "level=easy&size=8&seed=-5", "seed=1"];
  // The first link is opened directly; a fallback puzzle is shown.
  const { page } = await open({ at: `#${links[2]}` });
  await errorText(page);
  assert.ok(Object.keys(await cells(page)).length > 0);
  for (const at of [...links, ...others]) {
    await page.click("#error button");
    await page.evaluate((hash) => (location.hash = hash), at);
    const message = await errorText(page);
    assert.match(message, /size=9/.test(at) ? /^[A-Z].*\.$/ : /^This link cannot be opened\. [A-Z`].*\.$/s, `${at}: ${message}`);
    assert.ok(message.length < 600, message);
  }
  assert.equal(await page.evaluate(() => window.broken), undefined);
  assert.ok(Object.keys(await cells(page)).length > 0);
});

test("markup in titles and names is shown as text", async ({ open }) => {
  const { page } = await open();
  await opens(page, JSON.stringify({
    title: BAD,
    dominoes: [[0, 1]],
    constraints: [{ type: "sum", cells: [BAD], target: 1 }],
    links: { [BAD]: ['"><svg onload="window.broken=1">'], '"><svg onload="window.broken=1">': [] },
  }));
  assert.equal(await page.textContent("#title"), BAD);
  await click(page, "#show-names");
  await click(page, "#hint");
  for (const name of ["explain", "models", "make"]) await tab(page, name);
  assert.equal(await page.evaluate(() => window.broken), undefined);
  assert.equal(await page.locator("#main script, #main img:not([src$='icon.svg']), #main [onload], #main [onerror]").count(), 0);
  // Control characters are escaped.
  await opens(page, 'title: "\\u001b[31mred\\u202eder\\u0000"\n\nAA\n\nA 3\n\n12\n');
  for (const title of [await page.textContent("#title"), await page.title()]) {
    assert.doesNotMatch(title, /[\u0000-\u001f\u202e]/u);
    assert.match(title, /red/);
  }
});

test("oversized and malformed files are refused", async ({ open }) => {
  const { page } = await open({ name: "new" });
  for (const [text, words] of [
    [`${`${"*".repeat(1000)}\n`.repeat(1000)}\n00\n`, /million|1,?000,?000|large|long|bytes|characters/],
    [`${`${"*".repeat(40)}\n`.repeat(30)}\n${"00 ".repeat(600)}\n`, /1,?200.*cells|cells.*1,?200/s],
    ["x".repeat(9_000_000), /9,000,000 bytes.*at most 1,048,576/],
    ["[".repeat(200_000), /./],
    ["{\"dominoes\": [[1", /./],
    [Buffer.from([0xff, 0xfe, 0, 1, 2, 3]), /./],
    ["", /./],
  ]) {
    await page.evaluate(() => (document.getElementById("error").hidden = true));
    await page.setInputFiles("#file", { name: "puzzle.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
    const message = await errorText(page);
    assert.match(message, /^[A-Z“].*\.$/s);
    assert.match(message, words);
    assert.ok(message.length < 600, message);
  }
  await shot(page, "error-1100");
  // An empty field has its own message.
  await page.fill("#source", "  ");
  await page.click("#open button[type=submit]");
  await settled(page);
  assert.match(await errorText(page), /nothing to open/);
});
