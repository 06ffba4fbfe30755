// Unpacks what `xz --format=lzma` packs: the module is a quarter smaller so than with what browsers can unpack themselves.
//
// After the specification of LZMA by Igor Pavlov, which is in the public domain. The whole text is kept in memory, so
// that it is its own dictionary.

/** The bytes that were packed. */
export function unpack(packed) {
  let property = packed[0];
  const lc = property % 9;
  property = (property / 9) | 0;
  const lp = property % 5;
  const pb = (property / 5) | 0;
  const view = new DataView(packed.buffer, packed.byteOffset);
  const size = view.getUint32(5, true);
  const out = new Uint8Array(size);
  // Behind the head of 13 bytes stands one that is always 0.
  let at = 14;
  let range = 0xffffffff;
  let code = 0;
  for (let byte = 0; byte < 4; byte++) code = ((code << 8) | packed[at++]) >>> 0;

  const chances = (count) => new Uint16Array(count).fill(1024);
  const bit = (model, index) => {
    const chance = model[index];
    const bound = (range >>> 11) * chance;
    let value;
    if (code < bound) {
      range = bound;
      model[index] = chance + ((2048 - chance) >> 5);
      value = 0;
    } else {
      range -= bound;
      code -= bound;
      model[index] = chance - (chance >> 5);
      value = 1;
    }
    if (range < 0x1000000) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | packed[at++]) >>> 0;
    }
    return value;
  };
  const plain = (count) => {
    let value = 0;
    for (; count > 0; count--) {
      range >>>= 1;
      const one = code >= range ? 1 : 0;
      if (one) code -= range;
      value = (value << 1) | one;
      if (range < 0x1000000) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | packed[at++]) >>> 0;
      }
    }
    return value;
  };
  const tree = (model, from, bits) => {
    let index = 1;
    for (let left = bits; left > 0; left--) index = (index << 1) | bit(model, from + index);
    return index - (1 << bits);
  };
  const backwards = (model, from, bits) => {
    let index = 1;
    let value = 0;
    for (let place = 0; place < bits; place++) {
      const one = bit(model, from + index);
      index = (index << 1) | one;
      value |= one << place;
    }
    return value;
  };
  const lengths = () => ({ choice: chances(2), low: chances(16 << 3), mid: chances(16 << 3), high: chances(256) });
  const length = (model, place) => {
    if (!bit(model.choice, 0)) return tree(model.low, place << 3, 3);
    if (!bit(model.choice, 1)) return 8 + tree(model.mid, place << 3, 3);
    return 16 + tree(model.high, 0, 8);
  };

  const literals = chances(0x300 << (lc + lp));
  const isMatch = chances(192);
  const isRepeat = chances(12);
  const isRepeat0 = chances(12);
  const isRepeat1 = chances(12);
  const isRepeat2 = chances(12);
  const isLong0 = chances(192);
  const slots = chances(4 << 6);
  const aligned = chances(16);
  const special = chances(128);
  const matched = lengths();
  const repeated = lengths();

  let state = 0;
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  let done = 0;
  while (done < size) {
    const place = done & ((1 << pb) - 1);
    if (!bit(isMatch, (state << 4) + place)) {
      const before = done ? out[done - 1] : 0;
      const context = ((done & ((1 << lp) - 1)) << lc) + (before >> (8 - lc));
      const from = 0x300 * context;
      let symbol = 1;
      if (state >= 7) {
        let match = out[done - rep0 - 1];
        do {
          const wanted = (match >> 7) & 1;
          match <<= 1;
          const one = bit(literals, from + ((1 + wanted) << 8) + symbol);
          symbol = (symbol << 1) | one;
          if (wanted !== one) break;
        } while (symbol < 0x100);
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(literals, from + symbol);
      out[done++] = symbol & 0xff;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let long;
    if (bit(isRepeat, state)) {
      if (!bit(isRepeat0, state)) {
        if (!bit(isLong0, (state << 4) + place)) {
          state = state < 7 ? 9 : 11;
          out[done] = out[done - rep0 - 1];
          done++;
          continue;
        }
      } else {
        let distance;
        if (!bit(isRepeat1, state)) {
          distance = rep1;
        } else {
          if (!bit(isRepeat2, state)) {
            distance = rep2;
          } else {
            distance = rep3;
            rep3 = rep2;
          }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = distance;
      }
      long = length(repeated, place);
      state = state < 7 ? 8 : 11;
    } else {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      long = length(matched, place);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots, Math.min(long, 3) << 6, 6);
      rep0 = slot;
      if (slot >= 4) {
        const bits = (slot >> 1) - 1;
        rep0 = (2 | (slot & 1)) << bits;
        if (slot < 14) rep0 += backwards(special, rep0 - slot, bits);
        else rep0 += (plain(bits - 4) << 4) + backwards(aligned, 0, 4);
      }
    }
    if (rep0 >= done) throw new Error("The module is damaged.");
    for (let left = Math.min(long + 2, size - done); left > 0; left--) {
      out[done] = out[done - rep0 - 1];
      done++;
    }
  }
  return out;
}
