// The border to the compiled module: a request as JSON goes in, its reply comes out. `wasm/src/host.rs` is the other side.

/** The module trapped. `kind` is "memory", "panic" or "trap"; the instance cannot be used any more. */
class ModuleFault extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** Starts a module. Gives a function from request to reply; `tell` is called with the progress of long work. */
export function connect(module, tell) {
  let panic = null;
  let exhausted = false;
  const read = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  const host = {
    now: () => performance.now(),
    progress: (at, length) => {
      const value = JSON.parse(read(at, length));
      if (value.panic === undefined) tell(value);
      else panic = value.panic;
    },
    exhausted: () => (exhausted = true),
  };
  const { memory, request, answer, reply, forget } = new WebAssembly.Instance(module, { pipsc: host }).exports;
  return (text) => {
    const bytes = new TextEncoder().encode(text);
    try {
      // The memory may move while it grows: its buffer is read afterwards.
      const at = request(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = answer();
      const replied = read(reply(), length);
      forget();
      return replied;
    } catch (fault) {
      if (exhausted) throw new ModuleFault("memory", "The memory is exhausted.");
      throw new ModuleFault(panic ? "panic" : "trap", panic ?? String(fault));
    }
  };
}
