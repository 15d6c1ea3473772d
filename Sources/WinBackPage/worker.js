import { Runtime } from "../WinBackJavaScript/engine.js";

// The engines that are kept: that of the case, that without the reader's changes, and the one before.
const KEPT = 3;
const NO_OFFERS = { name: "", id: "none", bytes: new TextEncoder().encode('{"subscriptionGroups":[{"id":"0","subscriptions":[{"productId":"0"}]}]}') };

/** What the worker knows: the files that the page has sent, the engines of catalogs, and the customers of histories. */
class Desk {
  #runtime;
  #files = new Map();
  #engines = new Map();
  #customers = { key: null };
  // The last answer without the reader's changes.
  #without = { key: null };

  constructor(runtime) { this.#runtime = runtime; }

  /** Answers a question; `{ error }` is what the engine says of an input. */
  answer({ part, files, edited, policies, asOf, customer, isCompared, today, known: list }) {
    for (const { id, name, bytes } of files) if (bytes) this.#files.set(id, { id, name, bytes, kind: this.#runtime.kind(bytes) });
    const known = files.map(({ id }) => this.#files.get(id));
    const answer = { kinds: known.map((file) => file.kind) };
    const histories = known.filter((file) => file.kind === "history");
    const catalogs = known.filter((file) => file.kind === "catalog");
    const changed = edited === null ? catalogs
      : [{ name: "your catalog", id: `edited ${edited}`, bytes: new TextEncoder().encode(edited) }];
    try {
      // What is wrong with histories shows before there is a catalog.
      if (!changed.length) return { ...answer, messages: histories.length ? this.#read(this.#engine([NO_OFFERS], {}), histories).messages : [] };
      const engine = this.#engine(changed, policies);
      if (part === "notes") answer.findings = this.#runtime.lint(engine, today);
      else answer.catalog = this.#runtime.catalog(engine);
      if (!histories.length) return { ...answer, messages: part === "notes" ? this.#runtime.warnings(engine, null) : [] };
      const customers = this.#read(engine, histories);
      if (part === "notes") {
        answer.messages = [...customers.messages, ...this.#runtime.warnings(engine, customers)];
        return answer;
      }
      // Thousands of names take longer than the answer, so that they are sent once.
      answer.list = customers.key;
      if (list !== customers.key) answer.customers = customers.customers;
      if (!customers.customers.length) return answer;
      answer.index = Math.min(customer, customers.customers.length - 1);
      answer.text = this.#runtime.decide(engine, customers, answer.index, asOf);
      // The catalog that the reader has changed could be read before.
      if (isCompared && catalogs.length) {
        const key = [...catalogs.map((file) => file.id), customers.key, answer.index, asOf].join(" ");
        if (this.#without.key !== key) this.#without = { key, text: this.#runtime.decide(this.#engine(catalogs, {}), customers, answer.index, asOf) };
        answer.without = this.#without.text;
      }
    } catch (error) {
      if (!error.input) throw error;
      answer.error = error;
    }
    return answer;
  }

  #engine(files, policies) {
    const key = JSON.stringify([files.map((file) => file.id), policies]);
    const engine = this.#engines.get(key) ?? this.#runtime.open(files, policies);
    this.#engines.delete(key);
    this.#engines.set(key, engine);
    for (const [old, unused] of [...this.#engines].slice(0, -KEPT)) {
      unused.close();
      this.#engines.delete(old);
    }
    return engine;
  }

  #read(engine, files) {
    const key = files.map((file) => file.id).join();
    if (this.#customers.key === key) return this.#customers;
    this.#customers.close?.();
    this.#customers = { key: null };
    this.#customers = { key, ...this.#runtime.read(engine, files) };
    return this.#customers;
  }
}

let kept, desk;
addEventListener("message", ({ data: { number, module, question } }) => {
  kept ??= module;
  try {
    desk ??= new Desk(Runtime.start(kept));
    if (question) postMessage({ number, answer: desk.answer(question) });
  } catch (error) {
    postMessage({ number, failure: error.message });
  }
});
