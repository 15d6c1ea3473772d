/** The bytes of files, one after another. */
export function joined(files) {
  const bytes = new Uint8Array(files.reduce((count, file) => count + file.bytes.length, 0));
  let at = 0;
  for (const file of files) {
    bytes.set(file.bytes, at);
    at += file.bytes.length;
  }
  return bytes;
}

const parts = (files) => [joined(files), JSON.stringify(files.map((file) => ({ name: file.name, count: file.bytes.length })))];

/** The engine as a WebAssembly module. Texts go in and come out as UTF-8; this class owns their memory. */
export class Runtime {
  static start(module) {
    const { exports } = new WebAssembly.Instance(module, {});
    // Nobody can choose keys of JSON that all have one hash value.
    exports.winback_seed(...crypto.getRandomValues(new Uint32Array(2)));
    return new Runtime(exports);
  }

  #exports;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(exports) { this.#exports = exports; }

  /** Opens an engine of the files of a catalog, `{ name, bytes }`; policies are `{ name: value }`, and no rules the App Store's. */
  open(files, policies, rules = "") {
    const engine = this.#call("open", [], [...parts(files), rules, JSON.stringify(policies)], "engine");
    return { handle: engine.opened, close: () => this.#exports.winback_close(engine.opened) };
  }

  /** Reads the customers of the files of histories: their identifiers, and messages. */
  read(engine, files) {
    const { text, opened } = this.#call("read", [engine.handle], parts(files), "customers");
    return { ...JSON.parse(text), handle: opened, close: () => this.#exports.winback_leave(opened) };
  }

  /** What `winback evaluate --json` prints about the customers of a history. */
  evaluate = (engine, history, asOf) => this.#call("evaluate", [engine.handle], [history, asOf]).text;
  /** What it prints about one of the customers that were read. */
  decide = (engine, customers, index, asOf) => this.#call("decide", [engine.handle, customers.handle, index], [asOf]).text;
  /** What was left out of the catalog, and what it lacks of all customers; null for none. */
  warnings = (engine, customers) => JSON.parse(this.#call("warnings", [engine.handle, customers?.handle ?? 0], []).text).messages;
  /** The catalog in WinBack's format. */
  catalog = (engine) => this.#call("catalog", [engine.handle], []).text;
  /** What `winback lint` finds. */
  lint = (engine, today) => JSON.parse(this.#call("lint", [engine.handle], [today]).text).findings;

  /** What a file is most likely: `catalog` or `history`. */
  kind(bytes) {
    const pointer = this.#copy(bytes);
    const isCatalog = this.#exports.winback_kind(pointer, bytes.length);
    this.#exports.winback_release(pointer);
    return isCatalog ? "catalog" : "history";
  }

  #copy(bytes) {
    const pointer = this.#exports.winback_allocate(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, pointer, bytes.length).set(bytes);
    return pointer;
  }

  /** Calls an exported function with numbers and texts; throws `{ input, file, line, column, path, message }`,
   * with `others` if there are several faults. */
  #call(name, numbers, texts, opens) {
    const { winback_release, winback_status, winback_free } = this.#exports;
    const pointers = [];
    const parameters = [...numbers];
    let result;
    try {
      for (const text of texts) {
        const bytes = typeof text === "string" ? this.#encoder.encode(text) : text;
        pointers.push(this.#copy(bytes));
        parameters.push(pointers.at(-1), bytes.length);
      }
      result = this.#exports[`winback_${name}`](...parameters);
      const text = this.#text(result);
      if (winback_status(result) !== 0) throw JSON.parse(text);
      return { text, opened: opens && this.#exports[`winback_${opens}`](result) };
    } finally {
      if (result !== undefined) winback_free(result);
      for (const pointer of pointers) winback_release(pointer);
    }
  }

  #text(result) {
    const { memory, winback_text, winback_count } = this.#exports;
    return this.#decoder.decode(new Uint8Array(memory.buffer, winback_text(result), winback_count(result)));
  }
}
