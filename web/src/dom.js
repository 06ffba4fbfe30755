// Small tools for the page's elements. Text always goes in as text, never as markup.

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** A new element with properties (`class`, `data-x`, `aria-x` and `on...` included) and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class" || name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

/** Text from outside, with invisible characters such as control characters shown as escapes. */
export const visible = (text) => (text ?? "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0).toString(16)}}`);

/** Tells a screen reader what happened. The same words twice are heard twice. */
export function announce(text) {
  const live = byId("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Shows what went wrong at the top of the page until it is closed, or takes it away. */
export function trouble(text) {
  const box = byId("trouble");
  box.hidden = !text;
  box.querySelector("p").textContent = text ?? "";
  if (text) box.scrollIntoView({ block: "nearest" });
}

/** Tells whether the system asks for reduced motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Downloads a file. */
export function download(name, content, type = "text/plain") {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Lines of text as paragraphs; those that are indented are set in. */
export const paragraphs = (lines, depth = 0) =>
  lines.filter((line) => line?.trim()).map((line) => {
    const indent = Math.ceil(/^ */.exec(line)[0].length / 2);
    return make("p", { "data-depth": String(Math.min(3, depth + indent)) }, line.trim());
  });

/** Makes a button copy what `text` gives, and say for a moment whether that worked. */
export function copies(id, what, text) {
  const button = byId(id);
  const label = button.textContent;
  button.addEventListener("click", async () => {
    const given = await text();
    if (!given) return;
    try {
      await navigator.clipboard.writeText(given);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not copied";
    }
    announce(`${what} ${button.textContent.toLowerCase()}.`);
    setTimeout(() => (button.textContent = label), 2500);
  });
}

/** A group of which one element at a time can be reached with Tab, and the arrow keys go to the others. */
export function roving(container, selector, follow) {
  const all = () => [...container.querySelectorAll(selector)].filter((one) => !one.disabled && !one.hidden);
  container.addEventListener("keydown", (event) => {
    const from = event.target.closest(selector);
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const list = all();
    const at = list.indexOf(from);
    const steps = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const to = list[(steps[event.key] + list.length) % list.length];
    to.focus();
    follow?.(to);
  });
  container.addEventListener("focusin", (event) => {
    const to = event.target.closest(selector);
    if (to) for (const one of all()) one.tabIndex = one === to ? 0 : -1;
  });
}

/** After the last of many calls in a short time, one call. */
export function settled(wait, act) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...values), wait);
  };
}
