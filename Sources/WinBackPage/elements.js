const DRAWN = new Set(["svg", "g", "rect", "line", "text", "path", "circle", "title", "desc"]);

const HIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?<=^|[\x00-\x7f])[\u200c\u200d]/gu;

/** A text with an escape for each character that hides or turns others, as the commands write it. */
export const visible = (text) => text.replace(HIDDEN, (mark) => `\\u{${mark.codePointAt(0).toString(16).toUpperCase()}}`);

/** JSON with the escapes of JSON for such characters but the ends of lines: it says the same. */
export const visibleJSON = (text) => text.replace(HIDDEN, (mark) => (mark === "\n" ? mark
  : mark.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)));

/**
 * Makes an element: `make("p.lead", { id: "answer" }, "text", another)`. A function is a listener (`onclick`), true
 * an attribute without a value; undefined, null and false leave an attribute or a child out.
 */
export function make(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = DRAWN.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child !== undefined && child !== null && child !== false && child !== "")
    .map((child) => typeof child === "string" ? visible(child) : child));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Runs only the last of several calls, after a pause. */
export const afterPause = (milliseconds, action, timer) => () => {
  clearTimeout(timer);
  timer = setTimeout(action, milliseconds);
};
