(() => {
  // The walk that the arrow keys belong to: the first, or the one that was used last.
  let active = null;

  const walk = (section) => {
    const stops = [...section.querySelectorAll(".stop")];
    const find = (name) => section.querySelector(`.${name}`);
    const [pager, stage, list, previous, next, position] =
      ["pager", "stage", "stops", "previous", "next", "position"].map(find);
    let shown = 0;

    const show = (to, asked) => {
      shown = Math.min(Math.max(to, 0), stops.length - 1);
      stops.forEach((stop, at) => {
        stop.classList.toggle("current", at === shown);
        if (at === shown) stop.setAttribute("aria-current", "step");
        else stop.removeAttribute("aria-current");
      });
      stage.replaceChildren(stops[shown].querySelector("figure svg").cloneNode(true));
      position.textContent = `${shown + 1} of ${stops.length}`;
      previous.disabled = shown === 0;
      next.disabled = shown === stops.length - 1;
      if (asked) {
        active = self;
        // Inside of the list alone: the board stays where it is.
        const { offsetTop: top, offsetHeight: height } = stops[shown];
        if (top < list.scrollTop) list.scrollTop = top;
        else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
      }
    };
    const self = { to: (far) => show(shown + far, true), first: () => show(0, true), last: () => show(stops.length - 1, true) };

    section.classList.add("live");
    pager.hidden = false;
    stage.hidden = false;
    previous.addEventListener("click", () => self.to(-1));
    next.addEventListener("click", () => self.to(1));
    stops.forEach((stop, at) => stop.addEventListener("click", () => show(at, true)));
    section.addEventListener("focusin", () => { active = self; });
    show(0, false);
    return self;
  };

  const walks = [...document.querySelectorAll(".walk")].map(walk);
  active = walks[0] ?? null;
  document.addEventListener("keydown", (event) => {
    if (!active || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const go = { ArrowLeft: () => active.to(-1), ArrowRight: () => active.to(1), Home: active.first, End: active.last }[event.key];
    if (!go) return;
    event.preventDefault();
    go();
  });
})();
