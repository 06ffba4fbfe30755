// The interface of the compiled module: requests and replies in JSON. `wasm/src/host.rs` is its counterpart.

/**
 * Starts a module and returns a function from request to reply. `onProgress` receives the progress of long calls. After an exception,
 * the module cannot be used any more.
 */
export function connect(module, onProgress) {
  let panic = null;
  const read = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  const host = {
    now: () => performance.now(),
    progress: (at, length) => {
      const value = JSON.parse(read(at, length));
      if (value.panic === undefined) onProgress(value);
      else panic = value.panic;
    },
  };
  const { memory, request, answer, reply } = new WebAssembly.Instance(module, { pipsc: host }).exports;
  return (text) => {
    const bytes = new TextEncoder().encode(text);
    try {
      // The buffer may be replaced when the memory grows, so it is read afterwards.
      const at = request(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = answer();
      return read(reply(), length);
    } catch {
      if (panic === null) throw new Error("This puzzle needs more memory than a page can have. Use the program `pipsc` instead.");
      throw new Error(`The compiler stopped because of a bug in it. Please report it with the puzzle: ${panic}`);
    }
  };
}
