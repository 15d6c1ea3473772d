// The purchases in the text of a history, for the picture and the table. The engine reads the history itself, and only
// its answer says what they mean.

import { DAY, instantOf } from "./dates.js";

const SIGNED = /^eyJ[\w-]*\.([\w-]+)\.[\w-]*$/;
// The App Store tries to charge for at most so many days.
const RETRY = 60 * DAY;
const DEPTH = 16;

function documents(text) {
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split("\n").flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
  }
}

/** The payload of a signed text. */
function payload(text) {
  try {
    const bytes = atob(text.match(SIGNED)[1].replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0))));
  } catch {
    return null;
  }
}

function kindOf(transaction) {
  if (transaction.revocationDate !== undefined && transaction.revocationDate !== null) return "refunded";
  if (transaction.inAppOwnershipType === "FAMILY_SHARED") return "shared";
  return transaction.price === 0 || transaction.offerDiscountType === "FREE_TRIAL" ? "free" : "paid";
}

/** The purchases of a customer: `{ product, kind, from, through, offer, price, currency }`, the oldest first. */
export function purchasesIn(text, customerId) {
  const purchases = [];
  const add = (kind, transaction, from, through) => {
    if (through > from) purchases.push({
      kind, from, through, product: String(transaction.productId ?? ""), offer: transaction.offerIdentifier,
      price: transaction.price, currency: transaction.currency,
    });
  };
  const renewals = [];
  const visit = (value, depth) => {
    if (depth > DEPTH || value === null) return;
    if (typeof value === "string" && SIGNED.test(value)) return visit(payload(value), depth + 1);
    if (typeof value !== "object") return;
    if (value.customerId !== undefined && customerId !== undefined && String(value.customerId) !== customerId) return;
    if (value.purchaseDate !== undefined && value.expiresDate !== undefined)
      add(kindOf(value), value, instantOf(value.purchaseDate), instantOf(value.expiresDate));
    else if (value.autoRenewStatus !== undefined) renewals.push(value);
    for (const part of Object.values(value)) visit(part, depth + 1);
  };
  for (const document of documents(text)) visit(document, 0);
  purchases.sort((first, second) => first.from - second.from);
  const end = purchases.at(-1)?.through;
  for (const renewal of end === undefined ? [] : renewals) {
    const grace = instantOf(renewal.gracePeriodExpiresDate);
    if (grace > end) add("grace", renewal, end, grace);
    if (renewal.isInBillingRetryPeriod) add("retry", renewal, grace > end ? grace : end, end + RETRY);
  }
  return purchases;
}
