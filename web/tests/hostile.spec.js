// Hostile links, files and texts: a clear message, nothing executed, nothing that hangs.
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { cells, paste, settled, shot, tab, test } from "./page.js";

const trouble = async (page) => {
  await page.waitForSelector("#trouble:not([hidden])");
  return page.textContent("#trouble p");
};

const url64 = (bytes) => Buffer.from(bytes).toString("base64url");

const BAD = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>';

test("invalid links are refused with a message", async ({ open }) => {
  const bomb = url64(deflateRawSync(Buffer.alloc(300_000_000, "A"), { level: 9 }));
  const links = {
    empty: "",
    "not base64": "!!!%%%",
    "broken compression": url64(Buffer.from("this is not compressed at all")),
    truncated: url64(deflateRawSync(Buffer.from("AAB.\n".repeat(100))).subarray(0, 12)),
    "no puzzle": url64(deflateRawSync(Buffer.from("hello"))),
    bomb,
    nul: "%00%00",
    script: encodeURIComponent(BAD),
  };
  // The first one is opened directly; there is something to play all the same.
  const { page } = await open(`#p=${links["broken compression"]}`);
  await trouble(page);
  assert.ok(Object.keys(await cells(page)).length > 0);
  const visit = async (at) => {
    await page.click("#trouble button");
    await page.evaluate((hash) => (location.hash = hash), at);
    return trouble(page);
  };
  for (const [name, link] of Object.entries(links)) {
    const said = await visit(`p=${link}`);
    assert.match(said, /^This link cannot be opened\. [A-Z`].*\.$/s, `${name}: ${said}`);
    assert.ok(said.length < 600, `${name}: ${said}`);
  }
  for (const at of ["day=2026-99-99", "day=2026-02-31", "day=2025-02-29", "day=<script>", "level=hard&size=999999&seed=1", "level=nasty&size=8&seed=1", "level=easy&size=8&seed=-5", "seed=1"]) {
    assert.match(await visit(at), /^[A-Z`].*\.$/s, at);
  }
  assert.equal(await page.evaluate(() => window.broken), undefined);
  assert.ok(Object.keys(await cells(page)).length > 0);
});

test("markup in titles and names is shown as text", async ({ open }) => {
  const { page } = await open();
  const graph = {
    title: BAD,
    dominoes: [[0, 1]],
    constraints: [{ type: "sum", cells: [BAD], target: 1 }],
    links: { [BAD]: ['"><svg onload="window.broken=1">'], '"><svg onload="window.broken=1">': [] },
  };
  await paste(page, JSON.stringify(graph));
  await page.waitForSelector("#play:not([hidden])");
  await settled(page);
  assert.equal(await page.textContent("#title"), BAD);
  await page.click("#show-names");
  await settled(page);
  await page.click("#hint");
  await page.waitForSelector("#said:not([hidden])");
  await tab(page, "explain");
  await page.waitForSelector("#words p");
  await tab(page, "models");
  await page.waitForSelector(".line");
  await tab(page, "make");
  await page.waitForSelector("#verdict h2");
  await settled(page);
  assert.equal(await page.evaluate(() => window.broken), undefined);
  assert.equal(await page.locator("#main script, #main img:not([src$='icon.svg']), #main [onload], #main [onerror]").count(), 0);
});

test("control characters are escaped", async ({ open }) => {
  const { page } = await open();
  await paste(page, 'title: "\\u001b[31mred\\u202eder\\u0000"\n\nAA\n\nA 3\n\n12\n');
  await page.waitForSelector("#play:not([hidden])");
  const title = await page.textContent("#title");
  assert.doesNotMatch(title, /[\u0000-\u001f\u202e]/u);
  assert.match(title, /red/);
  assert.doesNotMatch(await page.title(), /[\u0000-\u001f\u202e]/u);
});

test("oversized and malformed files are refused", async ({ open }) => {
  const { page } = await open();
  await tab(page, "new");
  const million = Array.from({ length: 1000 }, () => "*".repeat(1000)).join("\n");
  const said = [];
  const give = async (text) => {
    await page.evaluate(() => (document.getElementById("trouble").hidden = true));
    await page.setInputFiles("#file", { name: "puzzle.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
    said.push(await trouble(page));
  };
  await give(`${million}\n\n00\n`);
  await give(`${Array.from({ length: 30 }, () => "*".repeat(40)).join("\n")}\n\n${"00 ".repeat(600)}\n`);
  await give("x".repeat(9_000_000));
  await give("[".repeat(200_000));
  await give("{\"dominoes\": [[1");
  await give(Buffer.from([0xff, 0xfe, 0, 1, 2, 3]));
  await give("");
  for (const message of said) {
    assert.match(message, /^[A-Z“].*\.$/s);
    assert.ok(message.length < 600, message);
  }
  assert.match(said[0], /million|1,?000,?000|large|long|bytes|characters/);
  assert.match(said[1], /1,?200.*cells|cells.*1,?200/s);
  assert.match(said[2], /9,000,000 bytes.*at most 1,048,576/);
  await shot(page, "trouble-1100");
  // An empty field is told apart from a wrong one.
  await page.fill("#source", "  ");
  await page.click("#open button[type=submit]");
  assert.match(await trouble(page), /nothing to open/);
});
