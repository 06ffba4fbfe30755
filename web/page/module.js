// The border to the compiled module: a request as JSON goes in, its reply comes out. `web/src/host.rs` is the other side.

/** Starts a module. Gives a function from request to reply; `tell` hears how far long work has come. */
export function connect(module, tell) {
  const read = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  const host = {
    now: () => performance.now(),
    progress: (at, length) => tell(JSON.parse(read(at, length))),
  };
  const { memory, request, answer, reply, forget } = new WebAssembly.Instance(module, { pipsc: host }).exports;
  return (text) => {
    const bytes = new TextEncoder().encode(text);
    // The memory may move while it grows: its buffer is asked for afterwards.
    const at = request(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = answer();
    const replied = read(reply(), length);
    forget();
    return replied;
  };
}
