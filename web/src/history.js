// States to go back to, and from there forward again.
export class History {
  #past = [];
  #future = [];

  /** Keeps the state before a change. */
  push(state) {
    this.#past.push(state);
    this.#future = [];
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Gives the state before the last change, and keeps the present one for `redo`. */
  undo(now) {
    this.#future.push(now);
    return this.#past.pop();
  }

  redo(now) {
    this.#past.push(now);
    return this.#future.pop();
  }
}
