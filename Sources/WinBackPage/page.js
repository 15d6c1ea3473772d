import { AnswerView, changesOf } from "./answer.js";
import { Client } from "./client.js";
import { CustomerView } from "./customers.js";
import { DAY, instantInWords, isoDay } from "./dates.js";
import { afterPause, byId, make, visible, visibleJSON } from "./elements.js";
import { caseIn, fileOf, fragmentOf, readFile, unpacked } from "./files.js";
import { Marks } from "./marks.js";
import { countries, Names } from "./names.js";
import { OfferForm } from "./offer-form.js";
import { PolicyForm } from "./policy-form.js";
import { TextView } from "./texts.js";
import { spansOf, TimeLine, windowsOf } from "./timeline.js";

const { policies, about, catalog, customers, asOf, storefronts } = JSON.parse(byId("examples").content.textContent);
const territories = countries(storefronts);
const examples = [fileOf("catalog.json", catalog), fileOf("customers.jsonl", customers)];
// What other files have nothing of.
const FRESH = { edited: null, customer: 0, group: 0 };
const firstCase = { ...FRESH, files: examples, policies: {}, asOf };
// Changes of one kind within this time are undone together.
const TOGETHER = 1_000;

const TITLES = { catalog: "The catalog cannot be read", history: "The histories cannot be read", asOf: "The date cannot be read", policies: "An assumption cannot be used" };

/** The decisions in an output of `winback evaluate --json`: one document, or lines. */
const decisionsIn = (text = "") => (text.startsWith("{\n") ? [text] : text.split("\n").filter(Boolean)).map((one) => JSON.parse(one));

/** The page: the case, what is undone, and what is shown of the answer. */
class Page {
  #client = null;
  /** What the reader asks: `{ files, edited, policies, asOf, customer, group }`. It is never changed, but replaced. */
  #case = firstCase;
  #undo = [];
  #redo = [];
  /** The kind of the last change, its time, and the attribute of the field that made it. */
  #last = { kind: null, time: 0, attribute: null };
  #kinds = new Map();
  /** The answer that is shown, and the case that it is about. */
  #shown = null;
  #notes = { key: null };

  #marks = new Marks();
  #answer = new AnswerView(this.#marks, {
    edit: (offer) => this.#offers.edit(offer),
    apply: (offer, edits) => this.#offers.apply(offer, edits),
    choose: (policy, value) => this.#setPolicy(policy, value),
    goTo: (instant) => this.#goTo(Date.parse(instant)),
  });
  #timeLine = new TimeLine((day) => this.#change({ asOf: day }, "date"));
  #offers = new OfferForm(territories, (changed, attribute) => {
    if (changed.error) return this.#showFault({ attribute, message: changed.error });
    this.#change({ edited: JSON.stringify(changed, null, 2) + "\n" }, `field ${attribute}`, attribute);
  });
  #policies = new PolicyForm(policies, (name, value) => this.#setPolicy(name, value));
  #customers = new CustomerView(about, (customer) => this.#change({ customer, group: 0 }, "customer"));
  #texts = new TextView((file, text) => this.#change(
    file ? { files: this.#case.files.map((other) => (other === file ? fileOf(file.name, text) : other)) } : { edited: text }, "text"));
  #later = afterPause(150, () => this.#askNotes());
  #speak = afterPause(500, () => { byId("spoken").textContent = `${byId("headline").textContent}. ${byId("sentences").textContent}`; });

  constructor() { this.#listen(); }

  /** Decides the case that is open, from now on. */
  decideWith(client) {
    this.#client = client;
    this.#ask();
  }

  get #isExample() { return this.#case.files === examples; }

  #setPolicy(name, value) {
    const { [name]: _, ...others } = this.#case.policies;
    const isDefault = value === policies.find((policy) => policy.name === name)?.value;
    this.#change({ policies: isDefault ? others : { ...others, [name]: value } }, `policy ${name}`);
  }

  #goTo = (instant) => this.#change({ asOf: instant % DAY ? new Date(instant).toISOString() : isoDay(instant) }, "step");

  /** Replaces parts of the case; the reader can undo it. */
  #change(part, kind, attribute = null) {
    const isSame = kind === this.#last.kind && Date.now() - this.#last.time < TOGETHER && !["files", "step"].includes(kind);
    if (!isSame) this.#undo.push(this.#case);
    this.#redo = [];
    this.#last = { kind, time: Date.now(), attribute };
    this.#open({ ...this.#case, ...part });
  }

  /** Opens a case as a whole, such as that of a link; the reader can undo it. */
  open = (opened) => this.#change(opened, "files");

  #open(opened) {
    this.#case = opened;
    this.notify(null);
    if (location.hash) history.replaceState(null, "", location.href.replace(/#.*/s, ""));
    this.#ask();
  }

  #step(from, to) {
    if (!from.length) return;
    to.push(this.#case);
    this.#last = { kind: null, time: 0, attribute: null };
    this.#open(from.pop());
  }

  /** Takes files that were dropped, opened or pasted: own data are a case of their own, as of today. */
  async #take(files) {
    const read = [];
    for (const file of files) {
      try {
        read.push(file instanceof Blob ? await readFile(file) : file);
      } catch (error) {
        return this.notify(`${file.name} cannot be read: ${error.message}.`);
      }
    }
    if (read.length) this.#change(this.#isExample
      ? { ...FRESH, files: read, policies: {}, asOf: isoDay(Date.now()) } : { ...FRESH, files: [...this.#case.files, ...read] }, "files");
  }

  #remove(file) {
    const rest = this.#case.files.filter((other) => other !== file);
    this.#change(rest.length ? { ...FRESH, files: rest } : firstCase, "files");
  }

  #list = { key: null, customers: [] };

  #question(part) {
    const { files, edited, policies, asOf, customer } = this.#case;
    const isCompared = edited !== null || Object.keys(policies).length > 0;
    return { part, files, edited, policies, asOf, customer, isCompared, today: isoDay(Date.now()), known: this.#list.key };
  }

  async #ask() {
    const asked = this.#case;
    this.#showCase();
    for (const id of ["answer", "warnings"]) byId(id).setAttribute("aria-busy", "true");
    const answer = await this.#client?.ask(this.#question("answer"));
    if (!answer || asked !== this.#case) return;
    byId("answer").setAttribute("aria-busy", "false");
    for (const [index, kind] of (answer.kinds ?? []).entries()) this.#kinds.set(asked.files[index], kind);
    this.#showFiles();
    if (answer.catalog && !answer.error) this.#offers.show(this.#parsed(answer.catalog));
    if (answer.failure || answer.error) this.#showFault(answer.error ?? { message: answer.failure });
    else {
      this.#showFault(null);
      this.#show(asked, answer);
    }
    this.#later();
  }

  // The catalog that the engine has read, which the fields edit.
  #catalog = { text: null, value: null };
  #parsed(text) {
    if (this.#catalog.text !== text) this.#catalog = { text, value: JSON.parse(text) };
    return this.#catalog.value;
  }

  async #askNotes() {
    const asked = this.#case;
    const key = JSON.stringify([asked.files.map((file) => file.id), asked.edited, asked.policies]);
    if (this.#notes.key !== key) {
      const notes = await this.#client?.ask(this.#question("notes"));
      if (!notes || asked !== this.#case || notes.failure) return;
      this.#notes = { key, ...notes };
    }
    byId("warnings").setAttribute("aria-busy", "false");
    this.#offers.showFindings(this.#notes.findings ?? []);
    if (this.#fault?.attribute) this.#offers.showError(this.#fault.attribute, this.#fault.message);
    const messages = this.#notes.messages ?? [];
    byId("warnings").hidden = messages.length === 0;
    byId("warning-list").replaceChildren(...messages.map(({ severity, file, line, message }) => make(`li.${severity}`, {},
      make("strong", {}, severity === "error" ? "Error" : "Warning"), this.#isExample || !file ? ": " : ` in ${file}${line ? `, line ${line}` : ""}: `, message)));
  }

  #showCase() {
    const [date, time] = this.#case.asOf.split("T");
    byId("date").value = /^\d{4}-\d\d-\d\d$/.test(date) ? date : "";
    byId("clock").value = /^\d\d:\d\d/.test(time ?? "") ? time.slice(0, 5) : "";
    byId("clock").hidden = !byId("clock").value;
    byId("undo").disabled = this.#undo.length === 0;
    byId("redo").disabled = this.#redo.length === 0;
    this.#policies.show(this.#case.policies);
    this.#showFiles();
  }

  #showFiles() {
    const isOwn = !this.#isExample;
    byId("files").replaceChildren(...(isOwn ? this.#case.files : []).map((file) => make("li", {},
      make("strong", {}, file.name), { catalog: "catalog", history: "histories" }[this.#kinds.get(file)] ?? "",
      make("button.remove", { type: "button", "aria-label": `Remove ${file.name}`, onclick: () => this.#remove(file) }, "×"))));
    byId("files").hidden = byId("to-examples").hidden = !isOwn;
    this.#texts.show(this.#case, this.#isExample);
  }

  /** Shows an answer, or what is still needed for one. */
  #show(asked, answer) {
    const answers = decisionsIn(answer.text);
    if (answer.customers) this.#list = { key: answer.list, customers: answer.customers };
    const list = answer.list ? this.#list.customers : [];
    this.#customers.show(list, answer.index ?? 0, this.#isExample);
    byId("chooser").hidden = list.length === 0;
    byId("result").hidden = false;
    byId("offer-panel").hidden = !answer.catalog;
    for (const part of document.querySelectorAll(".decided")) part.hidden = answers.length === 0;
    byId("without").hidden = true;
    if (!answers.length) return this.#showNobody(answer);
    const index = Math.min(asked.group, answers.length - 1);
    const one = answers[index];
    const names = new Names(this.#parsed(answer.catalog), territories);
    const subject = `${asked.files.map((file) => file.id)} ${answer.index} ${index}`;
    if (this.#shown?.subject !== subject && this.#last.attribute === null) this.#offers.select(one.offers[0]);
    this.#shown = { subject, answer, asked };
    this.#marks.begin(subject, this.#last.attribute !== null || this.#last.kind?.startsWith("policy"));
    const without = decisionsIn(answer.without)[index]?.answer ?? null;
    this.#answer.show({ answer: one, names, policies, without: without === one.answer ? null : without });
    byId("group-choice").hidden = answers.length < 2;
    byId("group").replaceChildren(...answers.map((one, index) => make("option", { value: index }, names.group(one.subscriptionGroupIdentifier))));
    byId("group").value = index;
    this.#customers.showPurchases(one.periods, names);
    this.#timeLine.show({
      subject, asOf: Date.parse(one.asOf),
      periods: one.periods.map((period) => ({ kind: period.kind, from: Date.parse(period.from), through: Date.parse(period.through) + 1 })),
      rows: one.offers.map((offer) => ({ name: names.offer(offer), windows: windowsOf(offer.windows), undetermined: windowsOf(offer.undeterminedWindows), spans: spansOf(offer) })),
    });
    const changes = changesOf(one);
    for (const [id, instant] of [["previous", changes.before], ["next", changes.after]]) {
      byId(id).disabled = !Number.isFinite(instant);
      byId(id).dataset.instant = instant;
      byId(id).title = Number.isFinite(instant) ? instantInWords(instant) : "";
    }
    this.#showJSON();
    this.#speak();
  }

  #showJSON() {
    if (byId("json").open) byId("json-text").textContent = visibleJSON(this.#shown?.answer.text ?? "");
  }

  #showNobody(answer) {
    this.#shown = null;
    const [headline, text] = !answer.kinds.includes("history") ? ["Now add histories", "The catalog is read. Drop, open or paste the histories of your customers, too."]
      : !answer.catalog ? ["Now add your catalog", "The histories are kept. Drop, open or paste the catalog with your offers, too."]
        : ["No purchase", "Nobody has a purchase of a subscription in these histories."];
    this.#answer.say("open", headline);
    byId("sentences").textContent = text;
    this.#speak();
  }

  #fault = null;

  /** Shows what is wrong: at its field if a field has caused it; the last answer stays, dimmed. Null ends it. */
  #showFault(fault) {
    const attribute = fault && (fault.attribute ?? (fault.input === "catalog" && this.#last.attribute) ?? null);
    this.#fault = fault && { ...fault, attribute };
    this.#offers.showError(attribute || null, fault?.message ?? null);
    document.body.classList.toggle("old", Boolean(fault));
    byId("error").hidden = !fault;
    if (!fault) return;
    // An answer about the examples is no last answer about own files.
    if (this.#shown && (this.#shown.asked.files === examples) !== this.#isExample) this.#shown = null;
    if (!this.#shown) for (const id of ["result", "chooser", "offer-panel"]) byId(id).hidden = true;
    if (!this.#shown) this.#answer.say("open", "No answer");
    byId("error-title").textContent = attribute ? "Not with this value: the answer is that before" : TITLES[fault.input] ?? "There is no answer";
    byId("error-message").textContent = attribute ? "The field says what is wrong." : visible(`${fault.message[0].toUpperCase()}${fault.message.slice(1)}.`);
    byId("error-place").textContent = [fault.file && !this.#isExample && fault.file, fault.line && `line ${fault.line}`,
      fault.column && `column ${fault.column}`, fault.path].filter(Boolean).join(", ");
    byId("error-show").hidden = !fault.line;
    byId("spoken").textContent = visible(fault.message);
  }

  /** Says something that is no answer; null ends it. */
  notify(text) {
    byId("notice").hidden = text === null;
    byId("notice").textContent = text ?? "";
  }

  async #copy() {
    const copied = this.#case;
    try {
      const fragment = await fragmentOf(copied, examples);
      // A link that was opened meanwhile stays.
      if (copied !== this.#case) return;
      history.replaceState(null, "", fragment);
      await navigator.clipboard.writeText(location.href).catch(() => {});
      byId("copied").textContent = "Copied";
      setTimeout(() => { byId("copied").textContent = ""; }, 2000);
    } catch (error) {
      this.notify(`There is no link of this case: ${error.message}.`);
    }
  }

  #pasted = 0;
  #paste = (text) => this.#take([fileOf(`pasted text ${this.#pasted += 1}`, text)]);

  #listen() {
    const on = (id, event, action) => byId(id).addEventListener(event, action);
    const changeDate = () => {
      const [date, time] = [byId("date").value, byId("clock").value];
      if (date) this.#change({ asOf: time && time !== "00:00" ? `${date}T${time}:00Z` : date }, "date");
    };
    on("date", "change", changeDate);
    on("clock", "change", changeDate);
    for (const id of ["previous", "next"]) on(id, "click", () => this.#goTo(Number(byId(id).dataset.instant)));
    on("undo", "click", () => this.#step(this.#undo, this.#redo));
    on("redo", "click", () => this.#step(this.#redo, this.#undo));
    addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(event.key.toLowerCase())) return;
      // Texts that nobody has taken yet have an undo of their own.
      if (["paste", "search", "text"].includes(event.target.id) && event.target.value !== "") return;
      event.preventDefault();
      byId(event.shiftKey || event.key.toLowerCase() === "y" ? "redo" : "undo").click();
    });
    on("group", "change", () => this.#change({ group: Number(byId("group").value) }, "customer"));
    on("to-examples", "click", () => this.open(firstCase));
    on("error-show", "click", () => this.#texts.showPlace(this.#fault));
    on("cancel", "click", () => this.#client.cancel("you have canceled it"));
    on("json", "toggle", () => this.#showJSON());
    on("copy", "click", () => this.#copy());
    on("paste", "input", () => {
      const text = byId("paste").value;
      byId("paste").value = "";
      if (text.trim()) this.#paste(text);
    });
    on("open", "change", () => this.#take([...byId("open").files]).then(() => { byId("open").value = ""; }));
    addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text");
      if (!text?.trim() || event.target.matches?.("input, textarea, select") && event.target.id !== "paste") return;
      event.preventDefault();
      this.#paste(text);
    });
    for (const kind of ["dragover", "dragleave", "drop"]) addEventListener(kind, (event) => {
      event.preventDefault();
      document.body.classList.toggle("dropping", kind === "dragover" || kind === "dragleave" && Boolean(event.relatedTarget));
      if (kind === "drop") this.#take([...event.dataTransfer.files]);
    });
    addEventListener("hashchange", () => openFragment(this));
  }
}

/** Opens the case of the link, if there is one. */
async function openFragment(page) {
  try {
    const fragment = location.hash;
    const opened = await caseIn(fragment, examples, policies);
    if (opened && location.hash === fragment) page.open(opened);
  } catch (error) {
    history.replaceState(null, "", location.href.replace(/#.*/s, ""));
    page.notify(`The case of the link cannot be restored: ${error.message}.`);
  }
}

async function start() {
  const page = new Page();
  try {
    await openFragment(page);
    const module = await WebAssembly.compile(await unpacked(byId("engine").content.textContent));
    page.decideWith(new Client(module, byId("worker").content.textContent, (isWaiting) => { byId("waiting").hidden = !isWaiting; }));
    document.body.classList.add("ready");
  } catch (error) {
    page.notify(`This page needs a newer browser (${error.message}).`);
  }
}

start();
