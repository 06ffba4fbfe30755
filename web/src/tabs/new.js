// The tab New: daily and generated puzzles, examples, and opened texts and files.
import { randomSeed, read, READING, today } from "../address.js";
import { announce, byId, make, showError, visible } from "../dom.js";
import { quick, ModuleError, Stopped } from "../engine.js";

/** The puzzles of the repository, by file name. */
const examples = Object.entries(import.meta.glob("../../../puzzles/*.{txt,json}", { query: "?raw", import: "default", eager: true }))
  .map(([path, text]) => ({ name: path.split("/").pop(), text }));

let open = null;
let openFrom = null;

/** Sets the functions that open a puzzle and a requested puzzle. */
export function opener(...functions) {
  [open, openFrom] = functions;
}

/** Fills in the levels. */
export async function offer() {
  if (levels) return;
  ({ levels } = await quick.call("about"));
  byId("level").replaceChildren(...levels.map(({ name }) => make("option", { value: name, selected: name === "medium" }, name)));
  followLevel();
}

let levels = null;

/** Sets the size to the default of the level, because not every size has puzzles of every level. */
function followLevel() {
  const { least, most, usual } = levels.find(({ name }) => name === byId("level").value);
  Object.assign(byId("size"), { min: least, max: most, value: usual });
  byId("size-note").textContent = `(${least} to ${most})`;
}

byId("level").addEventListener("change", followLevel);

/** The fallback puzzle, if neither the address nor the date gives one. */
export async function first() {
  return (await quick.call("open", { text: examples.find(({ name }) => name === "islands.txt").text })).puzzles[0];
}

// ---- Daily and endless

byId("day").value = today();
byId("today").addEventListener("submit", async (event) => {
  event.preventDefault();
  await openFrom({ kind: "day", date: byId("day").value });
});
byId("endless").addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = byId("seed").value;
  const seed = typed === "" ? randomSeed() : Number(typed);
  await openFrom({ kind: "endless", level: byId("level").value, size: Number(byId("size").value), seed });
});

// ---- Text, files, links

/** Opens a puzzle or a link; of several puzzles, the user chooses one. */
async function openText(text, title = "") {
  showError(null);
  byId("choices").hidden = true;
  const { request } = read(/^\s*\S*(#\S+)\s*$/.exec(text)?.[1] ?? "");
  try {
    if (request.kind !== "none") return await openFrom(request);
    const { puzzles } = await quick.call("open", { text }, { limit: READING });
    const good = puzzles.filter((one) => !one.error);
    if (puzzles.length === 1 && good.length === 1) return await open({ ...good[0], title: good[0].title || title });
    if (good.length === 0) throw new ModuleError(puzzles[0]?.error ?? { message: "It contains no puzzle." });
    choose(puzzles);
  } catch (problem) {
    if (problem instanceof ModuleError) showError(problem.message);
    else if (!(problem instanceof Stopped)) throw problem;
  }
}

function choose(puzzles) {
  const box = byId("choices");
  const buttons = puzzles.map((one, at) => {
    const label = one.level || visible(one.title) || `Puzzle ${at + 1}`;
    if (one.error) return make("button", { type: "button", disabled: true, title: one.error.message }, `${label}: ${one.error.message}`);
    return make("button", { type: "button", onclick: () => { box.hidden = true; open(one); } }, label);
  });
  box.querySelector(".bar").replaceChildren(...buttons);
  box.hidden = false;
  buttons.find((button) => !button.disabled)?.focus();
  announce(`${puzzles.length} puzzles. Choose one.`);
}

async function openFile(file) {
  if (!file) return;
  const { most_bytes: most } = await quick.call("about");
  if (file.size > most) {
    showError(`“${file.name}” has ${file.size.toLocaleString("en")} bytes, and this page reads at most ${most.toLocaleString("en")}. The program \`pipsc\` reads larger files.`);
    return;
  }
  await openText(await file.text());
}

byId("open").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = byId("source").value;
  if (text.trim() === "") showError("There is nothing to open yet: paste a puzzle first.");
  else await openText(text);
});
byId("file").addEventListener("change", async () => {
  await openFile(byId("file").files[0]);
  byId("file").value = "";
});
byId("examples").replaceChildren(...examples.map(({ name, text }) => {
  const title = /^title: *"?([^"\n]+)/m.exec(text)?.[1] ?? name.replace(/\..*/, "").replace(/-(?=[a-z])/g, " ");
  return make("button", { type: "button", "data-example": name, onclick: () => openText(text, title) }, title);
}));

const holdsFiles = (event) => [...(event.dataTransfer?.types ?? [])].some((type) => type === "Files" || type === "text/plain");
window.addEventListener("dragover", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  byId("drop").hidden = false;
});
window.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) byId("drop").hidden = true;
});
window.addEventListener("drop", async (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  byId("drop").hidden = true;
  const [file] = event.dataTransfer.files;
  if (file) await openFile(file);
  else await openText(event.dataTransfer.getData("text/plain"));
});
