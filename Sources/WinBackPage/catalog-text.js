// The offers in the text of a catalog, in the native format or in documents of App Store Connect: both use the same
// names of attributes. Only fields need this; the engine reads the catalog itself.

import { locate, member, read, setMember } from "./json-text.js";

let last = { text: null, offers: null };

/** The offers as `{ path, id, name, product, productName }`; null if the text is not JSON. */
export function offersIn(text) {
  if (last.text !== text) last = { text, offers: find(text) };
  return last.offers;
}

function find(text) {
  const root = locate(text);
  if (!root) return null;
  const offers = [];
  const string = (node, name) => {
    const value = read(text, member(node, name));
    return typeof value === "string" ? value : undefined;
  };
  const visit = (node, path, above) => {
    node.items?.forEach((item, index) => visit(item, `${path}[${index}]`, above));
    if (!node.members) return;
    const product = string(node, "productId");
    const id = string(node, "offerId");
    const context = { ...above };
    if (product !== undefined) Object.assign(context, { product, productName: string(node, "referenceName") ?? product });
    if (id !== undefined) offers.push({ ...context, path, id, name: string(node, "referenceName") ?? id, node });
    for (const { name, value } of node.members) visit(value, path ? `${path}.${name}` : name, context);
  };
  visit(root, "", {});
  return offers;
}

/** The offer that a result is about: documents of App Store Connect have the product in another part. */
export const offerOf = (offers, result) =>
  offers.find(({ id, product }) => id === result?.offerId && (!product || product === result.productId));

/** The value of an attribute of an offer, such as `startDate` or `range.minimum`. */
export function attributeOf(text, offer, attribute) {
  let node = offer.node;
  for (const name of attribute.split(".")) node = member(node, name);
  return read(text, node);
}

/** The text with another value of an attribute; undefined removes the attribute. */
export function withAttribute(text, path, attribute, value) {
  const offer = offersIn(text)?.find((offer) => offer.path === path);
  if (!offer) return text;
  const [name, inner] = attribute.split(".");
  if (!inner) return setMember(text, offer.node, name, value);
  const range = member(offer.node, name);
  if (range?.members) return setMember(text, range, inner, value);
  return setMember(text, offer.node, name, { [inner]: value });
}
