// A stepper for each walk: the board of the current step, and the step in the list.
for (const section of document.querySelectorAll(".walk")) {
  const stops = [...section.querySelectorAll(".stop")];
  const find = (name) => section.querySelector(`.${name}`);
  const [pager, stage, list, position] = ["pager", "stage", "stops", "position"].map(find);
  section.classList.add("live");
  pager.hidden = false;
  stage.hidden = false;
  const steps = stepper({
    count: stops.length,
    buttons: { previous: find("previous"), next: find("next") },
    show: (shown) => {
      stops.forEach((stop, at) => {
        stop.classList.toggle("current", at === shown);
        if (at === shown) stop.setAttribute("aria-current", "step");
        else stop.removeAttribute("aria-current");
      });
      stage.replaceChildren(stops[shown].querySelector("figure svg").cloneNode(true));
      position.textContent = `${shown + 1} of ${stops.length}`;
      // Inside of the list alone: the board stays where it is.
      const { offsetTop: top, offsetHeight: height } = stops[shown];
      if (top < list.scrollTop) list.scrollTop = top;
      else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
    },
  });
  stops.forEach((stop, at) => stop.addEventListener("click", () => steps.use(at)));
  section.addEventListener("focusin", () => { activeStepper = steps; });
}
