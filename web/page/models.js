// The puzzle as a model in every language, and which line speaks of what.
import { BoardView } from "./board.js";
import { announce, byId, copy, download, make, roving } from "./dom.js";
import { quick } from "./engine.js";
import { highlight } from "./highlight.js";
import { fileName } from "./save.js";
import { work } from "./work.js";

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
  await view.show(puzzle, { labels: true });
  if (!languages) {
    ({ languages } = await quick.ask("about"));
    byId("languages").replaceChildren(...languages.map((one, at) => make("button", {
      type: "button", role: "tab", id: `language-${one.name}`, "aria-controls": "model", "aria-selected": "false", tabIndex: at ? -1 : 0, title: one.about ?? "",
      onclick: () => choose(one),
    }, one.title)));
    roving(byId("languages"), "[role=tab]", (tab) => tab.click());
    language = languages[0];
  }
  await choose(language);
}

async function choose(one) {
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
  await write();
}

async function write() {
  const wanted = { puzzle: puzzle.puzzle, target: language.name, encoding: byId("encoding").value || undefined, name: fileName(puzzle), seconds: 20 };
  const mine = language;
  const answer = await work(`Writing ${language.title}.`, "model", wanted, (refusal) => show(null, refusal.message));
  if (answer && mine === language) show(answer, "");
}

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
  view.light();
}

// ---- From a line to the board

/** Lights what a line speaks of: its cells and regions, and for dominoes the words below. */
function follow(line) {
  const said = line && about.get(line);
  for (const one of byId("code").querySelectorAll(".pointed")) one.classList.remove("pointed");
  if (!said) {
    view.light();
    return;
  }
  line.classList.add("pointed");
  view.light(said);
  const dominoes = (said.dominoes ?? []).map((pair) => pair.join("-"));
  const parts = [said.cells?.length && `cells ${said.cells.join(" ")}`, dominoes.length && `dominoes ${dominoes.join(" ")}`, said.regions?.length && `region ${said.regions.join(" ")}`].filter(Boolean);
  byId("spoken").textContent = parts.length ? `This line speaks of ${parts.join(", ")}.` : "";
}

const lineOf = (event) => event.target.closest?.(".line");
byId("code").addEventListener("pointerover", (event) => follow(lineOf(event)));
byId("code").addEventListener("pointerleave", () => follow(null));
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

function point(cell) {
  const name = cell === null ? null : puzzle.cells[cell].name;
  const region = cell === null || puzzle.cells[cell].region === null ? null : puzzle.regions[puzzle.cells[cell].region].name;
  let first = null;
  for (const [line, said] of about) {
    const lit = name !== null && (said.cells?.includes(name) || (!said.cells?.length && said.regions?.includes(region)));
    line.classList.toggle("lit", Boolean(lit));
    if (lit) first ??= line;
  }
  const code = byId("code");
  if (first) code.scrollTo({ top: first.offsetTop - code.clientHeight / 3 });
  if (name !== null) byId("spoken").textContent = `${code.querySelectorAll(".lit").length} lines speak of ${name}${region ? ` or its region ${region}` : ""}.`;
}

const cellOf = (event) => event.target.closest(".cell")?.cell ?? null;
byId("models-board").addEventListener("pointerover", (event) => event.pointerType === "mouse" && point(cellOf(event)));
byId("models-board").addEventListener("pointerleave", () => point(null));
byId("models-board").addEventListener("click", (event) => point(cellOf(event)));
byId("models-board").addEventListener("focusin", (event) => {
  if (event.target.matches(":focus-visible")) {
    point(cellOf(event));
    announce(byId("spoken").textContent);
  }
});

byId("encoding").addEventListener("change", write);
byId("download-model").addEventListener("click", () => model && download(model.file, model.text));
byId("copy-command").addEventListener("click", async () => {
  const button = byId("copy-command");
  if (await copy(byId("command").textContent, "The command is")) button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 2000);
});
