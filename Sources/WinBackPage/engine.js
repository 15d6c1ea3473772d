/** An input that the engine rejects: which one it is, where the fault is, and what the command would say. */
export class InputError extends Error {
  constructor({ input, line, column, path, message }) {
    super(message);
    Object.assign(this, { input, line, column, path });
  }
}

/** The engine as a WebAssembly module. Texts go in and come out as UTF-8; this class owns their memory. */
export class Runtime {
  /** Starts a module from its bytes. */
  static async start(bytes) {
    return Runtime.#of(await WebAssembly.compile(bytes));
  }

  static async #of(module) {
    const { exports } = await WebAssembly.instantiate(module, {});
    // Nobody can choose keys of JSON that all have one hash value.
    exports.winback_seed(...crypto.getRandomValues(new Uint32Array(2)));
    return new Runtime(module, exports);
  }

  #module;
  #exports;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(module, exports) {
    this.#module = module;
    this.#exports = exports;
  }

  /** The same module with a memory of its own. */
  again() {
    return Runtime.#of(this.#module);
  }

  /** Opens an engine. An empty text of rules means the built-in ones; policies are `{ name: value }`. */
  open(catalog, rules, policies) {
    const lines = Object.entries(policies).map(([name, value]) => `${name}=${value}`).join("\n");
    return this.#call("winback_open", [], [catalog, rules, lines], (result) => {
      const engine = this.#exports.winback_engine(result);
      return new Engine({
        call: (name, ...texts) => this.#call(name, [engine], texts, (result) => this.#text(result)),
        close: () => this.#exports.winback_close(engine),
      });
    });
  }

  /** Calls an exported function with numbers and texts, reads its result, and releases all memory. */
  #call(name, numbers, texts, read) {
    const { winback_allocate, winback_release, winback_status, winback_free } = this.#exports;
    const pointers = [];
    const parameters = [...numbers];
    let result;
    try {
      for (const text of texts) {
        const bytes = this.#encoder.encode(text);
        const pointer = winback_allocate(bytes.length);
        pointers.push(pointer);
        new Uint8Array(this.#exports.memory.buffer, pointer, bytes.length).set(bytes);
        parameters.push(pointer, bytes.length);
      }
      result = this.#exports[name](...parameters);
      const status = winback_status(result);
      if (status === 65) throw new InputError(JSON.parse(this.#text(result)));
      if (status !== 0) throw new Error(this.#text(result));
      return read(result);
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

/** A catalog with its rules and policies, ready for questions. */
export class Engine {
  #calls;

  constructor(calls) {
    this.#calls = calls;
  }

  /** What `winback evaluate --json` prints. */
  evaluate(history, asOf) {
    return this.#calls.call("winback_evaluate", history, asOf);
  }

  /** The answer in sentences, one text for each timeline, in the order of `evaluate`. */
  answer(history, asOf) {
    return this.#calls.call("winback_answer", history, asOf).split("\n").filter(Boolean);
  }

  /** What `winback lint` finds. */
  lint(today) {
    return JSON.parse(this.#calls.call("winback_lint", today)).findings;
  }

  close() {
    this.#calls.close();
  }
}

/** The answers in what `evaluate` gives: one object over several lines, or JSON Lines. */
export function answersOf(text) {
  return text.startsWith("{\n") ? [JSON.parse(text)] : text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}
