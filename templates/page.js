// The solution, behind a click, and a stepper through several.
const reveal = byId("reveal");
if (reveal) {
  const panel = byId("solution");
  const layers = [...byId("solutions-picture").querySelectorAll(".solution")];
  const count = layers.filter((layer) => layer.classList.contains("laid")).length;
  const hiddenLabel = reveal.textContent;
  stepper({
    count,
    buttons: { previous: byId("previous"), next: byId("next") },
    show: (at) => {
      for (const layer of layers) layer.classList.toggle("shown", layer.dataset.number === String(at + 1));
      byId("solutions-words").textContent = layers.find((layer) => layer.classList.contains("shown")).dataset.words;
      if (count > 1) byId("position").textContent = `Solution ${at + 1} of ${count}`;
    },
    ignores: (event) => panel.hidden || count === 1 || event.target.closest?.("select, pre, [role=tab]"),
  });
  reveal.addEventListener("click", () => {
    const open = panel.hidden;
    panel.hidden = !open;
    reveal.setAttribute("aria-expanded", String(open));
    reveal.textContent = open ? hiddenLabel.replace("Show", "Hide") : hiddenLabel;
  });
  byId("compare")?.addEventListener("change", (event) => {
    byId("solutions").dataset.compare = event.target.value;
  });
}
