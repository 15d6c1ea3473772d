// More than this is no input for a page.
const LARGEST = 64_000_000;
const LONGEST_LINK = 100_000;
const LARGEST_CASE = 16_000_000;
const PREFIX = "#link=";

let count = 0;
/** A file of a case: `{ id, name, bytes }`; the name says which of several pasted texts it is. */
export const fileOf = (name, content) =>
  ({ id: count += 1, name, bytes: typeof content === "string" ? new TextEncoder().encode(content) : content });

async function bytesOf(stream, limit) {
  const parts = [];
  let size = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > limit) throw new Error(`more than ${limit / 1_000_000} MB`);
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const through = (bytes, transform, limit) => bytesOf(new Blob([bytes]).stream().pipeThrough(transform), limit);

/** Reads a file of the disk, also a compressed one. */
export async function readFile(file) {
  const bytes = await bytesOf(file.stream(), LARGEST);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return fileOf(file.name, isCompressed ? await through(bytes, new DecompressionStream("gzip"), LARGEST) : bytes);
}

/** The bytes of a text in base64, decompressed. */
export async function unpacked(text, limit = LARGEST) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return through(bytes, new DecompressionStream("gzip"), limit);
}

async function packed(bytes) {
  const small = await through(bytes, new CompressionStream("gzip"), LARGEST);
  let text = "";
  for (let at = 0; at < small.length; at += 8192) text += String.fromCharCode(...small.subarray(at, at + 8192));
  return btoa(text);
}

/** The fragment of a link with a case; files that every page has are named, and not in it. Throws why there is none. */
export async function fragmentOf({ files, ...rest }, examples) {
  const isExample = files === examples;
  const size = isExample ? 0 : files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (size > LARGEST_CASE) throw new Error("the files are too large for a link");
  const own = isExample ? null : files.map(({ name, bytes }) => ({ name, count: bytes.length }));
  const head = new TextEncoder().encode(JSON.stringify({ ...rest, files: own }) + "\n");
  const bytes = await new Blob([head, ...(isExample ? [] : files.map((file) => file.bytes))]).arrayBuffer();
  const text = (await packed(bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (text.length > LONGEST_LINK) throw new Error(`the link would have ${text.length.toLocaleString("en")} characters, and programs cut links of more than ${LONGEST_LINK.toLocaleString("en")}`);
  return PREFIX + text;
}

/** The case in the fragment of a link; null if there is none. Throws why it cannot be restored. */
export async function caseIn(fragment, examples, policies) {
  if (fragment === "" || fragment === "#answer") return null;
  if (!fragment.startsWith(PREFIX)) throw new Error("it is no link of this page");
  if (fragment.length > LONGEST_LINK + PREFIX.length) throw new Error("it is longer than the links of this page");
  const text = fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
  let bytes, head;
  try {
    bytes = await unpacked(text, LARGEST_CASE);
    head = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, bytes.indexOf(10))));
  } catch (error) {
    throw new Error(/MB$/.test(error.message) ? `its text has ${error.message}` : "it is damaged or cut");
  }
  const isText = (value) => typeof value === "string";
  const { files, edited, policies: chosen, asOf, customer, group } = head ?? {};
  if (!(edited === null || isText(edited)) || !isText(asOf) || !Number.isInteger(customer) || !Number.isInteger(group)
    || customer < 0 || group < 0 || typeof chosen !== "object" || chosen === null || !(files === null || Array.isArray(files)))
    throw new Error("it is damaged");
  for (const [name, value] of Object.entries(chosen)) {
    const policy = policies.find((policy) => policy.name === name);
    if (!policy?.alternatives.some((choice) => choice.value === value))
      throw new Error(`this page does not know the assumption ${JSON.stringify(`${name}=${value}`.slice(0, 60))}`);
  }
  let at = bytes.indexOf(10) + 1;
  const own = (files ?? []).map((file) => {
    if (!isText(file?.name) || !Number.isInteger(file.count) || file.count < 0 || at + file.count > bytes.length)
      throw new Error("it is damaged");
    at += file.count;
    return fileOf(file.name, bytes.slice(at - file.count, at));
  });
  if (files && at !== bytes.length || files?.length === 0) throw new Error("it is damaged");
  return { files: files ? own : examples, edited, policies: { ...chosen }, asOf, customer, group };
}
