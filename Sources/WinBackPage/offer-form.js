import { byId, make, visible } from "./elements.js";
import { offersOf } from "./names.js";

const RANGE = "customerEligibilityTimeSinceLastSubscribedInMonths";
const upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
// Each field with its attribute in the catalog; the choices are those of App Store Connect.
const FIELDS = [
  { legend: "Who can redeem it", fields: [
    { attribute: "customerEligibilityPaidSubscriptionDurationInMonths", label: "Paid months, at least", months: [...upTo(1, 24), 36, 48, 60] },
    { attribute: "customerEligibilityWaitBetweenOffersInMonths", label: "Months between offers", months: upTo(2, 24), none: "no wait" },
    { attribute: `${RANGE}.minimum`, label: "Months away, at least", months: upTo(1, 24) },
    { attribute: `${RANGE}.maximum`, label: "Months away, at most", months: upTo(1, 24) },
    { attribute: "territories", label: "Countries", kind: "countries" },
  ] },
  { legend: "When", fields: [
    { attribute: "startDate", label: "First day", kind: "date", needed: "Give the first day." },
    { attribute: "endDate", label: "Last day", kind: "date" },
  ] },
  { legend: "What customers get", fields: [
    { attribute: "referenceName", label: "Name", kind: "text" },
    { attribute: "priority", label: "Priority", choices: ["HIGH", "NORMAL"] },
    { attribute: "offerMode", label: "Payment", choices: ["FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT"] },
    { attribute: "duration", label: "Length of a period",
      choices: ["THREE_DAYS", "ONE_WEEK", "TWO_WEEKS", "ONE_MONTH", "TWO_MONTHS", "THREE_MONTHS", "SIX_MONTHS", "ONE_YEAR"] },
    { attribute: "periodCount", label: "Number of periods", months: upTo(1, 12) },
  ] },
];
const WORDS = { FREE_TRIAL: "Free", PAY_AS_YOU_GO: "Pay as you go", PAY_UP_FRONT: "Pay up front" };
const word = (choice) => WORDS[choice] ?? String(choice).toLowerCase().replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
const LABELS = new Map(FIELDS.flatMap(({ fields }) => fields).map(({ attribute, label }) => [attribute, label]));

/** An attribute in the words of its field. */
export const labelOf = (attribute) => LABELS.get(attribute) ?? attribute;

const valueOf = (offer, attribute) => attribute.split(".").reduce((value, name) => value?.[name], offer);

function setValue(offer, attribute, value) {
  const [name, inner] = attribute.split(".");
  if (inner) (offer[name] ??= {})[inner] = value;
  else if (name === "territories" && offer.prices && value)
    offer.prices = value.map((territory) => offer.prices.find((price) => price.territory === territory) ?? { territory });
  else {
    if (name === "territories") delete offer.prices;
    if (value === undefined) delete offer[name];
    else offer[name] = value;
  }
}

/** The fields of the selected offer. A change of a field gives another catalog. */
export class OfferForm {
  #choice = byId("offer");
  #fields = [];
  #offers = [];
  #selected = "";
  #catalog = null;
  #territories;
  #onChange;

  /** Calls `onChange(catalog, attribute)`, and with an error in place of the catalog for a value that is no value. */
  constructor(territories, onChange) {
    this.#territories = territories;
    this.#onChange = onChange;
    this.#choice.addEventListener("change", () => {
      this.#selected = this.#choice.value;
      this.#fill();
    });
    byId("fields").append(...FIELDS.map(({ legend, fields }) => make("fieldset", {},
      make("legend", {}, legend), make("div.fields", {}, ...fields.map((field) => this.#make(field))))));
  }

  #make(field) {
    const id = `field-${field.attribute.replace(".", "-")}`;
    const common = { id, "aria-describedby": `${id}-findings` };
    const isChoice = !["date", "text"].includes(field.kind);
    const input = isChoice ? make("select", common)
      : make("input", { ...common, type: field.kind, autocomplete: "off", spellcheck: "false" });
    const findings = make("ul.findings", { id: `${id}-findings` });
    const list = field.kind === "countries" && make("ul.chips", { "aria-label": "Countries of the offer" });
    input.addEventListener(isChoice ? "change" : "input", () => {
      // A date that is only half typed is no value yet.
      if (input.validity.badInput) return;
      if (field.kind === "countries") return this.#change(field, [...this.#countries(), input.value]);
      if (!input.value && field.needed) return this.#onChange({ error: field.needed }, field.attribute);
      this.#change(field, input.value === "" ? undefined : field.months ? Number(input.value) : input.value);
    });
    this.#fields.push({ ...field, input, findings, list });
    return make("div", { class: `field ${field.kind ?? "choice"}` }, make("label", { for: id }, field.label), list, input, findings);
  }

  #offer = () => this.#offers.find((offer) => offer.path === this.#selected);
  #countries = (offer = this.#offer()?.offer) => offer?.territories ?? offer?.prices?.map((price) => price.territory) ?? [];

  #change({ attribute }, value) {
    if (this.#offer()) this.#onChange(this.#with(this.#selected, [{ attribute, to: value }]), attribute);
  }

  #with(path, edits) {
    const catalog = structuredClone(this.#catalog);
    const { offer } = offersOf(catalog).find((offer) => offer.path === path);
    for (const { attribute, to } of edits) setValue(offer, attribute, to ?? undefined);
    return catalog;
  }

  /** Shows the offers of a catalog, which is null if there is none. */
  show(catalog) {
    if (catalog === this.#catalog) return;
    this.#catalog = catalog;
    this.#offers = offersOf(catalog);
    byId("fields").disabled = this.#offers.length === 0;
    if (!this.#offer()) this.#selected = this.#offers[0]?.path ?? "";
    this.#choice.replaceChildren(...this.#offers.map(({ path, offer }) =>
      make("option", { value: path, selected: path === this.#selected }, offer.referenceName ?? offer.offerId)));
    this.#fill();
  }

  #of = (result) => this.#offers.find(({ offer, subscription }) => offer.offerId === result?.offerId && subscription.productId === result.productId);

  /** Selects the offer of a result. */
  select(result) {
    const offer = this.#of(result);
    if (!offer || offer.path === this.#selected) return;
    this.#selected = this.#choice.value = offer.path;
    this.#fill();
  }

  /** Moves to the first field of the offer of a result. */
  edit(result) {
    this.select(result);
    this.#fields[0].input.focus();
  }

  /** Makes the edits that a result suggests. */
  apply(result, edits) {
    const offer = this.#of(result);
    if (offer) this.#onChange(this.#with(offer.path, edits), edits[0].attribute);
  }

  #fill() {
    const selected = this.#offer();
    byId("offer-about").textContent = selected ? visible(`On ${selected.subscription.referenceName ?? selected.subscription.productId}`) : "The catalog has no offer.";
    for (const field of this.#fields) {
      const { attribute, input, list } = field;
      const value = selected && valueOf(selected.offer, attribute);
      if (list) this.#fillCountries(field);
      else if (input.tagName === "SELECT") {
        const choices = field.months ?? field.choices;
        const isOther = value !== undefined && !choices.includes(value);
        const months = field.months && field.attribute !== "periodCount";
        const none = field.none ?? (value === undefined && "not set");
        this.#choose(input, [...(none ? [["", none]] : []), ...[...(isOther ? [value] : []), ...choices].map((choice) =>
          [choice, months ? `${choice} ${choice === 1 ? "month" : "months"}` : word(choice)])]);
        input.value = value ?? "";
      } else if (document.activeElement !== input || field.kind === "date") input.value = String(value ?? "").slice(0, field.kind === "date" ? 10 : 999);
    }
  }

  /** Gives a select its options, with their texts, unless it has them: a browser takes long to style hundreds. */
  #choose(select, options) {
    if (select.textContent !== options.map(([, text]) => text).join(""))
      select.replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
  }

  #fillCountries({ attribute, input, list }) {
    const chosen = this.#countries();
    list.replaceChildren(...chosen.map((code) => {
      const name = this.#territories.get(code) ?? code;
      const remove = () => {
        const rest = chosen.filter((other) => other !== code);
        this.#change({ attribute }, rest.length ? rest : undefined);
      };
      return make("li", {}, name, make("button.remove", { type: "button", "aria-label": `Remove ${name}`, onclick: remove }, "×"));
    }), chosen.length ? "" : make("li.all", {}, "everywhere"));
    this.#choose(input, [["", "Add a country"], ...[...this.#territories].filter(([code]) => !chosen.includes(code))]);
    input.value = "";
  }

  /** Shows an error at the field of an attribute, in the field's words; null removes it. */
  showError(attribute, message) {
    for (const { attribute: own, label, input, findings } of this.#fields) {
      const isWrong = message !== null && own === attribute;
      findings.querySelector(".wrong")?.remove();
      if (isWrong) findings.prepend(make("li.error.wrong", {}, message.replaceAll(own, label)));
      this.#mark(input, findings);
    }
  }

  #mark(input, findings) {
    if (findings.querySelector(".error")) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  /** Shows what lint finds, each beside its field; the other findings of the catalog stand below. */
  showFindings(found) {
    const others = [];
    const about = (finding) => [finding.productId, finding.offerId].join(" ");
    const own = this.#offer() && [this.#offer().subscription.productId, this.#offer().offer.offerId].join(" ");
    const beside = new Map(this.#fields.map((field) => [field.attribute, []]));
    for (const finding of found) {
      const attribute = finding.path?.replace(/^.*winBackOffers\[\d+\]\./, "");
      ((about(finding) === own && beside.get(attribute)) || others).push(finding);
    }
    for (const { attribute, input, findings } of this.#fields) {
      findings.replaceChildren(...beside.get(attribute).map((finding) => this.#finding(finding)));
      this.#mark(input, findings);
    }
    byId("other-findings").replaceChildren(...others.map((finding) => this.#finding(finding, this.#of(finding)?.offer.referenceName ?? finding.offerId)));
    byId("findings").hidden = others.length === 0;
  }

  #finding({ severity, message }, about) {
    return make(`li.${severity}`, {}, make("strong", {}, severity === "note" ? "Note" : severity === "warning" ? "Warning" : "Error"),
      about ? ` in ${about}: ` : ": ", message);
  }
}
