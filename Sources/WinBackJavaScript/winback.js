import { Runtime, joined } from "./engine.js";

const LARGEST = 64_000_000;
const LINE_FEED = { bytes: Uint8Array.of(10) };
// A byte order mark is as empty as a text without bytes, which stands for the App Store's rules.
const EMPTY = Uint8Array.of(0xef, 0xbb, 0xbf);
// A bundler must not look for what only some runtimes have.
const FILES = "node:fs/promises";

/** What the command would have written to standard error, with its exit status and the place of the first error. */
export class WinBackError extends Error {
  name = "WinBackError";

  constructor(message, status, { input, line, column, path, cause } = {}) {
    super(message, { cause });
    Object.assign(this, { status, input, line, column, path });
  }
}

/** Compiles the engine and opens it for a catalog; no rules are the App Store's. */
export async function open({ catalog, rules, policies = {}, wasm } = {}) {
  return new Engine(await compiled(wasm), {
    catalog: files(catalog, "catalog"),
    rules: rules === undefined ? "" : bytes(rules, "rules", EMPTY),
    policies: Object.fromEntries(Object.entries(policies).map(([name, value]) => [name, String(value)])),
  });
}

/** The offers of a catalog under rules and policies, ready to decide. */
class Engine {
  #module;
  #inputs;
  #runtime;
  #handle;

  constructor(module, inputs) {
    this.#module = module;
    // The caller can change what it gave.
    this.#inputs = structuredClone(inputs);
    this.#ask(() => {});
  }

  evaluate(history, options) {
    const timelines = this.evaluateAll(history, options);
    if (timelines.length === 1) return timelines[0];
    throw new WinBackError(`<history>: error: expected one timeline, found ${timelines.length}; use 'evaluateAll'`, 65, { input: "history" });
  }

  evaluateAll(history, { asOf } = {}) {
    const documents = files(history, "history");
    const all = documents.length === 1 ? documents[0].bytes : joined(documents.flatMap((document) => [document, LINE_FEED]));
    const now = instant(asOf);
    const text = this.#ask((runtime, engine) => runtime.evaluate(engine, all, now));
    // One timeline has several lines, and of several each has one.
    return text.startsWith("{\n") ? [JSON.parse(text)] : text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }

  answer(history, options) {
    return this.evaluateAll(history, options).map((timeline) => timeline.answer).join("\n");
  }

  lint({ asOf } = {}) {
    const today = instant(asOf);
    return { findings: this.#ask((runtime, engine) => runtime.lint(engine, today)) };
  }

  close() {
    this.#inputs = this.#runtime = this.#handle = null;
  }

  #ask(question) {
    if (!this.#inputs) throw new WinBackError("winback: error: the engine is closed", 64);
    try {
      if (!this.#runtime) {
        const { catalog, rules, policies } = this.#inputs;
        const runtime = Runtime.start(this.#module);
        this.#handle = runtime.open(catalog, policies, rules);
        this.#runtime = runtime;
      }
      return question(this.#runtime, this.#handle);
    } catch (error) {
      if (error.input) throw wrong(error);
      // The memory of the module is not certain now: the next call starts it again.
      this.#runtime = null;
      throw new WinBackError(`winback: error: the engine stopped: ${error.message}`, 70, { cause: error });
    }
  }
}

/** The error of a fault, in the command's form. */
function wrong(fault) {
  if (fault.input === "policies") return new WinBackError(`winback: error: ${fault.message}`, 64, fault);
  if (fault.input === "asOf") return new WinBackError(`winback: error: option 'asOf': ${fault.message}`, 64, fault);
  const lines = [fault, ...(fault.others ?? [])].map(({ file, line, column, path, message }) => {
    const place = [file || `<${fault.input}>`, line, column].filter((part) => part !== undefined).join(":");
    return `${place}: error: ${message}${path ? ` (at ${path})` : ""}`;
  });
  return new WinBackError(lines.join("\n"), 65, fault);
}

/** The documents of an input; an array has several. */
function files(value, name) {
  if (!Array.isArray(value)) return [{ name: "", bytes: bytes(value, name) }];
  return value.map((part, index) => ({ name: `<${name} ${index + 1}>`, bytes: bytes(part, name) }));
}

/** The UTF-8 of a document: a text, bytes, or an object. */
function bytes(value, name, empty) {
  const isObject = typeof value === "object" && value !== null;
  if (typeof value !== "string" && !isObject) throw new TypeError(`expected a text, bytes or an object for '${name}', found ${value === null ? "null" : typeof value}`);
  const found = ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : value instanceof ArrayBuffer ? new Uint8Array(value)
    : new TextEncoder().encode(isObject ? JSON.stringify(value) : value);
  const fault = found.length > LARGEST ? "at most 64 MB, found more"
    : found[0] === 0x1f && found[1] === 0x8b ? "a document, found one that gzip has compressed; decompress it before" : null;
  if (fault) throw new WinBackError(`<${name}>: error: expected ${fault}`, 65, { input: name });
  return found.length ? found : empty ?? found;
}

function instant(value = new Date()) {
  return value instanceof Date ? value.toISOString() : String(value);
}

async function compiled(wasm) {
  let found = await (wasm ?? new URL("./winback.wasm", import.meta.url));
  if (found instanceof URL) found = found.protocol === "file:" ? await (await import(/* webpackIgnore: true */ /* @vite-ignore */ FILES)).readFile(found) : await fetch(found);
  if (found instanceof Response) found = await found.arrayBuffer();
  return found instanceof WebAssembly.Module ? found : WebAssembly.compile(found);
}
