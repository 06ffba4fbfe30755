// Runs the tests of the page in Chromium, and a part of them in Firefox.
//
//   node web/tests/run.mjs [FOLDER] [PART...]
//
// The folder is the built page, target/web if none is named; parts are words that the names of tests begin with.
// With PIPSC_SCREENSHOTS=FOLDER pictures of the page are left there.
import { existsSync } from "node:fs";
import { folder, launch, serve, Stand } from "./browser.mjs";
import { everybody } from "./everybody.mjs";
import { explaining } from "./explaining.mjs";
import { firefox } from "./firefox.mjs";
import { hostile } from "./hostile.mjs";
import { making } from "./making.mjs";
import { modelling } from "./modelling.mjs";
import { opening } from "./opening.mjs";
import { playing } from "./playing.mjs";

if (!existsSync(folder)) {
  console.error(`${folder} is not there; \`scripts/build-web\` makes it.`);
  process.exit(2);
}
const wanted = process.argv.slice(3);
const tests = Object.entries({ ...playing, ...opening, ...making, ...modelling, ...explaining, ...everybody, ...hostile, ...firefox });
const chosen = tests.filter(([name]) => wanted.length === 0 || wanted.some((part) => name.startsWith(part)));

const server = await serve();
const browser = await launch();
const stand = new Stand(browser, server);
let failed = 0;

/** Whether a test passes; what is wrong is printed. */
async function passes(name, test) {
  const begun = performance.now();
  try {
    await test(stand);
    console.log(`ok   ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    return true;
  } catch (problem) {
    console.log(`FAIL ${name}\n${problem.stack}`);
    return false;
  }
}

for (const [name, test] of chosen) {
  // A browser on a starved machine can miss a finger: what fails twice in a row is wrong.
  if (!(await passes(name, test)) && !(await passes(`${name}, again`, test))) failed += 1;
}
await browser.close();
server.close();
console.log(`${chosen.length - failed} of ${chosen.length} tests of the page pass`);
process.exit(failed ? 1 : 0);
