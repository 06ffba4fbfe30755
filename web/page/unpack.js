// The module, out of what `engine.js` of the built page brings: a small module that can only unpack (`web/pack`), and the packed one.
//
// It takes a while, so what comes out is kept, and the next visit begins with it.

/** Where it is kept. */
const KEPT = "unpacked-pipsc";

const bytesOf = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

async function unpack({ unpacker, packed }) {
  const plain = new Blob([bytesOf(unpacker)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const small = await WebAssembly.instantiate(await new Response(plain).arrayBuffer());
  const { memory, room, unpacked, module } = small.instance.exports;
  const bytes = bytesOf(packed);
  // The memory may move while it grows: its buffer is asked for afterwards.
  const at = room(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = unpacked();
  if (!length) throw new Error("The page is damaged: its module cannot be unpacked.");
  return new Uint8Array(memory.buffer, module(), length).slice();
}

/** Where nothing may be kept there is no place. */
async function place() {
  try {
    return await caches.open(KEPT);
  } catch {
    return null;
  }
}

/** The bytes of the module. */
export async function unpacked(engine) {
  const cache = await place();
  // What is kept has an address; nobody ever asks for this one.
  const name = `https://${KEPT}.invalid/${engine.version}`;
  const kept = await cache?.match(name);
  if (kept) return new Uint8Array(await kept.arrayBuffer());
  const bytes = await unpack(engine);
  try {
    for (const old of (await cache?.keys()) ?? []) await cache.delete(old);
    await cache?.put(name, new Response(bytes));
  } catch {
    // There may be no room; then it is unpacked again the next time.
  }
  return bytes;
}
