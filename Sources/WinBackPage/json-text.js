// JSON with the location of each value, so that a field can change one value and leave the rest of a text as it is.

const DEPTH = 64;
const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Reads a text. A value is `{ start, end }` with `members` (`{ name, start, value }`) if it is an object, and with
 * `items` if it is an array. Returns null if the text is not JSON; the engine says why.
 */
export function locate(text) {
  let at = 0;
  const match = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found?.[0];
  };
  const skip = (character) => {
    match(SPACE);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  /** Reads entries until a closing bracket. */
  const list = (close, entry) => {
    const entries = [];
    if (skip(close)) return entries;
    do entries.push(entry()); while (skip(","));
    if (!skip(close)) throw new SyntaxError();
    return entries;
  };
  const value = (depth) => {
    match(SPACE);
    const start = at;
    if (depth > DEPTH) throw new SyntaxError();
    if (skip("{")) {
      const members = list("}", () => {
        match(SPACE);
        const start = at;
        const name = match(STRING);
        if (name === undefined || !skip(":")) throw new SyntaxError();
        return { name: JSON.parse(name), start, value: value(depth + 1) };
      });
      return { start, end: at, members };
    }
    if (skip("[")) {
      const items = list("]", () => value(depth + 1));
      return { start, end: at, items };
    }
    if (match(STRING) === undefined && match(SCALAR) === undefined) throw new SyntaxError();
    return { start, end: at };
  };
  try {
    const root = value(0);
    match(SPACE);
    return at === text.length ? root : null;
  } catch {
    return null;
  }
}

/** The value of a member of an object, or undefined. */
export const member = (node, name) => node?.members?.find((member) => member.name === name)?.value;

/** What a located value says. */
export function read(text, node) {
  if (!node) return undefined;
  try {
    return JSON.parse(text.slice(node.start, node.end));
  } catch {
    return undefined;
  }
}

/** The text with another value of a member; undefined removes the member. */
export function setMember(text, object, name, value) {
  const index = object.members.findIndex((member) => member.name === name);
  const found = object.members[index];
  const replace = (start, end, middle) => text.slice(0, start) + middle + text.slice(end);
  if (value === undefined) {
    if (!found) return text;
    if (index > 0) return replace(object.members[index - 1].value.end, found.value.end, "");
    const next = object.members[1];
    return replace(found.start, next ? next.start : found.value.end, "");
  }
  const written = JSON.stringify(value).replaceAll('","', '", "');
  if (found) return replace(found.value.start, found.value.end, written);
  const last = object.members.at(-1);
  const added = `${JSON.stringify(name)}: ${written}`;
  if (!last) return replace(object.start + 1, object.start + 1, added);
  // What stands before the last member stands before the new one: a space, or a line feed and its indentation.
  const before = text.slice(0, last.start).match(/[ \t\r\n]*$/)[0] || " ";
  return replace(last.value.end, last.value.end, `,${before}${added}`);
}

/** The offset of a line and column, both from 1; columns count characters, and not units of UTF-16. */
export function offsetOf(text, line, column) {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  for (let number = 1; number < column && start < text.length && text[start] !== "\n"; number++)
    start += text.codePointAt(start) > 0xffff ? 2 : 1;
  return start;
}
