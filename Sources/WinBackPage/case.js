import { pack, unpack } from "./packing.js";

// Longer links are cut by programs that send them.
const LONGEST_LINK = 100_000;
const PREFIX = "#case=";

/** The fragment of a link with a case: `{ catalog, history, policies, asOf }`; null if the case is too large for it. */
export async function fragmentOf({ catalog, history, policies, asOf }) {
  const text = PREFIX + await pack({ catalog, history, policies, asOf });
  return text.length <= LONGEST_LINK ? text : null;
}

/** The case in the fragment of a link; null if there is none. Throws if it cannot be read. */
export async function caseIn(fragment) {
  if (!fragment.startsWith(PREFIX)) return null;
  const { catalog, history, policies, asOf } = await unpack(fragment.slice(PREFIX.length));
  const isText = (value) => typeof value === "string";
  if (![catalog, history, asOf].every(isText) || !Object.values(policies).every(isText)) throw new Error("no case");
  return { catalog, history, policies: { ...policies }, asOf };
}

/** Whether a text is a catalog, as far as its first keys say; everything else is a history. */
export const looksLikeCatalog = (text) =>
  /"(subscriptionGroups|winBackOffers|customerEligibilityPaidSubscriptionDurationInMonths)"/.test(text)
  || /"type"\s*:\s*"(subscriptionGroups|subscriptions|winBackOffers)"/.test(text);
