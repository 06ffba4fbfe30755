// The tab Models: the puzzle in every language, two models side by side, and the subject of each line.
import * as address from "../address.js";
import { BoardView, tilePicture, tilesOf } from "../board/board.js";
import { announce, byId, copyOnClick, download, make, rovingFocus, visible } from "../dom.js";
import { quick, runLong } from "../engine.js";
import { highlight } from "./highlight.js";
import { fileName } from "../save.js";
import { swatch } from "../board/sketch.js";
import { clearRuns, noteEdits, present, presentOther } from "./run.js";

/** The maximum number of shown lines; the downloaded file has all. */
const MOST_LINES = 1500;

const view = new BoardView(byId("models-board"), { label: () => "Board. A cell highlights the lines about it." });

let puzzle = null;
let languages = null;
let language = null;
let model = null;
/** The decision variables of each encoding, by its name, or by language and name. */
const DECIDES_ON = {
  edges: "the domino on each edge, and what each cell shows",
  compact: "placements, edges and values, each implying the others in few clauses",
  links: "which cells share a domino, and what each cell shows",
  placement: "the placements, one variable each",
  coordinates: "a row and a column for each half of a domino",
  halves: "the half that lies on each cell, as a number",
  "halves-standard": "the half that lies on each cell, as a number, in the standard's words alone",
  pb: "placements, values and edges, in pseudo-Boolean sums for z3",
  "cpsat native": "the placements, and what each cell shows",
  "opb native": "placements, values and edges, 0 or 1 each",
  "lp native": "the placements, 0 or 1 each; all else is sums of them",
  "ir native": "nothing yet: cells, edges, dominoes and constraints as the languages get them",
};

/** An empty subject. A subject is what a line or a click is about: cells, regions and dominoes by their names. */
const NOTHING = { cells: [], regions: [], dominoes: [] };

/** The subject of each shown line. */
const about = new Map();

export async function models(opened) {
  puzzle = opened;
  pinned = null;
  clearRuns();
  const requested = address.read().model;
  await view.show(puzzle, { labels: true });
  await showParts();
  if (!languages) {
    ({ languages } = await quick.call("about"));
    byId("languages").replaceChildren(...languages.map((one, at) => make("button", {
      type: "button", role: "tab", id: `language-${one.name}`, "aria-controls": "model", "aria-selected": "false", tabIndex: at ? -1 : 0, title: one.about ?? "",
      onclick: () => choose(one, {}),
    }, one.title)));
    rovingFocus(byId("languages"), "[role=tab]", (tab) => tab.click());
    language = languages[0];
    const options = (one) => one.encodings.map(({ name }) => make("option", { value: `${one.name} ${name}` }, `${one.title}, ${name}`));
    byId("compare").replaceChildren(make("option", { value: "" }, "nothing"), ...languages.flatMap(options));
  }
  byId("compare").value = requested.compare ?? "";
  await choose(languages.find(({ name }) => name === requested.language) ?? language, requested);
  await compare();
}

/** Shows the regions and dominoes below the board. */
async function showParts() {
  const tiles = await tilesOf(puzzle);
  byId("parts-regions").replaceChildren(...puzzle.regions.map(({ name, words, colour }, at) => {
    const button = make("button", { type: "button", "data-region": name, tabIndex: at ? -1 : 0 }, ...(colour === null ? [] : [swatch(colour)]), `${visible(name)}: ${words}`);
    return Object.assign(button, { subject: { ...NOTHING, regions: [name], words: `region ${visible(name)}` } });
  }));
  // Equal dominoes share a button.
  const kinds = new Map(puzzle.dominoes.map((pair, at) => [pair.join("-"), tiles[at]]));
  byId("parts-dominoes").replaceChildren(...[...kinds].map(([name, tile], at) => {
    const button = make("button", { type: "button", class: "domino-part", "data-domino": name, "aria-label": `Domino ${name}`, tabIndex: at ? -1 : 0 }, tilePicture(tile));
    return Object.assign(button, { subject: { ...NOTHING, dominoes: [name], words: `the domino ${name}` } });
  }));
}

/** Shows a language; `requested` are the options of the address. */
async function choose(one, requested) {
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
  if (one.encodings.some(({ name }) => name === requested.encoding)) byId("encoding").value = requested.encoding;
  await write(requested.edit ? await address.unpack(requested.edit) : null);
}

/** Fetches a model of the puzzle; null after `onError` was called. */
const written = (one, encoding, onError) =>
  runLong(`Writing ${one.title}.`, "model", { puzzle: puzzle.puzzle, target: one.name, encoding, name: fileName(puzzle), seconds: 20 }, (error) => onError(error.message));

async function write(edit = null) {
  delete byId("code").dataset.language;
  const mine = language;
  const answer = await written(language, byId("encoding").value || undefined, (problem) => show(null, problem));
  if (!answer || mine !== language) return;
  show(answer, "");
  const { published } = language.encodings.find(({ name }) => name === answer.encoding) ?? {};
  const decides = DECIDES_ON[answer.encoding] ?? DECIDES_ON[`${language.name} ${answer.encoding}`];
  byId("encoding-note").textContent = [`${language.about}.`, decides && `Decides on ${decides}.`, published && `Encoding by ${published}.`].filter(Boolean).join(" ");
  address.update({ model: { language: language.name, encoding: answer.encoding, compare: byId("compare").value, ...(edit === null ? {} : { edit: address.read().model.edit }) } }, false);
  await present({ puzzle, language, encoding: answer.encoding, text: answer.text, view }, edit);
}

/** Shows or hides the compared model. */
async function compare() {
  const [name, encoding] = byId("compare").value.split(" ");
  const other = languages.find((one) => one.name === name);
  address.update({ model: { ...address.read().model, compare: byId("compare").value } }, false);
  byId("other").hidden = !other;
  byId("other").closest(".panes").classList.toggle("two", Boolean(other));
  presentOther(null);
  if (!other) return lay("other", null);
  const mine = puzzle;
  const answer = await written(other, encoding, (problem) => lay("other", null, other, problem));
  if (!answer || mine !== puzzle || byId("compare").value !== `${name} ${encoding}`) return;
  lay("other", answer, other, "");
  presentOther({ puzzle, language: other, encoding, text: answer.text, view });
}

byId("compare").addEventListener("change", compare);
noteEdits(async (text) => {
  const { edit: _, ...model } = address.read().model;
  address.update({ model: { ...model, ...(text === null ? {} : { edit: await address.pack(text) }) } }, false);
});

const PANES = { code: ["code", "model-note"], other: ["other-code", "other-note"] };

/** Shows the text of a model in a pane, line by line. */
function lay(pane, answer, { name, title } = {}, problem = "") {
  const [code, note] = PANES[pane].map(byId);
  for (const line of code.children) about.delete(line);
  const lines = answer ? answer.text.split("\n") : [];
  if (lines.at(-1) === "") lines.pop();
  const cut = lines.length > MOST_LINES;
  note.textContent = problem || !answer ? problem
    : `${title}, ${answer.encoding}: ${lines.length.toLocaleString("en")} lines, ${answer.text.length.toLocaleString("en")} characters${cut ? `; the first ${MOST_LINES.toLocaleString("en")} lines are shown` : ""}.`;
  const subjects = new Map((answer?.lines ?? []).map(({ line, dominoes, ...others }) => [line, { ...others, dominoes: dominoes.map((pair) => pair.join("-")) }]));
  code.replaceChildren(...lines.slice(0, MOST_LINES).map((text, number) => {
    const line = make("span", { class: "line" });
    highlight(line, text.length > 2000 ? `${text.slice(0, 2000)} …` : text, name);
    line.append("\n");
    if (subjects.has(number)) {
      line.classList.add("about");
      about.set(line, subjects.get(number));
    }
    return line;
  }));
  pointAt(pinned);
}

function show(answer, problem) {
  model = answer;
  byId("command").textContent = answer?.command ?? "";
  byId("download-model").disabled = byId("copy-command").disabled = !answer;
  lay("code", answer, language, problem);
  byId("code").dataset.language = language.name;
  if (!answer) present(null);
}

// ---- From a line to the board

/** Highlights cells, regions and dominoes by their names. */
function light({ cells, regions, dominoes }) {
  // Of a line about a region and cells, only the cells are highlighted.
  view.light({ cells, regions: cells.length ? [] : regions });
  for (const button of [...byId("parts-regions").children, ...byId("parts-dominoes").children]) {
    const { subject } = button;
    button.classList.toggle("lit", subject.regions.some((one) => regions.includes(one)) || subject.dominoes.some((one) => dominoes.includes(one)));
  }
}

/** Highlights and describes the subject of a line. */
function follow(line) {
  const subject = line && about.get(line);
  for (const one of byId("models").querySelectorAll(".pointed")) one.classList.remove("pointed");
  light(subject ?? NOTHING);
  if (!subject) return;
  line.classList.add("pointed");
  const named = [["cell", "cells", subject.cells], ["domino", "dominoes", subject.dominoes], ["region", "regions", subject.regions]]
    .filter(([, , names]) => names.length)
    .map(([one, many, names]) => `${names.length > 1 ? many : one} ${names.map(visible).join(", ")}`);
  byId("line-subject").textContent = `This line is about ${named.join("; ")}.`;
}

const lineOf = (event) => event.target.closest?.(".line");
for (const code of [byId("code"), byId("other-code")]) {
  code.addEventListener("pointerover", (event) => follow(lineOf(event)));
  code.addEventListener("pointerleave", () => {
    follow(null);
    pointAt(pinned);
  });
  code.addEventListener("click", (event) => follow(lineOf(event)));
  code.addEventListener("keydown", (event) => {
    // The arrow keys move between lines with a subject.
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.ctrlKey || event.altKey) return;
    const lines = [...code.children].filter((line) => about.has(line));
    const at = lines.findIndex((line) => line.classList.contains("pointed"));
    const next = lines[Math.min(lines.length - 1, Math.max(0, at + step))];
    if (!next) return;
    event.preventDefault();
    follow(next);
    next.scrollIntoView({ block: "nearest" });
    announce(`${next.textContent.trim()}. ${byId("line-subject").textContent}`);
  });
}

// ---- From the board to lines

/** The pinned cell, region or domino, which stays highlighted in every language. */
let pinned = null;

/** Whether the subject of a line matches. A line about a whole region is about each of its cells. */
const isAbout = (subject, { cells: [cell], area, regions: [region], dominoes: [domino] }) =>
  subject.cells.includes(cell) || subject.regions.includes(region) || subject.dominoes.includes(domino) || (!subject.cells.length && subject.regions.includes(area));

/** Highlights a subject and its lines, and scrolls each model to the first of them. */
function pointAt(what) {
  light(what ?? NOTHING);
  let count = 0;
  for (const code of [byId("code"), byId("other-code")]) {
    let first = null;
    for (const line of code.children) {
      const lit = what !== null && about.has(line) && isAbout(about.get(line), what);
      line.classList.toggle("lit", lit);
      if (!lit) continue;
      first ??= line;
      count += 1;
    }
    if (first) code.scrollTo({ top: first.offsetTop - code.clientHeight / 3 });
  }
  if (what) byId("line-subject").textContent = `${count} ${count === 1 ? "line is" : "lines are"} about ${what.words}.`;
}

function cellOf(event) {
  const at = event.target.closest(".cell")?.cell;
  if (at === undefined) return null;
  const { name, region } = puzzle.cells[at];
  const area = puzzle.regions[region]?.name;
  return { ...NOTHING, cells: [name], area, words: `${visible(name)}${area === undefined ? "" : ` or its region ${visible(area)}`}` };
}
const partOf = (event) => event.target.closest("button")?.subject ?? null;
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
    // A second click removes the pin.
    pinned = JSON.stringify(clicked) === JSON.stringify(pinned) ? null : clicked;
    pointAt(pinned);
  });
  host.addEventListener("focusin", (event) => {
    if (!event.target.matches(":focus-visible")) return;
    pointAt(what(event));
    announce(byId("line-subject").textContent);
  });
}
for (const id of ["parts-regions", "parts-dominoes"]) rovingFocus(byId(id), "button");

byId("encoding").addEventListener("change", () => write());
byId("download-model").addEventListener("click", () => model && download(model.file, model.text));
copyOnClick("copy-command", "The command is", () => byId("command").textContent);
