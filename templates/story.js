// A stepper for each walk: the board of the current step, and the step in the list.
for (const section of document.querySelectorAll(".walk")) {
  const frames = [...section.querySelectorAll(".frame")];
  const find = (name) => section.querySelector(`.${name}`);
  const [pager, stage, list, position] = ["pager", "stage", "frames", "position"].map(find);
  section.classList.add("live");
  pager.hidden = false;
  stage.hidden = false;
  const steps = stepper({
    count: frames.length,
    buttons: { previous: find("previous"), next: find("next") },
    show: (shown) => {
      frames.forEach((frame, at) => {
        frame.classList.toggle("current", at === shown);
        if (at === shown) frame.setAttribute("aria-current", "step");
        else frame.removeAttribute("aria-current");
      });
      stage.replaceChildren(frames[shown].querySelector("figure svg").cloneNode(true));
      position.textContent = `${shown + 1} of ${frames.length}`;
      // Inside of the list alone: the board stays where it is.
      const { offsetTop: top, offsetHeight: height } = frames[shown];
      if (top < list.scrollTop) list.scrollTop = top;
      else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
    },
  });
  frames.forEach((frame, at) => frame.addEventListener("click", () => steps.use(at)));
  section.addEventListener("focusin", () => { activeStepper = steps; });
}
