// The interface of the compiled module: a request as JSON goes in, its reply comes out. `wasm/src/host.rs` is the other side.

/**
 * Starts a module. Gives a function from request to reply; `tell` is called with the progress of long work. After an exception, which
 * says what happened, the module cannot be used any more.
 */
export function connect(module, tell) {
  let panic = null;
  const read = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  const host = {
    now: () => performance.now(),
    progress: (at, length) => {
      const value = JSON.parse(read(at, length));
      if (value.panic === undefined) tell(value);
      else panic = value.panic;
    },
  };
  const { memory, request, answer, reply } = new WebAssembly.Instance(module, { pipsc: host }).exports;
  return (text) => {
    const bytes = new TextEncoder().encode(text);
    try {
      // The memory may move while it grows: its buffer is read afterwards.
      const at = request(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = answer();
      return read(reply(), length);
    } catch {
      if (panic === null) throw new Error("This puzzle needs more memory than a page can have. The program `pipsc` can go on with it.");
      throw new Error(`The compiler stopped because of a bug in it. Please report it with the puzzle: ${panic}`);
    }
  };
}
