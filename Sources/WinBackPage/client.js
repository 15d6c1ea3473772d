// With reading files and drawing, nobody waits for more than two seconds.
const LIMIT = 1_800;
const PATIENCE = 250;

/** The worker that decides, from the page's side: one question at a time, within a limit. */
export class Client {
  #module;
  #address;
  #showsWaiting;
  #worker = null;
  #sent = new Set();
  #running = null;
  #waiting = new Map();
  #number = 0;

  /** `showsWaiting(isWaiting)` is told of questions that take long. */
  constructor(module, script, showsWaiting) {
    this.#module = module;
    this.#address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.#showsWaiting = showsWaiting;
  }

  /** Asks; of several questions about one part that wait, only the last is asked, and the others get null. */
  ask(question) {
    return new Promise((resolve) => {
      this.#waiting.get(question.part)?.resolve(null);
      this.#waiting.set(question.part, { question, resolve });
      this.#next();
    });
  }

  /** Ends what is running; `why` becomes its failure. */
  cancel(why) {
    if (this.#running) this.#finish({ failure: why });
  }

  #next() {
    const [waiting] = this.#waiting.values();
    if (this.#running || !waiting) return;
    this.#waiting.delete(waiting.question.part);
    if (!this.#worker) {
      this.#worker = new Worker(this.#address);
      this.#worker.onmessage = ({ data }) => { if (data.number === this.#number) this.#finish(data); };
      this.#worker.onerror = () => this.cancel("the engine cannot start in this browser");
      this.#worker.postMessage({ module: this.#module });
    }
    const files = waiting.question.files.map((file) => (this.#sent.has(file.id) ? { id: file.id } : file));
    for (const { id } of files) this.#sent.add(id);
    this.#number += 1;
    this.#running = {
      resolve: waiting.resolve,
      slow: setTimeout(() => this.#showsWaiting(true), PATIENCE),
      limit: setTimeout(() => this.cancel("this takes longer than two seconds; the command 'winback' has no limit"), LIMIT),
    };
    this.#worker.postMessage({ number: this.#number, question: { ...waiting.question, files } });
  }

  #finish({ answer, failure }) {
    const { resolve, slow, limit } = this.#running;
    clearTimeout(slow);
    clearTimeout(limit);
    this.#running = null;
    this.#showsWaiting(false);
    // After a failure the memory of the module is not certain.
    if (failure) {
      this.#worker.terminate();
      this.#worker = null;
      this.#sent.clear();
    }
    resolve(answer ?? { failure });
    this.#next();
  }
}
