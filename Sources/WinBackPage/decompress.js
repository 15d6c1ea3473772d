/**
 * Decompresses LZMA, so that the page can hold the engine in less than a megabyte.
 *
 * Browsers decompress gzip by themselves, but that looks back 32 KiB only, and the engine becomes half as
 * large again. The format: literals and matches with earlier bytes, coded by a range coder with adaptive
 * probabilities of 11 bits. The build script writes it without a header: 3 bits of context for literals, no
 * alignment, and the size is known.
 *
 * @param {Uint8Array} input the compressed bytes
 * @param {number} size the number of bytes that they become
 * @returns {Uint8Array} the bytes
 */
export function decompress(input, size) {
  const contextBits = 3;
  const output = new Uint8Array(size);
  const probabilities = (count) => new Uint16Array(count).fill(1024);

  // The range coder.
  let position = 5;
  let range = 0xffffffff;
  let code = 0;
  for (let index = 1; index < 5; index++) code = ((code << 8) | input[index]) >>> 0;

  const normalize = () => {
    if (range < 0x1000000) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | input[position++]) >>> 0;
    }
  };
  const bit = (models, index) => {
    const probability = models[index];
    const bound = (range >>> 11) * probability;
    if (code < bound) {
      range = bound;
      models[index] = probability + ((2048 - probability) >> 5);
      normalize();
      return 0;
    }
    range = (range - bound) >>> 0;
    code = (code - bound) >>> 0;
    models[index] = probability - (probability >> 5);
    normalize();
    return 1;
  };
  const direct = (count) => {
    let value = 0;
    while (count-- > 0) {
      range >>>= 1;
      const isOne = code >= range ? 1 : 0;
      if (isOne) code = (code - range) >>> 0;
      normalize();
      value = value * 2 + isOne;
    }
    return value;
  };
  const tree = (models, start, bits) => {
    let node = 1;
    for (let index = 0; index < bits; index++) node = node * 2 + bit(models, start + node);
    return node - (1 << bits);
  };
  const reversedTree = (models, start, bits) => {
    let node = 1;
    let value = 0;
    for (let index = 0; index < bits; index++) {
      const next = bit(models, start + node);
      node = node * 2 + next;
      value |= next << index;
    }
    return value;
  };

  // The models. A state below 7 follows a literal.
  const literals = probabilities(0x300 << contextBits);
  const isMatch = probabilities(12);
  const isRepeated = probabilities(12);
  const isRepeatedFirst = probabilities(12);
  const isRepeatedLong = probabilities(12);
  const isRepeatedSecond = probabilities(12);
  const isRepeatedThird = probabilities(12);
  const slots = probabilities(4 * 64);
  const distances = probabilities(128);
  const alignments = probabilities(16);
  const lengthModels = () => ({
    choice: probabilities(2), low: probabilities(8), middle: probabilities(8), high: probabilities(256),
  });
  const matchLengths = lengthModels();
  const repeatedLengths = lengthModels();
  const length = (models) => {
    if (!bit(models.choice, 0)) return 2 + tree(models.low, 0, 3);
    if (!bit(models.choice, 1)) return 10 + tree(models.middle, 0, 3);
    return 18 + tree(models.high, 0, 8);
  };
  const distance = (count) => {
    const slot = tree(slots, Math.min(count - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + reversedTree(distances, base - slot, bits);
    return base + direct(bits - 4) * 16 + reversedTree(alignments, 0, 4);
  };

  let state = 0;
  let recent = [0, 0, 0, 0];
  let end = 0;
  while (end < size) {
    if (!bit(isMatch, state)) {
      const start = 0x300 * ((end > 0 ? output[end - 1] : 0) >> (8 - contextBits));
      let symbol = 1;
      if (state >= 7) {
        let earlier = output[end - recent[0] - 1];
        while (symbol < 0x100) {
          const expected = (earlier >> 7) & 1;
          earlier <<= 1;
          const found = bit(literals, start + ((1 + expected) << 8) + symbol);
          symbol = symbol * 2 + found;
          if (found !== expected) break;
        }
      }
      while (symbol < 0x100) symbol = symbol * 2 + bit(literals, start + symbol);
      output[end++] = symbol & 0xff;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (!bit(isRepeated, state)) {
      count = length(matchLengths);
      recent = [distance(count), recent[0], recent[1], recent[2]];
      state = state < 7 ? 7 : 10;
    } else {
      if (!bit(isRepeatedFirst, state)) {
        if (!bit(isRepeatedLong, state)) {
          output[end] = output[end - recent[0] - 1];
          end++;
          state = state < 7 ? 9 : 11;
          continue;
        }
      } else {
        const which = !bit(isRepeatedSecond, state) ? 1 : !bit(isRepeatedThird, state) ? 2 : 3;
        const [chosen] = recent.splice(which, 1);
        recent.unshift(chosen);
      }
      count = length(repeatedLengths);
      state = state < 7 ? 8 : 11;
    }
    for (; count > 0 && end < size; count--, end++) {
      output[end] = output[end - recent[0] - 1];
    }
  }
  return output;
}
