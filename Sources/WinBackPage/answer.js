import { instantInWords, lastInWords } from "./dates.js";
import { byId, make } from "./elements.js";
import { labelOf } from "./offer-form.js";
import { windowInWords, windowsOf } from "./timeline.js";

const VERDICTS = { eligible: ["yes", "✓", "can redeem"], ineligible: ["no", "✗", "cannot redeem"], undetermined: ["open", "?", "not known"] };
const OUTCOMES = { true: ["yes", "✓", "holds"], false: ["no", "✗", "fails"], null: ["open", "?", "not known"] };
const SCREENS = {
  hidden: "Nothing to buy", introductory: "The introductory offer",
  promotional: "The promotional offer", offerCode: "The offer code", winBack: "The win-back offer", plain: "The plain prices", undetermined: "Not known",
};

/** The tone of an answer and its headline, from the windows of the offers alone. */
export function headlineOf(answer) {
  const asOf = Date.parse(answer.asOf);
  const windows = answer.offers.flatMap((offer) => windowsOf(offer.windows));
  if ((answer.eligibleWinBackOfferIDs ?? answer.eligibleOfferIDs).length) {
    const now = windows.filter(({ from, through }) => from <= asOf && asOf <= through);
    const last = now.reduce((last, window) => (window.through > last.through ? window : last), now[0]);
    return ["yes", !last || last.through === Infinity ? "Yes" : `Yes: until ${lastInWords(last.from, last.through, asOf)}`];
  }
  if ((answer.undeterminedWinBackOfferIDs ?? answer.undeterminedOfferIDs)?.length) return ["open", "Not known"];
  const first = (windows) => Math.min(...windows.map(({ from }) => from).filter((from) => from > asOf));
  const next = first(windows);
  const perhaps = first(answer.offers.flatMap((offer) => windowsOf(offer.undeterminedWindows)));
  if (perhaps < next) return ["no", `Not yet: perhaps from ${instantInWords(perhaps)}`];
  return ["no", Number.isFinite(next) ? `Not yet: from ${instantInWords(next)}` : answer.periods.length ? "No" : "No purchase"];
}

/** The answer: what the app shows, and each offer with its rules, windows and hinges. */
export class AnswerView {
  #marks;
  #actions;
  // The details that the reader has opened stay open when the answer is drawn again.
  #opened = new Set();
  #asOf = NaN;
  #names;

  /** Actions are `edit(offer)`, `apply(offer, edits)`, `choose(policy, value)` and `goTo(day)`. */
  constructor(marks, actions) {
    this.#marks = marks;
    this.#actions = actions;
  }

  /** Shows `{ answer, without, names, policies }`; `without` is the answer without the reader's changes. */
  show({ answer, without, names, policies }) {
    const [tone, headline] = headlineOf(answer);
    this.#asOf = Date.parse(answer.asOf);
    this.#names = names;
    this.say(tone, headline);
    byId("sentences").replaceChildren(this.#marks.mark("sentences", make("span", {}, answer.answer)));
    byId("without").hidden = without === null;
    byId("without-sentences").textContent = without ?? "";
    this.#showScreen(answer.merchandising);
    byId("verdicts").replaceChildren(...answer.offers.map((offer) => this.#offer(offer, policies)));
  }

  /** Shows a headline of one line. */
  say(tone, text) {
    const sign = { yes: "✓", no: "✗", open: "?" }[tone];
    byId("headline").className = tone;
    byId("headline").replaceChildren(...[sign && make("span", { "aria-hidden": "true" }, sign), text].filter(Boolean));
  }

  #showScreen(screen) {
    byId("screen").hidden = !screen;
    if (!screen) return;
    const isOffer = screen.show === "winBack" || screen.show === "introductory";
    const missing = screen.missing?.length ? this.#names.in(screen.missing.join(", ")) : null;
    const what = SCREENS[screen.show] + (isOffer ? `: ${this.#names.offer(screen)}` : "");
    const why = isOffer ? "" : screen.show === "undetermined" && missing ? `: ${missing}` : `: ${this.#names.in(screen.because)}`;
    const change = Date.parse(screen.changesAt);
    const then = screen.changesAt ? ` This holds until ${lastInWords(this.#asOf, change - 1, this.#asOf)}.` : "";
    byId("shown").replaceChildren(this.#marks.mark("screen", make("strong", {}, what)), `${why}.${then}`);
  }

  #offer(offer, policies) {
    const [tone, sign, verdict] = VERDICTS[offer.verdict];
    const key = `${offer.productId} ${offer.offerId}`;
    const title = this.#names.offer(offer);
    const failing = offer.rules.filter((rule) => rule.outcome !== true);
    const holding = offer.rules.filter((rule) => rule.outcome === true);
    return make(`article.offer.${tone}`, {}, make("div.head", {}, make("h3", {}, title),
        this.#marks.mark(`verdict ${key}`, make(`span.verdict.${tone}`, {}, make("span", { "aria-hidden": "true" }, sign), ` ${verdict}`)),
        make("button.quiet", { type: "button", "aria-label": `Edit ${title}`, onclick: () => this.#actions.edit(offer) }, "Edit")),
      make("p.about", {}, `On ${this.#names.product(offer.productId)}`),
      failing.length > 0 && make("ul.rules", {}, ...failing.map((rule) => this.#rule(rule, key))),
      this.#notes(offer, key, policies),
      holding.length > 0 && this.#details(`rules ${key}`, holding.length === 1 ? "1 rule holds" : `${holding.length} rules hold`,
        (isMarked) => make("ul.rules", {}, ...holding.map((rule) => this.#rule(rule, key, isMarked)))),
      this.#details(`expressions ${key}`, "Identifiers and expressions", () => this.#expressions(offer)));
  }

  #rule(rule, key, isMarked = true) {
    const because = make("span.because", {}, this.#names.in(rule.because));
    if (isMarked) this.#marks.mark(`rule ${key} ${rule.id}`, because);
    const [tone, sign, spoken] = OUTCOMES[rule.outcome];
    return make(`li.${tone}`, {}, make("span.sign", { "aria-hidden": "true" }, sign), make("span.hidden", {}, `${spoken}: `),
      make("div", {}, make("span.title", {}, rule.title), because));
  }

  #expressions(offer) {
    const raw = (value) => (value === null || value === undefined ? "not known" : [value].flat().join(", "));
    const hinges = offer.hingesOn.map((hinge) => make("li", {}, make("code", {}, `${hinge.policy}=${hinge.alternative}`)));
    const conditions = offer.rules.flatMap((rule) => rule.conditions).map((condition) => make("li", {},
      make("code", {}, condition.expression), `: ${raw(condition.actual)} ${condition.operator} ${raw(condition.needed)}`));
    return make("ul.values", {}, make("li", {}, make("code", {}, offer.offerId), " on ", make("code", {}, offer.productId)), conditions, hinges);
  }

  /** Windows, what would be enough, and what the verdict depends on. */
  #notes(offer, key, policies) {
    const windows = windowsOf(offer.windows);
    const open = windowsOf(offer.undeterminedWindows);
    const when = [...windows.map((window) => [window, ""]), ...open.map((window) => [window, "not known "])]
      .sort(([one], [other]) => one.from - other.from);
    const button = (text, onclick) => make("button.quiet", { type: "button", onclick }, text);
    const notes = [["When", when.length ? make("ul", {}, ...when.map(([window, words], index) =>
        this.#marks.mark(`window ${key} ${index}`, make("li", {}, words + windowInWords(window, this.#asOf)))))
      : this.#marks.mark(`window ${key} 0`, make("p", {}, "At no time that the purchases allow"))]];
    for (const change of offer.smallestChanges) {
      const until = Date.parse(change.until);
      const isLatest = open.some(({ from, through }) => from < until && this.#asOf <= through);
      if (change.kind === "wait") notes.push(["With time", make("p", {},
        `Opens on ${instantInWords(until)}${isLatest ? " at the latest" : ""}. `, button("Go there", () => this.#actions.goTo(change.until)))]);
      else if (change.kind === "never") notes.push(["With time", make("p", {}, "Not without a new purchase.")]);
      else notes.push(["With another offer", make("div", {}, make("ul", {}, ...change.edits.map((edit) => make("li", {},
          `${labelOf(edit.attribute)}: ${this.#names.value(edit.from)} → ${this.#names.value(edit.to)}`))),
        button("Make this change", () => this.#actions.apply(offer, change.edits)))]);
    }
    for (const hinge of offer.hingesOn) {
      const policy = policies.find((policy) => policy.name === hinge.policy);
      const meaning = [{ value: policy?.value, title: policy?.meaning }, ...(policy?.alternatives ?? [])]
        .find((choice) => choice.value === hinge.alternative)?.title;
      notes.push(["If Apple meant otherwise", make("p", {}, `${meaning ?? hinge.alternative} Then: ${VERDICTS[hinge.verdict][2]}. `,
        button("Try it", () => this.#actions.choose(hinge.policy, hinge.alternative)))]);
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
}

/** The dates at which an answer changes next, for the buttons beside the time line. */
export function changesOf(answer) {
  const asOf = Date.parse(answer.asOf);
  const instants = answer.offers.flatMap((offer) => [...windowsOf(offer.windows), ...windowsOf(offer.undeterminedWindows)])
    .flatMap(({ from, through }) => [from, through + 1]).filter((instant) => Number.isFinite(instant) && instant > 0);
  return {
    before: Math.max(...instants.filter((instant) => instant < asOf), -Infinity),
    after: Math.min(...instants.filter((instant) => instant > asOf), answer.changesAt ? Date.parse(answer.changesAt) : Infinity),
  };
}
