(() => {
  const byId = (id) => document.getElementById(id);
  const said = byId("said");

  // The solution, behind a click, and the arrow keys that page through several.
  const reveal = byId("reveal");
  if (reveal) {
    const panel = byId("solution");
    const picture = byId("solutions-picture");
    const layers = [...picture.querySelectorAll(".solution")];
    const count = layers.filter((layer) => layer.classList.contains("laid")).length;
    const [previous, next, position, compare] = ["previous", "next", "position", "compare"].map(byId);
    const hiddenLabel = reveal.textContent;
    let shown = 1;

    const show = (number) => {
      shown = Math.min(Math.max(number, 1), count);
      for (const layer of layers) {
        layer.classList.toggle("shown", layer.dataset.number === String(shown));
      }
      const laid = layers.find((layer) => layer.classList.contains("shown"));
      byId("solutions-words").textContent = laid.dataset.words;
      if (count > 1) {
        position.textContent = `Solution ${shown} of ${count}`;
        previous.disabled = shown === 1;
        next.disabled = shown === count;
      }
    };
    show(1);

    reveal.addEventListener("click", () => {
      const open = panel.hidden;
      panel.hidden = !open;
      reveal.setAttribute("aria-expanded", String(open));
      reveal.textContent = open ? hiddenLabel.replace("Show", "Hide") : hiddenLabel;
    });
    if (count > 1) {
      previous.addEventListener("click", () => show(shown - 1));
      next.addEventListener("click", () => show(shown + 1));
      compare.addEventListener("change", () => {
        byId("solutions").dataset.compare = compare.value;
      });
      document.addEventListener("keydown", (event) => {
        const elsewhere = event.target.closest?.("select, pre, [role=tab]");
        if (panel.hidden || elsewhere || event.altKey || event.ctrlKey || event.metaKey) return;
        const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 1, End: count }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        show(to);
      });
    }
  }

  // Tabs, as the arrow keys expect them.
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const select = (tab) => {
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      byId(other.getAttribute("aria-controls")).hidden = !chosen;
    }
    tab.focus();
  };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      const last = tabs.length - 1;
      const to = {
        ArrowLeft: at === 0 ? last : at - 1,
        ArrowRight: at === last ? 0 : at + 1,
        Home: 0,
        End: last,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      select(tabs[to]);
    });
  });

  // Copying. Where a page may not use the clipboard directly, through a selection.
  const copy = async (text) => {
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
      const text = button.closest("[role=tabpanel]").querySelector("pre").textContent;
      const copied = await copy(text);
      button.textContent = copied ? "Copied" : "Copying is not allowed here";
      said.textContent = button.textContent;
      setTimeout(() => { button.textContent = label; said.textContent = ""; }, 2000);
    });
  }
})();
