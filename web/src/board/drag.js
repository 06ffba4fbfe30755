// Dragging with a mouse, a pen or a finger. A movement of a few pixels is a click.
import { tilePicture } from "./board.js";

const FAR = 7;

/**
 * Makes tiles of a surface draggable. `grab(event)` returns null or `{tile, scale, angle, move(x, y), drop(x, y), cancel()}`.
 * With touch, the tile is shown above the finger.
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
      // The click that follows is part of the drag.
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
