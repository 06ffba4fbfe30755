"use strict";
const byId = (id) => document.getElementById(id);

// Steps from 0 to `count` - 1 with buttons (first, previous, next, last; each may be missing) and with the arrow
// keys, Home and End, which belong to the stepper that was used last. `ignores` claims keys for other elements.
let activeStepper = null;
const stepper = ({ count, buttons, show, ignores = () => false, onUse = () => {} }) => {
  let at = -1;
  const go = (to) => {
    const next = Math.min(Math.max(to, 0), count - 1);
    if (next === at) return;
    at = next;
    for (const name of ["first", "previous"]) if (buttons[name]) buttons[name].disabled = at === 0;
    for (const name of ["next", "last"]) if (buttons[name]) buttons[name].disabled = at === count - 1;
    show(at);
  };
  const use = (to) => {
    activeStepper = self;
    onUse();
    go(to);
  };
  const acts = { first: () => use(0), previous: () => use(at - 1), next: () => use(at + 1), last: () => use(count - 1) };
  const self = { go, use, acts, ignores, position: () => at };
  for (const [name, act] of Object.entries(acts)) buttons[name]?.addEventListener("click", act);
  activeStepper ??= self;
  go(0);
  return self;
};
document.addEventListener("keydown", (event) => {
  if (!activeStepper || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const name = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!name || activeStepper.ignores(event)) return;
  event.preventDefault();
  activeStepper.acts[name]();
});

// Tabs, as the arrow keys expect them.
const tabs = [...document.querySelectorAll("[role=tab]")];
const selectTab = (tab) => {
  for (const other of tabs) {
    const chosen = other === tab;
    other.setAttribute("aria-selected", String(chosen));
    other.tabIndex = chosen ? 0 : -1;
    byId(other.getAttribute("aria-controls")).hidden = !chosen;
  }
  tab.focus();
};
tabs.forEach((tab, at) => {
  tab.addEventListener("click", () => selectTab(tab));
  tab.addEventListener("keydown", (event) => {
    const last = tabs.length - 1;
    const to = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    selectTab(tabs[to]);
  });
});

// Buttons that copy the text of their panel. Where a page may not use the clipboard, through a selection.
const copyText = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
};
for (const button of document.querySelectorAll(".copy")) {
  const label = button.textContent;
  button.addEventListener("click", async () => {
    const copied = await copyText(button.closest("[role=tabpanel]").querySelector("pre").textContent);
    button.textContent = copied ? "Copied" : "Copying is not allowed here";
    byId("status").textContent = button.textContent;
    setTimeout(() => { button.textContent = label; byId("status").textContent = ""; }, 2000);
  });
}
