// The page: its tabs, and the puzzle that they share.
import * as address from "./address.js";
import { announce, byId, rovingFocus, showError, visible } from "./dom.js";
import { quick, ModuleError, Stopped } from "./engine.js";
import { explain } from "./tabs/explain.js";
import { edit } from "./tabs/make.js";
import { models } from "./tabs/models.js";
import { first, offer, opener } from "./tabs/new.js";
import { play } from "./tabs/play.js";

let puzzle = null;
let request = { kind: "none" };
/** The puzzle that each tab shows. A tab is updated when it is opened. */
const shown = { new: undefined };

// ---- Tabs

const tabs = [...byId("tabs").children];
const panels = { play, new: offer, make: edit, models, explain };

async function show(name, { anew = true } = {}) {
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !chosen;
  }
  address.update({ tab: name }, anew);
  if ((puzzle || name === "new") && shown[name] !== puzzle) {
    shown[name] = puzzle;
    await panels[name](puzzle, { open: take });
  }
}

byId("tabs").addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (tab) show(tab.getAttribute("aria-controls"));
});
rovingFocus(byId("tabs"), "[role=tab]", (tab) => show(tab.getAttribute("aria-controls")));

// ---- Puzzles

/** Shows a puzzle in all tabs. */
async function take(opened, from = { kind: "link", link: opened.link }, { tab = "play", anew = true } = {}) {
  puzzle = opened;
  request = from;
  showError(null);
  address.update({ request: from, tab, ...(anew ? { model: {} } : {}) }, anew);
  byId("to-today").hidden = address.isSame(from, { kind: "day", date: address.today() });
  const name = visible(opened.title) || "A puzzle";
  document.title = `${name} · Pips`;
  await show(tab, { anew: false });
  announce(`${name}: ${opened.cells.length} cells, ${opened.dominoes.length} dominoes.`);
}

/** Opens a requested puzzle, and returns whether that succeeded. */
async function openFrom(from) {
  showError(null);
  const opened = await address.openRequest(from);
  if (opened) await take(opened, from);
  return opened !== null;
}

async function start() {
  const { request: requested, tab, model } = address.read();
  const name = panels[tab] ? tab : "play";
  address.update({ model }, false);
  // Without a request, the page shows the daily puzzle.
  const from = requested.kind === "none" ? { kind: "day", date: address.today() } : requested;
  const opened = await address.openRequest(from);
  if (opened) {
    await take(opened, from, { tab: name, anew: false });
  } else if (!puzzle) {
    // A fallback puzzle; the error of an invalid link stays visible.
    const message = byId("error").hidden ? null : byId("error").querySelector("p").textContent;
    await take(await first(), undefined, { tab: name, anew: false });
    if (message) showError(message);
  }
  document.documentElement.dataset.ready = "true";
}

window.addEventListener("popstate", async () => {
  const { request: requested, tab, model } = address.read();
  if (!address.isSame(requested, request)) return start();
  address.update({ tab, model }, false);
  await show(panels[tab] ? tab : "play", { anew: false });
});
byId("error").querySelector("button").addEventListener("click", () => showError(null));
byId("again").addEventListener("click", async () => {
  const like = request.kind === "endless" ? request : { level: "medium", size: 8 };
  const next = { kind: "endless", level: like.level, size: like.size, seed: address.randomSeed() };
  if (await openFrom(next)) byId("title").scrollIntoView({ block: "nearest" });
});
byId("to-today").addEventListener("click", () => openFrom({ kind: "day", date: address.today() }));
byId("look").addEventListener("click", () => show("explain"));
window.addEventListener("unhandledrejection", (event) => {
  // Errors of the module and cancelled calls are no faults of the page.
  if (event.reason instanceof Stopped || event.reason instanceof ModuleError) event.preventDefault();
  if (event.reason instanceof ModuleError) showError(event.reason.message);
  else if (!(event.reason instanceof Stopped)) showError(`Something unexpected happened: ${event.reason?.message ?? event.reason}`);
});

// The page can be installed, and works without a network.
if (import.meta.env.PROD) {
  navigator.serviceWorker?.register("sw.js").catch(() => {
    // The page works without it, only not offline.
  });
}

const waiting = setTimeout(() => (byId("starting").hidden = false), 300);
quick.call("about").then(
  () => (document.documentElement.dataset.engine = "ready"),
  (problem) => showError(problem.message),
).finally(() => {
  clearTimeout(waiting);
  byId("starting").hidden = true;
});
opener(take, openFrom);
start();
