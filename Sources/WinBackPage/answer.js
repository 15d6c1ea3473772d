import { instantInWords, withDatesInWords } from "./dates.js";
import { byId, make } from "./elements.js";
import { labelOf } from "./offer-form.js";
import { windowInWords, windowsOf } from "./timeline.js";

const VERDICTS = {
  eligible: ["yes", "✓", "can redeem"],
  ineligible: ["no", "✗", "cannot redeem"],
  undetermined: ["open", "?", "not known"],
};
const OUTCOMES = { true: VERDICTS.eligible, false: VERDICTS.ineligible, null: VERDICTS.undetermined };
const SCREENS = {
  hidden: "Nothing to buy",
  introductory: "The introductory offer",
  winBack: "The win-back offer",
  plain: "The plain prices",
  undetermined: "Not known",
};

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A value of a result for people. */
function words(value) {
  if (value === null || value === undefined) return "not known";
  if (Array.isArray(value)) return value.join(", ");
  return withDatesInWords(String(value));
}

/** What the overall answer is: yes, no or open. */
export function toneOf(answer) {
  if (answer.eligibleWinBackOfferIDs.length) return "yes";
  return answer.undeterminedWinBackOfferIDs?.length ? "open" : "no";
}

/** The answer: sentences, what the app shows, and each offer with its rules, windows and hinges. */
export class AnswerView {
  #marks;
  #actions;
  // The details that the reader has opened stay open when the answer is drawn again.
  #opened = new Set();
  #showFacts = () => {};
  #asOf = NaN;

  /** Actions are `edit(offer)`, `apply(offer, edits)`, `choose(policy, value)` and `goTo(day)`. */
  constructor(marks, actions) {
    this.#marks = marks;
    this.#actions = actions;
    byId("facts").addEventListener("toggle", () => { if (byId("facts").open) this.#showFacts(false); });
  }

  /** Shows `{ answer, sentences, without, nameOf, policies }`; `without` is the answer without the reader's changes. */
  show({ answer, sentences, without, nameOf, policies }) {
    const tone = toneOf(answer);
    this.#asOf = Date.parse(answer.asOf);
    byId("headline").className = `headline ${tone}`;
    byId("sentences").replaceChildren(...sentences.split(/(?<=[a-z\d)]\.) (?=[A-Z])/).map((sentence, index) =>
      this.#marks.mark(`sentence ${index}`, make("span", {}, sentence, " "))));
    byId("without").hidden = without === null;
    byId("without-sentences").textContent = without ?? "";
    this.#showScreen(answer.merchandising, nameOf);
    byId("verdicts").replaceChildren(...(answer.offers ?? []).map((offer) => this.#offer(offer, nameOf(offer), policies)));
    this.#showFacts = (isMarked) => byId("facts-rows").replaceChildren(...this.#facts(answer, isMarked));
    if (byId("facts").open) this.#showFacts(true);
  }

  #showScreen(screen, nameOf) {
    byId("screen").hidden = !screen;
    if (!screen) return;
    const isOffer = screen.show === "winBack" || screen.show === "introductory";
    const what = SCREENS[screen.show] + (isOffer ? ` ${nameOf(screen)}` : "");
    const why = isOffer ? "" : `: ${screen.because}`;
    byId("shown").replaceChildren(this.#marks.mark("screen", make("strong", {}, what)), why, ".",
      screen.changesAt && ` This changes on ${instantInWords(Date.parse(screen.changesAt))}.`);
  }

  #offer(offer, title, policies) {
    const [tone, sign, verdict] = VERDICTS[offer.verdict];
    const key = `${offer.productId} ${offer.offerId}`;
    const failing = offer.rules.filter((rule) => rule.outcome !== true);
    const holding = offer.rules.filter((rule) => rule.outcome === true);
    return make(`article.offer.${tone}`, {},
      make("div.head", {},
        make("h3", {}, title),
        this.#marks.mark(`verdict ${key}`, make(`span.verdict.${tone}`, {}, make("span", { "aria-hidden": "true" }, sign), ` ${verdict}`)),
        make("button.quiet", { type: "button", "aria-label": `Edit ${title}`, onclick: () => this.#actions.edit(offer) }, "Edit")),
      make("p.about", {}, make("code", {}, offer.offerId), " on ", make("code", {}, offer.productId)),
      failing.length > 0 && make("ul.rules", {}, ...failing.map((rule) => this.#rule(rule, key))),
      this.#notes(offer, key, policies),
      holding.length > 0 && this.#details(`rules ${key}`, `${plural(holding.length, "rule")} ${holding.length === 1 ? "holds" : "hold"}`,
        (isMarked) => make("ul.rules", {}, ...holding.map((rule) => this.#rule(rule, key, isMarked)))));
  }

  #rule(rule, key, isMarked = true) {
    const because = make("span.because", {}, withDatesInWords(rule.because));
    if (isMarked) this.#marks.mark(`rule ${key} ${rule.id}`, because);
    const [tone, sign] = OUTCOMES[rule.outcome];
    const spoken = { yes: "holds", no: "fails", open: "not known" }[tone];
    return make(`li.${tone}`, {},
      make("span.sign", { "aria-hidden": "true" }, sign), make("span.hidden", {}, `${spoken}: `),
      make("div", {},
        make("span.title", {}, rule.title),
        because,
        rule.conditions.map((condition) => make("span.values", {},
          make("code", {}, condition.expression), `: ${words(condition.actual)} ${condition.operator} ${words(condition.needed)}`))));
  }

  /** Windows, what would be enough, and what the verdict depends on. */
  #notes(offer, key, policies) {
    const windows = windowsOf(offer.windows);
    const notes = [["When", windows.length
      ? make("ul", {}, ...windows.map((window, index) =>
        this.#marks.mark(`window ${key} ${index}`, make("li", {}, windowInWords(window, this.#asOf)))))
      : this.#marks.mark(`window ${key} 0`, make("p", {}, "In no window that the history allows"))]];
    for (const change of offer.smallestChanges) {
      if (change.kind === "wait") notes.push(["With time", make("p", {},
        `Opens on ${instantInWords(Date.parse(change.until))}. `,
        make("button.quiet", { type: "button", onclick: () => this.#actions.goTo(change.until) }, "Go there"))]);
      else if (change.kind === "never") notes.push(["With time", make("p", {}, "Not without a new purchase.")]);
      else notes.push(["With another offer", make("div", {},
        make("ul", {}, ...change.edits.map((edit) => make("li", {},
          `${labelOf(edit.attribute)}: ${words(edit.from)} → ${words(edit.to)}`))),
        make("button.quiet", { type: "button", onclick: () => this.#actions.apply(offer, change.edits) }, "Make this change"))]);
    }
    for (const hinge of offer.hingesOn) {
      const policy = policies.find((policy) => policy.name === hinge.policy);
      const meaning = [{ value: policy?.value, title: policy?.meaning }, ...(policy?.alternatives ?? [])]
        .find((choice) => choice.value === hinge.alternative)?.title;
      notes.push(["If Apple meant otherwise", make("div", {},
        make("p", {}, `${meaning ?? hinge.alternative} Then: ${VERDICTS[hinge.verdict][2]}. `),
        make("p", {}, make("code", {}, `${hinge.policy}=${hinge.alternative}`), " ",
          make("button.quiet", { type: "button", onclick: () => this.#actions.choose(hinge.policy, hinge.alternative) }, "Try it")))]);
    }
    return make("dl.notes", {}, ...notes.map(([term, text]) => make("div", {}, make("dt", {}, term), make("dd", {}, text))));
  }

  /** Details whose content is made when it is seen: most of an answer is folded, and a change must be quick. */
  #details(key, summary, content) {
    const isOpen = this.#opened.has(key);
    const details = make("details", { open: isOpen }, make("summary", {}, summary), isOpen && content(true));
    details.addEventListener("toggle", () => {
      this.#opened[details.open ? "add" : "delete"](key);
      if (details.open && details.children.length === 1) details.append(content(false));
    });
    return details;
  }

  /** The facts that the rules read, as rows of a table. */
  #facts(answer, isMarked) {
    const facts = { ...answer.facts, ...answer.evidence };
    delete facts.storeAnswer;
    return Object.entries(facts).map(([name, value]) => {
      const cell = make("td", {}, words(value));
      if (isMarked) this.#marks.mark(`fact ${name}`, cell);
      return make("tr", {}, make("th", { scope: "row" }, make("code", {}, name)), cell);
    });
  }
}

/** The dates at which an answer changes next, for the buttons beside the time line. */
export function changesOf(answer) {
  const asOf = Date.parse(answer.asOf);
  const instants = (answer.offers ?? []).flatMap((offer) => windowsOf(offer.windows))
    .flatMap(({ from, through }) => [from, through + 1]).filter((instant) => Number.isFinite(instant) && instant > 0);
  const later = answer.changesAt ? Date.parse(answer.changesAt) : Infinity;
  return {
    before: Math.max(...instants.filter((instant) => instant < asOf), -Infinity),
    after: Math.min(...instants.filter((instant) => instant > asOf), later),
  };
}
