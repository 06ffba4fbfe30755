// Saves a puzzle in every format, as SVG and PNG, and prints it.
import { parsePicture } from "./board/board.js";
import { byId, download, make, showError, visible } from "./dom.js";
import { quick, runLong } from "./engine.js";

/** The number of pixels of a PNG for each unit of the picture. */
const SHARP = 3;

/** A file name from a title. */
export const fileName = (puzzle) => (puzzle.title || "puzzle").normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "puzzle";

/** The picture as an SVG document. */
const drawn = (puzzle) => quick.call("picture", { puzzle: puzzle.puzzle, tray: true, document: true });

/** The light colours of pictures, from the style sheet of the page. */
const lightStyle = () =>
  [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.selectorText?.startsWith(".pips")).map((rule) => rule.cssText).join("\n");

/** A PNG of the puzzle, in light colours even if the page is dark. */
async function png(puzzle) {
  const { svg, width, height } = await quick.call("picture", { puzzle: puzzle.puzzle, tray: true });
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>${lightStyle()}</style>${svg}</svg>`;
  const address = URL.createObjectURL(new Blob([whole], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = make("canvas", { width: Math.round(width * SHARP), height: Math.round(height * SHARP) });
    const context = canvas.getContext("2d");
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Prints the puzzle on one page and its solution on another. */
async function print(puzzle) {
  const answer = await runLong("Searching for the solution.", "solve", { puzzle: puzzle.puzzle, seconds: 30 });
  if (!answer) return;
  const page = async (heading, board) => {
    const { svg } = await quick.call("picture", { puzzle: puzzle.puzzle, tray: true, ...(board ? { board } : {}) });
    return make("div", { class: "sheet" }, make("h1", {}, heading), parsePicture(svg));
  };
  const title = visible(puzzle.title) || "A puzzle";
  const sides = [await page(title)];
  if (answer.board) sides.push(await page(`${title}: the solution`, answer.board));
  byId("paper").replaceChildren(...sides);
  window.print();
}

/** The names of formats. */
const NAMES = { nyt: "NYT JSON", graph: "Graph JSON", text: "Text" };

/** Adds a button for each format. `current` returns the puzzle, or null if there is none. */
export function saver(host, formats, current) {
  const button = (label, save) => make("button", { type: "button", onclick: async () => {
    const puzzle = await current();
    if (!puzzle) return;
    try {
      await save(puzzle);
    } catch (problem) {
      showError(problem.message);
    }
  } }, label);
  host.replaceChildren(
    ...formats.map(({ name, ending }) => button(NAMES[name] ?? name, async (puzzle) => {
      const { text } = await quick.call("convert", { puzzle: puzzle.puzzle, to: name });
      download(`${fileName(puzzle)}${ending.startsWith(".") ? ending : `.${ending}`}`, text);
    })),
    button("SVG", async (puzzle) => download(`${fileName(puzzle)}.svg`, (await drawn(puzzle)).svg, "image/svg+xml")),
    button("PNG", async (puzzle) => download(`${fileName(puzzle)}.png`, await png(puzzle))),
    button("Print", print),
  );
}
