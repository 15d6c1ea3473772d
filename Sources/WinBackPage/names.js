// The names of products, offers and countries, and the words for what the engine calls by its own names.

import { withDatesInWords } from "./dates.js";

/** The kinds of periods that the engine finds. */
export const KINDS = {
  paid: "paid", free: "free", refunded: "refunded", shared: "shared with the customer", gracePeriod: "grace period", billingRetry: "billing retry",
};
const regions = new Intl.DisplayNames(["en"], { type: "region" });
const FACTS = {
  willRenew: "whether the subscription renews", state: "the state of the subscription", paidMonths: "how many months are paid", productId: "the product of the last purchase",
  lapsedAt: "when the subscription ended", storefront: "the country of the storefront", endedAt: "when the offer was redeemed", hasSharedAccess: "whether somebody shares a subscription",
  willAutoRenew: "whether automatic renewal is on", hasReceivedIntroductoryOffer: "whether there was an introductory offer",
  paidMonthsEver: "how many months are paid in all", lastRedemptionAt: "when an offer was redeemed", price: "the price",
};

/** The name of each country by its code of three letters. */
export const countries = (codes) => new Map(codes.map((code) => [code.slice(2), regions.of(code.slice(0, 2))])
  .sort(([, first], [, second]) => first.localeCompare(second, "en")));

/** The offers in the catalog that the engine gives: `{ path, group, subscription, offer }`. */
export const offersOf = (catalog) => (catalog?.subscriptionGroups ?? []).flatMap((group, g) =>
  (group.subscriptions ?? []).flatMap((subscription, s) => (subscription.winBackOffers ?? []).map((offer, o) =>
    ({ path: `subscriptionGroups[${g}].subscriptions[${s}].winBackOffers[${o}]`, group, subscription, offer }))));

/** The names in a catalog. */
export class Names {
  #products = new Map();
  #offers = new Map();
  #groups = new Map();

  constructor(catalog, territories) {
    for (const group of catalog?.subscriptionGroups ?? []) {
      this.#groups.set(group.id, group.referenceName ?? group.id);
      for (const product of group.subscriptions ?? []) this.#products.set(product.productId, product.referenceName ?? product.productId);
    }
    for (const { subscription, offer } of offersOf(catalog))
      this.#offers.set(`${subscription.productId} ${offer.offerId}`, offer.referenceName ?? offer.offerId);
    this.territories = territories;
  }

  product = (id) => this.#products.get(id) ?? id;
  group = (id) => this.#groups.get(id) ?? (id || "no group");
  offer = ({ productId, offerId }) => this.#offers.get(`${productId} ${offerId}`) ?? offerId ?? this.product(productId);

  /** A sentence of the engine with names in place of identifiers. */
  in(text) {
    const named = text.replace(/\b(?:customer|subscription|redemption|offer)\.(\w+)/g, (whole, fact) =>
      FACTS[fact] ?? fact.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
    return withDatesInWords(named.replace(/[\w.-]*[\w-]/g, (word) => this.#products.get(word) ?? word));
  }

  /** A value of a result for people. */
  value(value) {
    if (value === null || value === undefined) return "not known";
    if (Array.isArray(value)) return value.map((item) => this.value(item)).join(", ");
    return this.territories.get(value) ?? this.#products.get(value) ?? withDatesInWords(String(value));
  }
}
