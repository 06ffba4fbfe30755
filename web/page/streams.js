// Sorts a module into streams of like bytes, and puts it together again: opcodes follow opcodes, offsets follow offsets, and LZMA finds a tenth more
// that was there before than in the module as it is. `bundle.mjs` splits, the page joins.
//
// Both go the same way through the module (https://webassembly.github.io/spec/core/binary), one reading it and one writing it. Lengths of the code
// and its functions are left out: where a function ends shows.

// The streams. Alignments stand with the opcodes, which they nearly always follow from.
const PLAIN = 0;
const OPCODE = 1;
const LOCAL = 2;
const FUNCTION = 3;
const LABEL = 4;
const WORD = 5;
const LONG = 6;
const OFFSET = 7;
const OFFSET_REST = 8;
const BLOCK = 9;
const LOCALS = 10;
const FLOAT = 11;
const STREAMS = 12;

const CODE = 10;

/** What stands behind an opcode: streams of numbers. */
const behind = Array.from({ length: 256 }, () => []);
const put = (from, to, ...streams) => behind.fill(streams, from, to + 1);
put(0x02, 0x04, BLOCK);
put(0x0c, 0x0d, LABEL);
put(0x10, 0x10, FUNCTION);
put(0x11, 0x11, OPCODE, OPCODE);
put(0x1c, 0x1c, OPCODE, OPCODE);
put(0x20, 0x22, LOCAL);
put(0x23, 0x26, OPCODE);
put(0x28, 0x3e, OPCODE, OFFSET);
put(0x3f, 0x40, OPCODE);
put(0x41, 0x41, WORD);
put(0x42, 0x42, LONG);
put(0xd0, 0xd0, OPCODE);
put(0xd2, 0xd2, OPCODE);

/** How many numbers stand behind 0xfc and the number that says which of its instructions it is. */
const behindMore = { 8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1 };

/**
 * Goes through a module. `take` gives its next byte, which belongs to this stream; `open` and `close` stand around what has a length before it; `more`
 * says whether anything is left.
 */
function walk({ take, open, close, more }) {
  const number = (stream, rest = stream) => {
    let byte = take(stream);
    let value = byte & 127;
    for (let scale = 128; byte > 127; scale *= 128) {
      byte = take(rest);
      value += (byte & 127) * scale;
    }
    return value;
  };
  const bytes = (stream, count) => {
    for (; count > 0; count--) take(stream);
  };
  const body = () => {
    for (let groups = number(LOCALS); groups > 0; groups--) {
      number(LOCALS);
      take(LOCALS);
    }
    for (let depth = 1; depth > 0; ) {
      const opcode = take(OPCODE);
      for (const stream of behind[opcode]) number(stream, stream === OFFSET ? OFFSET_REST : stream);
      if (opcode >= 0x02 && opcode <= 0x04) depth++;
      else if (opcode === 0x0b) depth--;
      else if (opcode === 0x0e) for (let left = number(LABEL); left >= 0; left--) number(LABEL);
      else if (opcode === 0x43) bytes(FLOAT, 4);
      else if (opcode === 0x44) bytes(FLOAT, 8);
      else if (opcode === 0xfc) for (let left = behindMore[number(OPCODE)] ?? 0; left > 0; left--) number(OPCODE);
    }
  };
  bytes(PLAIN, 8);
  while (more()) {
    if (take(PLAIN) !== CODE) {
      bytes(PLAIN, number(PLAIN));
      continue;
    }
    open();
    for (let left = number(PLAIN); left > 0; left--) {
      open();
      body();
      close();
    }
    close();
  }
}

/** The streams of a module: their lengths, and then one after the other. */
export function split(module) {
  const streams = Array.from({ length: STREAMS }, () => []);
  let at = 0;
  walk({
    take(stream) {
      streams[stream].push(module[at]);
      return module[at++];
    },
    open() {
      while (module[at++] > 127);
    },
    close() {},
    more: () => at < module.length,
  });
  return Uint8Array.from([new Uint8Array(Uint32Array.from(streams, (stream) => stream.length).buffer), ...streams].flatMap((part) => [...part]));
}

/** The module of these streams. */
export function join(streams) {
  const head = STREAMS * 4;
  const next = new Int32Array(STREAMS);
  let at = head;
  const lengths = new DataView(streams.buffer, streams.byteOffset, head);
  for (let stream = 0; stream < STREAMS; stream++) {
    next[stream] = at;
    at += lengths.getUint32(stream * 4, true);
  }
  const plainEnd = next[PLAIN + 1];
  // Of each function of at least two bytes the length was left out, and that takes at most twice as many.
  const module = new Uint8Array(streams.length * 3);
  const opened = [];
  let written = 0;
  walk({
    take: (stream) => (module[written++] = streams[next[stream]++]),
    open: () => opened.push(written),
    close() {
      const from = opened.pop();
      const length = [];
      let left = written - from;
      for (; left > 127; left >>>= 7) length.push((left & 127) | 128);
      length.push(left);
      module.copyWithin(from + length.length, from, written);
      module.set(length, from);
      written += length.length;
    },
    more: () => next[PLAIN] < plainEnd,
  });
  return module.subarray(0, written);
}
