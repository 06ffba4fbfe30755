// The page: its tabs, and the one puzzle that all of them are about.
import * as address from "./address.js";
import { announce, byId, roving, trouble, visible } from "./dom.js";
import { quick, Refusal, Stopped } from "./engine.js";
import { explain } from "./tabs/explain.js";
import { edit } from "./tabs/make.js";
import { models } from "./tabs/models.js";
import { first, offer, opener } from "./tabs/new.js";
import { play } from "./tabs/play.js";

let puzzle = null;
let wanted = { kind: "none" };
/** What each tab shows at the moment, so that it is made only when it is opened. */
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
  address.put({ tab: name }, anew);
  if ((puzzle || name === "new") && shown[name] !== puzzle) {
    shown[name] = puzzle;
    await panels[name](puzzle, { open: take });
  }
}

byId("tabs").addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (tab) show(tab.getAttribute("aria-controls"));
});
roving(byId("tabs"), "[role=tab]", (tab) => show(tab.getAttribute("aria-controls")));

// ---- Puzzles

/** Makes a puzzle the one that the page is about. */
async function take(opened, from = { kind: "link", link: opened.link }, { tab = "play", anew = true } = {}) {
  puzzle = opened;
  wanted = from;
  trouble(null);
  address.put({ wanted: from, tab, ...(anew ? { model: {} } : {}) }, anew);
  byId("to-today").hidden = address.isSame(from, { kind: "day", date: address.today() });
  const name = visible(opened.title) || "A puzzle";
  document.title = `${name} · Pips`;
  await show(tab, { anew: false });
  announce(`${name}: ${opened.cells.length} cells, ${opened.dominoes.length} dominoes.`);
}

/** Opens what is wanted, if that is possible, and tells whether it was. */
async function openWanted(from) {
  trouble(null);
  const opened = await address.fetchWanted(from);
  if (opened) await take(opened, from);
  return opened !== null;
}

async function start() {
  const { wanted: asked, tab, model } = address.read();
  const name = panels[tab] ? tab : "play";
  address.put({ model }, false);
  // The front page is the puzzle of the day.
  const from = asked.kind === "none" ? { kind: "day", date: address.today() } : asked;
  const opened = await address.fetchWanted(from);
  if (opened) {
    await take(opened, from, { tab: name, anew: false });
  } else if (!puzzle) {
    // Something to play at once; a link that cannot be opened leaves its message above it.
    const said = byId("trouble").hidden ? null : byId("trouble").querySelector("p").textContent;
    await take(await first(), undefined, { tab: name, anew: false });
    if (said) trouble(said);
  }
  document.documentElement.dataset.ready = "true";
}

window.addEventListener("popstate", async () => {
  const { wanted: asked, tab, model } = address.read();
  if (!address.isSame(asked, wanted)) return start();
  address.put({ tab, model }, false);
  await show(panels[tab] ? tab : "play", { anew: false });
});
byId("trouble").querySelector("button").addEventListener("click", () => trouble(null));
byId("again").addEventListener("click", async () => {
  const like = wanted.kind === "endless" ? wanted : { level: "medium", size: 8 };
  const next = { kind: "endless", level: like.level, size: like.size, seed: address.randomSeed() };
  if (await openWanted(next)) byId("title").scrollIntoView({ block: "nearest" });
});
byId("to-today").addEventListener("click", () => openWanted({ kind: "day", date: address.today() }));
byId("look").addEventListener("click", () => show("explain"));
window.addEventListener("unhandledrejection", (event) => {
  // What the module refuses, and what was stopped, are no faults of the page.
  if (event.reason instanceof Stopped || event.reason instanceof Refusal) event.preventDefault();
  if (event.reason instanceof Refusal) trouble(event.reason.message);
  else if (!(event.reason instanceof Stopped)) trouble(`Something unexpected happened: ${event.reason?.message ?? event.reason}`);
});

// The page can be installed, and works without a network.
if (import.meta.env.PROD) {
  navigator.serviceWorker?.register("sw.js").catch(() => {
    // The page works without it, only not offline.
  });
}

const waiting = setTimeout(() => (byId("starting").hidden = false), 300);
quick.ask("about").then(
  () => (document.documentElement.dataset.engine = "ready"),
  (problem) => trouble(problem.message),
).finally(() => {
  clearTimeout(waiting);
  byId("starting").hidden = true;
});
opener(take, openWanted);
start();
