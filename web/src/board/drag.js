// Dragging with a mouse, a pen or a finger. What moves less than a few pixels is a tap, and left to clicks.
import { tilePicture } from "./board.js";

const FAR = 7;

/**
 * Lets things be dragged. `grab(event)` gives what is taken, or nothing: `{tile, scale, angle, move(x, y), drop(x, y), cancel()}`.
 * A finger hides what is below it, so the tile then hovers above.
 */
export function draggable(surface, grab) {
  surface.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const taken = grab(event);
    if (!taken) return;
    const start = { x: event.clientX, y: event.clientY };
    const above = event.pointerType === "touch" ? 52 : 0;
    let flying = null;

    const move = (to) => {
      if (to.pointerId !== event.pointerId) return;
      if (!flying) {
        if (Math.hypot(to.clientX - start.x, to.clientY - start.y) < FAR) return;
        flying = tilePicture(taken.tile);
        flying.classList.add("flying");
        flying.style.width = `${116 * taken.scale}px`;
        document.body.append(flying);
        document.body.classList.add("dragging");
        taken.begin?.();
      }
      to.preventDefault();
      const [x, y] = [to.clientX, to.clientY - above];
      flying.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%) rotate(${taken.angle()}deg)`;
      taken.move(x, y);
    };
    const end = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
      flying?.remove();
      document.body.classList.remove("dragging");
    };
    const up = (to) => {
      if (to.pointerId !== event.pointerId) return;
      const flew = flying !== null;
      end();
      if (!flew) return;
      // The click that follows belongs to the drag.
      const swallow = (click) => click.stopPropagation();
      window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
      taken.drop(to.clientX, to.clientY - above);
    };
    const cancel = (to) => {
      if (to.pointerId !== event.pointerId) return;
      end();
      taken.cancel();
    };
    window.addEventListener("pointermove", move, { passive: false });
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
  });
}
