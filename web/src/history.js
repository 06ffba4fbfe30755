// An undo and redo history.
export class History {
  #past = [];
  #future = [];

  /** Adds the state before a change. */
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

  /** Returns the state before the last change, and keeps the current one for `redo`. */
  undo(now) {
    this.#future.push(now);
    return this.#past.pop();
  }

  redo(now) {
    this.#past.push(now);
    return this.#future.pop();
  }
}
