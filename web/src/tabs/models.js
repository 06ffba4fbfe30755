// The puzzle as a model in every language, and which line speaks of what.
import * as address from "../address.js";
import { BoardView, tilePicture, tilesOf } from "../board/board.js";
import { announce, byId, copy, download, make, roving, visible } from "../dom.js";
import { quick, work } from "../engine.js";
import { sorted } from "../game/game.js";
import { highlight } from "./highlight.js";
import { fileName } from "../save.js";
import { swatch } from "../board/sketch.js";
import { clearRuns, noteEdits, present } from "./run.js";

/** The most lines that are shown; the file has all of them. */
const MOST_LINES = 1500;

const view = new BoardView(byId("models-board"), { label: () => "Board. A cell lights the lines that speak of it." });

let puzzle = null;
let languages = null;
let language = null;
let model = null;
/** For each line that is shown, what it speaks of. */
let about = new Map();

export async function models(opened) {
  puzzle = opened;
  pinned = null;
  clearRuns();
  const asked = address.read().model;
  await view.show(puzzle, { labels: true });
  await showParts();
  if (!languages) {
    ({ languages } = await quick.ask("about"));
    byId("languages").replaceChildren(...languages.map((one, at) => make("button", {
      type: "button", role: "tab", id: `language-${one.name}`, "aria-controls": "model", "aria-selected": "false", tabIndex: at ? -1 : 0, title: one.about ?? "",
      onclick: () => choose(one, {}),
    }, one.title)));
    roving(byId("languages"), "[role=tab]", (tab) => tab.click());
    language = languages[0];
  }
  await choose(languages.find(({ name }) => name === asked.language) ?? language, asked);
}

/** Regions and dominoes below the board, to be pointed at. */
async function showParts() {
  const tiles = await tilesOf(puzzle);
  byId("parts-regions").replaceChildren(...puzzle.regions.map(({ name, words, colour }, at) => {
    const button = make("button", { type: "button", "data-region": name, tabIndex: at ? -1 : 0 }, ...(colour === null ? [] : [swatch(colour)]), `${visible(name)}: ${words}`);
    return Object.assign(button, { meaning: { regions: [name] } });
  }));
  // Equal dominoes are one kind, and one button.
  const kinds = new Map(puzzle.dominoes.map((pair, at) => [sorted(pair).join("-"), { pair: sorted(pair), tile: tiles[at] }]));
  byId("parts-dominoes").replaceChildren(...[...kinds].map(([name, { pair, tile }], at) => {
    const button = make("button", { type: "button", class: "domino-part", "data-domino": name, "aria-label": `Domino ${name}`, tabIndex: at ? -1 : 0 }, tilePicture(tile));
    return Object.assign(button, { meaning: { dominoes: [pair] } });
  }));
}

/** Shows a language; `asked` is what the address says of it. */
async function choose(one, asked) {
  language = one;
  for (const tab of byId("languages").children) {
    const chosen = tab.id === `language-${one.name}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
  byId("model").setAttribute("aria-labelledby", `language-${one.name}`);
  const names = one.encodings.map(({ name, published }) => make("option", { value: name }, published ? `${name} (${published})` : name));
  byId("encoding").replaceChildren(...names);
  byId("encoding").closest("label").hidden = names.length < 2;
  if (one.encodings.some(({ name }) => name === asked.encoding)) byId("encoding").value = asked.encoding;
  await write(asked.edit ? await address.unpack(asked.edit) : null);
}

async function write(edit = null) {
  delete byId("code").dataset.language;
  const wanted = { puzzle: puzzle.puzzle, target: language.name, encoding: byId("encoding").value || undefined, name: fileName(puzzle), seconds: 20 };
  const mine = language;
  const answer = await work(`Writing ${language.title}.`, "model", wanted, (refusal) => show(null, refusal.message));
  if (!answer || mine !== language) return;
  show(answer, "");
  const { published } = language.encodings.find(({ name }) => name === answer.encoding) ?? {};
  byId("encoding-note").textContent = [language.about, published && `Encoding by ${published}.`].filter(Boolean).join(" ");
  address.put({ model: { language: language.name, encoding: answer.encoding, ...(edit === null ? {} : { edit: address.read().model.edit }) } }, false);
  await present({ puzzle, language, encoding: answer.encoding, text: answer.text, view }, edit);
}

noteEdits(async (text) => {
  const { language, encoding } = address.read().model;
  address.put({ model: { language, encoding, ...(text === null ? {} : { edit: await address.pack(text) }) } }, false);
});

function show(answer, problem) {
  model = answer;
  about = new Map();
  byId("command").textContent = answer?.command ?? "";
  byId("download-model").disabled = byId("copy-command").disabled = !answer;
  const lines = answer ? answer.text.split("\n") : [];
  if (lines.at(-1) === "") lines.pop();
  const cut = lines.length > MOST_LINES;
  byId("model-note").textContent = problem || `${lines.length.toLocaleString("en")} lines, ${answer.text.length.toLocaleString("en")} characters${cut ? `; the first ${MOST_LINES.toLocaleString("en")} lines are shown, the download has all` : ""}.`;
  const spoken = new Map((answer?.lines ?? []).map((line) => [line.line, line]));
  byId("code").replaceChildren(...lines.slice(0, MOST_LINES).map((text, number) => {
    const line = make("span", { class: "line" });
    highlight(line, text.length > 2000 ? `${text.slice(0, 2000)} …` : text, language.name);
    line.append("\n");
    if (spoken.has(number)) {
      line.classList.add("speaks");
      about.set(line, spoken.get(number));
    }
    return line;
  }));
  pointAt(pinned);
  byId("code").dataset.language = language.name;
  if (!answer) present(null);
}

// ---- From a line to the board

const parts = () => [...byId("parts-regions").children, ...byId("parts-dominoes").children];
const isSame = (one, other) => sorted(one).join() === sorted(other).join();

/** Lights cells, regions and dominoes. */
function light({ cells = [], regions = [], dominoes = [] } = {}) {
  // A line about cells of a region is about these cells; one about the region alone is about all of it.
  view.light({ cells, regions: cells.length ? [] : regions });
  for (const button of parts()) {
    const { meaning } = button;
    const named = meaning.regions?.some((name) => regions.includes(name)) || meaning.dominoes?.some((pair) => dominoes.some((other) => isSame(pair, other)));
    button.classList.toggle("lit", Boolean(named));
  }
}

/** Lights what a line speaks of, and says it. */
function follow(line) {
  const said = line && about.get(line);
  for (const one of byId("code").querySelectorAll(".pointed")) one.classList.remove("pointed");
  light(said ?? {});
  if (!said) return;
  line.classList.add("pointed");
  const kinds = [
    ["cell", "cells", (said.cells ?? []).map(visible)],
    ["domino", "dominoes", (said.dominoes ?? []).map((pair) => sorted(pair).join("-"))],
    ["region", "regions", (said.regions ?? []).map(visible)],
  ];
  const named = kinds.filter(([, , names]) => names.length).map(([one, many, names]) => `${names.length > 1 ? many : one} ${names.join(", ")}`);
  byId("spoken").textContent = `This line speaks of ${named.join("; ")}.`;
}

const lineOf = (event) => event.target.closest?.(".line");
byId("code").addEventListener("pointerover", (event) => follow(lineOf(event)));
byId("code").addEventListener("pointerleave", () => {
  follow(null);
  pointAt(pinned);
});
byId("code").addEventListener("click", (event) => follow(lineOf(event)));
byId("code").addEventListener("keydown", (event) => {
  // Up and down go from one line that speaks of something to the next.
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.ctrlKey || event.altKey) return;
  const lines = [...about.keys()];
  const at = lines.findIndex((line) => line.classList.contains("pointed"));
  const next = lines[Math.min(lines.length - 1, Math.max(0, at + step))];
  if (!next) return;
  event.preventDefault();
  follow(next);
  next.scrollIntoView({ block: "nearest" });
  announce(`${next.textContent.trim()}. ${byId("spoken").textContent}`);
});

// ---- From the board to lines

/** Lights the lines that speak of something, and shows the first of them. */
function point(isMeant, words) {
  let first = null;
  let count = 0;
  for (const [line, said] of about) {
    const lit = isMeant !== null && isMeant(said);
    line.classList.toggle("lit", lit);
    if (!lit) continue;
    first ??= line;
    count += 1;
  }
  const code = byId("code");
  if (first) code.scrollTo({ top: first.offsetTop - code.clientHeight / 3 });
  if (isMeant !== null) byId("spoken").textContent = `${count} ${count === 1 ? "line speaks" : "lines speak"} of ${words}.`;
}

/** What a click left lit, in every language: a cell, a region or a domino. */
let pinned = null;

/** Lights the lines of something: `{ cell }`, or what a button below the board means. */
function pointAt(what) {
  if (what === null) {
    light();
    return point(null);
  }
  if (what.cell !== undefined) {
    const { name, region } = puzzle.cells[what.cell];
    const area = region === null ? null : puzzle.regions[region].name;
    const isMeant = (said) => Boolean(said.cells?.includes(name) || (!said.cells?.length && said.regions?.includes(area)));
    light({ cells: [name] });
    return point(isMeant, `${visible(name)}${area === null ? "" : ` or of its region ${visible(area)}`}`);
  }
  const { regions = [], dominoes = [] } = what;
  light(what);
  if (regions.length) point((said) => Boolean(said.regions?.includes(regions[0])), `region ${visible(regions[0])}`);
  else point((said) => Boolean(said.dominoes?.some((pair) => isSame(pair, dominoes[0]))), `the domino ${dominoes[0].join("-")}`);
}

const cellOf = (event) => {
  const cell = event.target.closest(".cell")?.cell;
  return cell === undefined ? null : { cell };
};
const partOf = (event) => event.target.closest("button")?.meaning ?? null;
const hosts = [
  [byId("models-board"), cellOf],
  [byId("parts-regions"), partOf],
  [byId("parts-dominoes"), partOf],
];
for (const [host, what] of hosts) {
  host.addEventListener("pointerover", (event) => event.pointerType === "mouse" && pointAt(what(event) ?? pinned));
  host.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && pointAt(pinned));
  host.addEventListener("click", (event) => {
    const clicked = what(event);
    // A second click takes the pin away.
    pinned = JSON.stringify(clicked) === JSON.stringify(pinned) ? null : clicked;
    pointAt(pinned);
  });
  host.addEventListener("focusin", (event) => {
    if (!event.target.matches(":focus-visible")) return;
    pointAt(what(event));
    announce(byId("spoken").textContent);
  });
}
for (const id of ["parts-regions", "parts-dominoes"]) roving(byId(id), "button");

byId("encoding").addEventListener("change", () => write());
byId("download-model").addEventListener("click", () => model && download(model.file, model.text));
byId("copy-command").addEventListener("click", async () => {
  const button = byId("copy-command");
  if (await copy(byId("command").textContent, "The command is")) button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 2000);
});
