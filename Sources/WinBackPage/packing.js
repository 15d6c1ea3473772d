// More than this is no case that somebody shares, but a text that was made to fill the memory.
const LARGEST_CASE = 16_000_000;

async function read(stream, limit) {
  const reader = stream.getReader();
  const parts = [];
  let count = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    count += value.length;
    if (count > limit) throw new Error("the text is too large");
    parts.push(value);
  }
  const bytes = new Uint8Array(count);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const through = (bytes, transform, limit = Infinity) => read(new Blob([bytes]).stream().pipeThrough(transform), limit);

const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/**
 * The bytes of a text that Scripts/build-page writes: five characters, from `#` on, are four bytes. HTML gives `&` and
 * `<` a meaning, so `x` and `y` replace them.
 */
export function fromBase85(text) {
  const bytes = new Uint8Array(text.length / 5 * 4);
  for (let from = 0, to = 0; from < text.length; to += 4) {
    let number = 0;
    for (const end = from + 5; from < end; from++) {
      const character = text.charCodeAt(from);
      number = number * 85 + (character === 120 ? 3 : character === 121 ? 25 : character - 35);
    }
    bytes[to] = number >>> 24;
    bytes[to + 1] = number >>> 16;
    bytes[to + 2] = number >>> 8;
    bytes[to + 3] = number;
  }
  return bytes;
}

/** A value as text for the fragment of a link: JSON, deflated, in base64url. */
export async function pack(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The value in the fragment of a link. */
export async function unpack(text) {
  const bytes = fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"), LARGEST_CASE)));
}
