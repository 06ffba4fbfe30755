// Helpers for elements of the page. Text is inserted as text, never as markup.

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

/** Escapes invisible characters of untrusted text. */
export const visible = (text) => (text ?? "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0).toString(16)}}`);

/** Announces a text to screen readers, even if it repeats the last one. */
export function announce(text) {
  const live = byId("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Shows an error at the top of the page, or hides it for null. */
export function showError(text) {
  const box = byId("error");
  box.hidden = !text;
  box.querySelector("p").textContent = text ?? "";
  if (text) box.scrollIntoView({ block: "nearest" });
}

/** Whether the user prefers reduced motion. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Downloads a file. */
export function download(name, content, type = "text/plain") {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Lines of text as paragraphs, with their indentation. */
export const paragraphs = (lines, depth = 0) =>
  lines.filter((line) => line?.trim()).map((line) => {
    const indent = Math.ceil(/^ */.exec(line)[0].length / 2);
    return make("p", { "data-depth": String(Math.min(3, depth + indent)) }, line.trim());
  });

/** Makes a button copy the result of `text`, and show for a moment whether that succeeded. */
export function copyOnClick(id, what, text) {
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

/** A group with one tab stop, in which the arrow keys move the focus (roving tabindex). */
export function rovingFocus(container, selector, follow) {
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

/** Delays calls; of several within `wait` milliseconds only the last is made. */
export function debounce(wait, act) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...values), wait);
  };
}
