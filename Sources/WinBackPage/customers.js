import { shortDay } from "./dates.js";
import { byId, make } from "./elements.js";

const KINDS = {
  paid: "paid", free: "free", refunded: "refunded", shared: "shared", grace: "grace period", retry: "billing retry",
};
const SIGNS = { yes: "✓", no: "✗", open: "?" };
const SPOKEN = { yes: "can redeem an offer", no: "can redeem nothing", open: "not known" };

/** The choice between the twelve customers, and the table of purchases. */
export class CustomerView {
  #buttons = new Map();

  /** Examples are `{ name, about, history }`. */
  constructor(examples, onChoose) {
    for (const example of examples) {
      const input = make("input", { type: "radio", name: "customer", id: `customer-${example.name}`, value: example.name,
        onchange: () => onChoose(example) });
      const sign = make("span.sign", { "aria-hidden": "true" });
      const spoken = make("span.hidden");
      byId("customers").append(make("div.chip", {}, input,
        make("label", { for: input.id, title: example.about }, sign, example.name, spoken)));
      this.#buttons.set(example, { input, sign, spoken });
    }
  }

  /** Selects the example with this history, if it is one, and says what happened to the customer. */
  select(history) {
    let about = "Your own customer.";
    for (const [example, { input }] of this.#buttons) {
      input.checked = example.history === history;
      if (input.checked) about = `${example.name}: ${example.about}.`;
    }
    byId("about-customer").textContent = about;
  }

  /** Shows for each example whether there is an offer; the tone of an example is null if it cannot be decided. */
  showTones(toneOf) {
    for (const [example, { sign, spoken, input }] of this.#buttons) {
      const tone = toneOf(example);
      const label = input.nextElementSibling;
      const isChanged = label.dataset.tone && tone && label.dataset.tone !== tone;
      if (tone) label.dataset.tone = tone;
      else delete label.dataset.tone;
      label.classList.toggle("changed", Boolean(isChanged));
      sign.textContent = SIGNS[tone] ?? "";
      spoken.textContent = tone ? `, ${SPOKEN[tone]}` : "";
    }
  }

  showPurchases(purchases) {
    byId("purchases").tBodies[0].replaceChildren(...purchases.map((purchase) => make("tr", {},
      make("th", { scope: "row" }, shortDay(purchase.from)),
      make("td", {}, shortDay(purchase.through - 1)),
      make("td", {}, KINDS[purchase.kind], " ", purchase.product && make("code", {}, purchase.product),
        purchase.offer && [", offer ", make("code", {}, purchase.offer)]))));
    byId("purchases").hidden = purchases.length === 0;
    byId("no-purchase").hidden = purchases.length > 0;
  }
}
