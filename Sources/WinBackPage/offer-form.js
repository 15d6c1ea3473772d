import { attributeOf, offerOf, offersIn, withAttribute } from "./catalog-text.js";
import { byId, make } from "./elements.js";

const RANGE = "customerEligibilityTimeSinceLastSubscribedInMonths";
// Each field with its attribute in the catalog.
const FIELDS = [
  { legend: "Who can redeem it", fields: [
    { attribute: "customerEligibilityPaidSubscriptionDurationInMonths", label: "Paid months, at least", kind: "months" },
    { attribute: "customerEligibilityWaitBetweenOffersInMonths", label: "Months between offers", kind: "months", isOptional: true },
    { attribute: `${RANGE}.minimum`, label: "Months away, at least", kind: "months" },
    { attribute: `${RANGE}.maximum`, label: "Months away, at most", kind: "months" },
    { attribute: "territories", label: "Territories", kind: "list", isOptional: true },
  ] },
  { legend: "When", fields: [
    { attribute: "startDate", label: "First day", kind: "date" },
    { attribute: "endDate", label: "Last day", kind: "date", isOptional: true },
  ] },
  { legend: "What customers get", fields: [
    { attribute: "referenceName", label: "Name", kind: "text", isOptional: true },
    { attribute: "priority", label: "Priority", kind: "choice", choices: ["HIGH", "NORMAL"], isOptional: true },
    { attribute: "offerMode", label: "Payment", kind: "choice", choices: ["FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT"] },
    { attribute: "duration", label: "Duration of a period", kind: "choice",
      choices: ["THREE_DAYS", "ONE_WEEK", "TWO_WEEKS", "ONE_MONTH", "TWO_MONTHS", "THREE_MONTHS", "SIX_MONTHS", "ONE_YEAR"] },
    { attribute: "periodCount", label: "Number of periods", kind: "months", isOptional: true },
  ] },
];
const WORDS = { HIGH: "High", NORMAL: "Normal", FREE_TRIAL: "Free", PAY_AS_YOU_GO: "Pay as you go", PAY_UP_FRONT: "Pay up front" };
const word = (choice) => WORDS[choice] ?? choice.toLowerCase().replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

const LABELS = new Map(FIELDS.flatMap(({ fields }) => fields).map(({ attribute, label }) => [attribute, label]));

/** An attribute in the words of its field. */
export const labelOf = (attribute) => LABELS.get(attribute) ?? attribute;

/** The fields of the selected offer. A change of a field changes the text of the catalog. */
export class OfferForm {
  #choice = byId("offer");
  #fields = [];
  #text = "";
  #offers = [];
  #selected = "";

  constructor(onChange) {
    this.#choice.addEventListener("change", () => {
      this.#selected = this.#choice.value;
      this.#fill();
    });
    byId("fields").append(...FIELDS.map(({ legend, fields }) => make("fieldset", {},
      make("legend", {}, legend), make("div.fields", {}, ...fields.map((field) => this.#make(field, onChange))))));
  }

  #make(field, onChange) {
    const id = `field-${field.attribute.replace(".", "-")}`;
    const common = { id, "aria-describedby": `${id}-findings` };
    const input = field.kind === "choice"
      ? make("select", common)
      : make("input", {
        ...common, type: { months: "number", date: "date" }[field.kind] ?? "text", autocomplete: "off", spellcheck: "false",
        placeholder: field.isOptional && field.kind !== "date" ? { months: "none", list: "all" }[field.kind] : undefined,
      });
    const findings = make("ul.findings", { id: `${id}-findings` });
    // A date that is only half typed is no value yet, and stays what it was.
    input.addEventListener("input", () => {
      if (input.validity.badInput) return;
      const value = this.#value(field, input.value);
      if (this.#selected && (value !== undefined || field.isOptional || field.kind === "months"))
        onChange(withAttribute(this.#text, this.#selected, field.attribute, value));
    });
    this.#fields.push({ ...field, input, findings });
    return make("div", { class: `field ${field.kind}` }, make("label", { for: id }, field.label), input, findings);
  }

  #value(field, text) {
    if (text.trim() === "") return undefined;
    if (field.kind === "months") return Number(text);
    return field.kind === "list" ? text.split(/[\s,;]+/).filter(Boolean) : text;
  }

  /** Shows the offers of a catalog. */
  show(text) {
    if (text === this.#text) return;
    this.#text = text;
    const offers = offersIn(text);
    byId("fields").disabled = !offers;
    if (!offers) return;
    this.#offers = offers;
    if (!offers.some((offer) => offer.path === this.#selected)) this.#selected = offers[0]?.path ?? "";
    this.#choice.replaceChildren(...offers.map((offer) =>
      make("option", { value: offer.path, selected: offer.path === this.#selected }, offer.name)));
    byId("fields").disabled = offers.length === 0;
    this.#fill();
  }

  /** Selects the offer of a result. */
  select(result) {
    const offer = offerOf(this.#offers, result);
    if (!offer) return;
    this.#selected = this.#choice.value = offer.path;
    this.#fill();
  }

  /** Selects the offer of a result, and moves to its first field. */
  edit(result) {
    this.select(result);
    this.#fields[0].input.focus();
  }

  /** The text of the catalog with edits that a result suggests. */
  withEdits(result, edits) {
    const offer = offerOf(this.#offers, result);
    return !offer ? this.#text
      : edits.reduce((text, edit) => withAttribute(text, offer.path, edit.attribute, edit.to ?? undefined), this.#text);
  }

  #fill() {
    const offer = this.#offers.find((offer) => offer.path === this.#selected);
    byId("offer-about").textContent = offer ? `${offer.id}, on ${offer.productName ?? "a subscription"}` : "The catalog has no offer.";
    for (const { attribute, kind, choices, input, isOptional } of this.#fields) {
      const value = offer && attributeOf(this.#text, offer, attribute);
      if (kind === "choice") {
        const known = value === undefined || choices.includes(value) ? choices : [String(value), ...choices];
        input.replaceChildren(...(isOptional ? [make("option", { value: "" }, "Not set")] : []),
          ...known.map((choice) => make("option", { value: choice }, word(choice))));
      }
      const text = value === undefined || value === null ? "" : kind === "list" ? [value].flat().join(", ") : String(value);
      // A field that the reader types in keeps its spaces and separators.
      if (document.activeElement !== input || kind === "choice") input.value = kind === "date" ? text.slice(0, 10) : text;
    }
  }

  /** Shows what lint finds, each beside its field; the other findings of the catalog stand below. */
  showFindings(findings) {
    const others = [];
    const beside = new Map(this.#fields.map((field) => [`${this.#selected}.${field.attribute}`, []]));
    for (const finding of findings) (beside.get(finding.path) ?? others).push(finding);
    for (const { attribute, input, findings } of this.#fields) {
      const found = beside.get(`${this.#selected}.${attribute}`);
      findings.replaceChildren(...found.map((finding) => this.#finding(finding)));
      if (found.some((finding) => finding.severity === "error")) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
    byId("other-findings").replaceChildren(...others.map((finding) =>
      this.#finding(finding, this.#offers.find((offer) => finding.path?.startsWith(offer.path))?.name ?? finding.offerId)));
    byId("findings").hidden = others.length === 0;
  }

  #finding({ severity, message }, about) {
    return make(`li.${severity}`, {}, make("strong", {}, severity === "note" ? "Note" : severity === "warning" ? "Warning" : "Error"),
      about ? ` in ${about}: ` : ": ", message);
  }
}
