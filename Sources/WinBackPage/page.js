import { AnswerView, changesOf, toneOf } from "./answer.js";
import { caseIn, fragmentOf, looksLikeCatalog } from "./case.js";
import { offerOf, offersIn } from "./catalog-text.js";
import { CustomerView } from "./customers.js";
import { DAY, instantInWords, isoDay } from "./dates.js";
import { decompress } from "./decompress.js";
import { Editor } from "./editor.js";
import { afterPause, byId } from "./elements.js";
import { answersOf, InputError, Runtime } from "./engine.js";
import { purchasesIn } from "./history-text.js";
import { Marks } from "./marks.js";
import { OfferForm } from "./offer-form.js";
import { fromBase85 } from "./packing.js";
import { PolicyForm } from "./policy-form.js";
import { TimeLine, windowsOf } from "./timeline.js";

const { policies, examples, catalog, asOf } = JSON.parse(byId("examples").content.textContent);

/** The page: the case, the engines that decide it, and what is shown of it. */
class Page {
  /** What decides; null until it has started. */
  #runtime = null;
  /** What the reader asks: `{ catalog, history, policies, asOf }`. */
  #case;
  /** The case as it was opened, and its engine: the answer without the reader's changes. */
  #origin;
  #engine = null;
  #originEngine = null;
  #originAnswer = { asOf: null, history: null, sentences: null };
  /** Which of several timelines is shown. */
  #index = 0;
  #result = null;
  #purchases = { history: null, customerId: null, list: [] };
  /** Whether the next answer is the first of a case: its best offer is selected then. */
  #isOpening = true;

  #marks = new Marks();
  #answer = new AnswerView(this.#marks, {
    edit: (offer) => this.#offers.edit(offer),
    apply: (offer, edits) => this.#change({ catalog: this.#offers.withEdits(offer, edits) }),
    choose: (policy, value) => this.#setPolicy(policy, value),
    goTo: (day) => this.#change({ asOf: day.endsWith("T00:00:00.000Z") ? day.slice(0, 10) : day }),
  });
  #timeLine = new TimeLine((day) => this.#change({ asOf: day }));
  #offers = new OfferForm((catalog) => this.#change({ catalog }));
  #policies = new PolicyForm(policies, (name, value) => this.#setPolicy(name, value));
  #customers = new CustomerView(examples, (example) => this.#change({ history: example.history }));
  #editors = {
    catalog: new Editor(byId("catalog-text"), (catalog) => this.#change({ catalog })),
    history: new Editor(byId("history-text"), (history) => this.#change({ history })),
  };
  #findings = [];
  #isLinted = false;
  #later = afterPause(150, () => this.#showLater());
  #save = afterPause(400, () => this.#saveLink());
  #speak = afterPause(500, () => { byId("spoken").textContent = byId("sentences").textContent; });

  constructor() {
    this.#listen();
  }

  /** Decides the case that is open, from now on. */
  use(runtime) {
    this.#runtime = runtime;
    this.#change({});
  }

  /** Opens a case as a whole. */
  open(opened) {
    this.#case = null;
    this.#isOpening = true;
    this.#origin = opened;
    this.#originEngine?.close();
    this.#originEngine = null;
    this.#originAnswer = { asOf: null, history: null, sentences: null };
    this.#change(opened);
  }

  #setPolicy(name, value) {
    const chosen = { ...this.#case.policies };
    if (value === undefined || value === policies.find((policy) => policy.name === name)?.value) delete chosen[name];
    else chosen[name] = value;
    this.#change({ policies: chosen });
  }

  /** Changes a part of the case, decides again, and shows it. */
  #change(part) {
    const before = this.#case;
    this.#case = { ...before, ...part };
    const isOther = before?.catalog !== this.#case.catalog || before?.policies !== this.#case.policies;
    if (before?.history !== this.#case.history) this.#index = 0;
    this.#editors.catalog.text = this.#case.catalog;
    this.#editors.history.text = this.#case.history;
    this.#offers.show(this.#case.catalog);
    this.#policies.show(this.#case.policies);
    this.#customers.select(this.#case.history);
    this.#showDate();
    if (!this.#runtime) return;
    try {
      if (isOther || !this.#engine) {
        this.#engine?.close();
        this.#engine = null;
        this.#isLinted = false;
        this.#engine = this.#runtime.open(this.#case.catalog, "", this.#case.policies);
      }
      const { history, asOf } = this.#case;
      const text = this.#engine.evaluate(history, asOf);
      this.#result = { text, answers: answersOf(text), sentences: this.#engine.answer(history, asOf) };
      this.#index = Math.min(this.#index, this.#result.answers.length - 1);
      this.#showError(null);
      this.#show(isOther);
    } catch (error) {
      this.#showError(error);
    }
    this.#later();
    this.#save();
  }

  #show(isMarking) {
    const { answers, sentences, text } = this.#result;
    const answer = answers[this.#index];
    const { catalog, history } = this.#case;
    const offers = offersIn(catalog) ?? [];
    const nameOf = (result) => offerOf(offers, result)?.name ?? result.offerId ?? result.productId;
    const without = this.#withoutChanges();
    this.#marks.begin(`${this.#index} ${history}`, isMarking);
    this.#answer.show({
      answer, sentences: sentences[this.#index], nameOf, policies,
      without: without === null || without[this.#index] === sentences[this.#index] ? null : without[this.#index],
    });
    this.#showTimelines(answers);
    if (this.#purchases.history !== history || this.#purchases.customerId !== answer.customerId) {
      this.#purchases = { history, customerId: answer.customerId, list: purchasesIn(history, answer.customerId) };
      this.#customers.showPurchases(this.#purchases.list);
    }
    if (this.#isOpening) this.#offers.select(answer.offers?.[0]);
    this.#isOpening = false;
    this.#timeLine.show({
      history, purchases: this.#purchases.list, asOf: Date.parse(answer.asOf),
      rows: (answer.offers ?? []).map((offer) => ({
        name: nameOf(offer), windows: windowsOf(offer.windows),
      })),
    });
    const changes = changesOf(answer);
    for (const [id, instant] of [["previous", changes.before], ["next", changes.after]]) {
      byId(id).disabled = !Number.isFinite(instant);
      byId(id).dataset.instant = Number.isFinite(instant) ? new Date(instant).toISOString() : "";
      byId(id).title = Number.isFinite(instant) ? instantInWords(instant) : "";
    }
    if (byId("json").open) byId("json-text").textContent = text;
    this.#speak();
  }

  /** The sentences for the case as it was opened, or null if nothing has changed. */
  #withoutChanges() {
    const { catalog, policies, history, asOf } = this.#case;
    const isChanged = catalog !== this.#origin.catalog || JSON.stringify(policies) !== JSON.stringify(this.#origin.policies);
    byId("reset").disabled = !isChanged;
    if (!isChanged) return null;
    try {
      if (this.#originAnswer.asOf !== asOf || this.#originAnswer.history !== history) {
        this.#originEngine ??= this.#runtime.open(this.#origin.catalog, "", this.#origin.policies);
        this.#originAnswer = { asOf, history, sentences: this.#originEngine.answer(history, asOf) };
      }
      return this.#originAnswer.sentences;
    } catch {
      return null;
    }
  }

  /** A history can have several timelines; one is shown. */
  #showTimelines(answers) {
    byId("timelines").hidden = answers.length < 2;
    const choice = byId("timeline");
    const names = answers.map((answer) => `${answer.customerId}, group ${answer.subscriptionGroupIdentifier || "unknown"}`);
    if (choice.options.length !== names.length || names.some((name, index) => choice.options[index].textContent !== name))
      choice.replaceChildren(...names.map((name, index) => new Option(name, index)));
    choice.value = this.#index;
  }

  /** Shows an error in place of the answer, and where it is; null hides it. */
  #showError(error) {
    const isInput = error instanceof InputError;
    byId("result").hidden = error !== null;
    byId("error").hidden = error === null;
    for (const [input, editor] of Object.entries(this.#editors))
      editor.error = isInput && error.input === input && error.line ? { line: error.line, column: error.column } : null;
    if (!error) return;
    const titles = {
      catalog: "The catalog cannot be read", history: "The history cannot be read", asOf: "The date cannot be read",
      policies: "A policy cannot be used", rules: "The rules cannot be read",
    };
    byId("error-title").textContent = isInput ? titles[error.input] ?? "The case cannot be read" : "Internal error";
    byId("error-message").textContent = isInput ? error.message
      : `The engine has stopped (${error.message}), and starts again with your next change. Please report this case with its link.`;
    byId("error-place").textContent = [error.line && `line ${error.line}`, error.column && `column ${error.column}`, error.path]
      .filter(Boolean).join(", ");
    byId("error-show").hidden = !(isInput && error.line && this.#editors[error.input]);
    byId("error-show").dataset.input = error.input ?? "";
    byId("spoken").textContent = byId("error-message").textContent;
    if (!isInput) this.#restart();
  }

  /** After an internal error the memory of the module is not certain: a new one replaces it. */
  async #restart() {
    this.#engine = this.#originEngine = null;
    this.#runtime = await this.#runtime.again();
  }

  #showDate() {
    const [date, time] = this.#case.asOf.split("T");
    byId("date").value = /^\d{4}-\d\d-\d\d$/.test(date) ? date : "";
    byId("clock").value = /^\d\d:\d\d/.test(time ?? "") ? time.slice(0, 5) : "";
    byId("clock").hidden = !byId("clock").value;
  }

  /** What can stand a moment later: findings, and the signs of the twelve customers. */
  #showLater() {
    if (!this.#isLinted) {
      this.#findings = this.#engine?.lint(isoDay(Date.now())) ?? [];
      this.#isLinted = true;
    }
    this.#offers.showFindings(this.#findings);
    this.#customers.showTones((example) => {
      try {
        return this.#engine ? toneOf(answersOf(this.#engine.evaluate(example.history, this.#case.asOf))[0]) : null;
      } catch {
        return null;
      }
    });
  }

  async #saveLink() {
    const fragment = await fragmentOf(this.#case);
    if (fragment && fragment !== location.hash) history.replaceState(null, "", fragment);
    byId("copy").disabled = !fragment;
  }

  /** Takes texts that were dropped or opened. */
  async #take(files, kind) {
    const part = {};
    for (const file of files) {
      const text = await file.text();
      part[kind ?? (looksLikeCatalog(text) ? "catalog" : "history")] = text;
    }
    if (part.history !== undefined && examples.some((example) => example.history === this.#case.history))
      part.asOf = isoDay(Date.now());
    if (Object.keys(part).length) this.open({ ...this.#case, ...part });
  }

  #listen() {
    byId("timeline").addEventListener("change", (event) => {
      this.#index = Number(event.target.value);
      this.#show(false);
    });
    const changeDate = () => {
      const [date, time] = [byId("date").value, byId("clock").value];
      if (date) this.#change({ asOf: time && time !== "00:00" ? `${date}T${time}:00Z` : date });
    };
    for (const id of ["date", "clock"]) byId(id).addEventListener("change", changeDate);
    for (const id of ["previous", "next"]) byId(id).addEventListener("click", (event) => {
      const instant = Date.parse(event.currentTarget.dataset.instant);
      this.#change({ asOf: instant % DAY ? new Date(instant).toISOString() : isoDay(instant) });
    });
    byId("reset").addEventListener("click", () =>
      this.#change({ catalog: this.#origin.catalog, policies: this.#origin.policies }));
    byId("error-show").addEventListener("click", (event) => this.#editors[event.currentTarget.dataset.input].showError());
    byId("json").addEventListener("toggle", () => { byId("json-text").textContent = this.#result?.text ?? ""; });
    byId("copy").addEventListener("click", async () => {
      await this.#saveLink();
      await navigator.clipboard.writeText(location.href);
      byId("copied").textContent = "Copied";
      setTimeout(() => { byId("copied").textContent = ""; }, 2000);
    });
    for (const [id, kind] of [["open-catalog", "catalog"], ["open-history", "history"]])
      byId(id).addEventListener("change", async (event) => {
        await this.#take(event.target.files, kind);
        event.target.value = "";
      });
    addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
    addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      this.#take(event.dataTransfer.files);
    });
    addEventListener("hashchange", () => openFragment(this));
  }
}

/** Opens the case of the link, or the first customer. */
async function openFragment(page) {
  const first = { catalog, history: examples[0].history, policies: {}, asOf };
  try {
    page.open(await caseIn(location.hash) ?? first);
  } catch {
    page.open(first);
    byId("notice").textContent = "The case in the link cannot be read. This is the first example.";
    byId("notice").hidden = false;
  }
}

async function start() {
  try {
    const page = new Page();
    await openFragment(page);
    // The page is on the screen before the engine takes the processor.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const engine = byId("engine");
    page.use(await Runtime.start(decompress(fromBase85(engine.content.textContent), Number(engine.dataset.count))));
    document.body.classList.add("ready");
  } catch (error) {
    byId("notice").textContent = `This page needs a newer browser (${error.message}).`;
    byId("notice").hidden = false;
  }
}

start();
