import { make } from "./elements.js";
import { offsetOf } from "./json-text.js";

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/g;
// Beyond it, colours would take longer than the answer.
const LARGEST_COLOURED = 60_000;

/** A text field with numbered lines, colours for JSON, and a mark where an error is. */
export class Editor {
  #field;
  #lines;
  #error = null;
  #text = "";
  // What is drawn of each line.
  #drawn = [];

  constructor(field, onChange) {
    this.#field = field;
    this.#lines = make("div.lines", { "aria-hidden": "true" });
    field.before(this.#lines);
    field.addEventListener("input", () => {
      this.#error = null;
      this.#text = field.value;
      this.#draw();
      onChange(field.value);
    });
    this.#draw();
  }

  set text(text) {
    if (this.#text === text) return;
    this.#field.value = this.#text = text;
    this.#error = null;
    this.#draw();
  }

  /** Marks the location of an error; null removes the mark. */
  set error(place) {
    if (!place && !this.#error) return;
    this.#error = place;
    if (place) this.#field.setAttribute("aria-invalid", "true");
    else this.#field.removeAttribute("aria-invalid");
    this.#draw();
  }

  /** Moves the cursor to the error. */
  showError() {
    const offset = offsetOf(this.#field.value, this.#error?.line ?? 1, this.#error?.column ?? 1);
    this.#field.focus({ preventScroll: true });
    this.#field.setSelectionRange(offset, offset);
    (this.#lines.querySelector(".at") ?? this.#field).scrollIntoView({ block: "center" });
  }

  #draw() {
    const text = this.#field.value;
    const isColoured = text.length <= LARGEST_COLOURED;
    const lines = text.split("\n");
    const wrong = (this.#error?.line ?? 0) - 1;
    const drawn = lines.map((line, index) => (index === wrong ? `${this.#error.column ?? ""}:` : isColoured ? "c" : "p") + line);
    // Only what is between the first and the last different line is drawn again.
    const count = Math.min(drawn.length, this.#drawn.length);
    let same = 0;
    while (same < count && drawn[same] === this.#drawn[same]) same += 1;
    let sameEnd = 0;
    while (sameEnd < count - same && drawn.at(-1 - sameEnd) === this.#drawn.at(-1 - sameEnd)) sameEnd += 1;
    for (let left = this.#drawn.length - same - sameEnd; left > 0; left--) this.#lines.children[same].remove();
    const next = this.#lines.children[same] ?? null;
    for (let index = same; index < lines.length - sameEnd; index++) {
      const column = index === wrong && this.#error.column ? offsetOf(lines[index], 1, this.#error.column) : -1;
      this.#lines.insertBefore(make(index === wrong ? "div.wrong" : "div", {},
        ...this.#parts(lines[index], column, isColoured), "\u200b"), next);
    }
    this.#drawn = drawn;
  }

  /** The coloured parts of a line; what is at the column has a mark. */
  #parts(line, column, isColoured) {
    if (!isColoured && column < 0) return [line];
    const parts = [];
    const add = (name, start, end) => {
      if (start >= end) return;
      if (column >= start && column < end) {
        if (column > start) parts.push(make(name, {}, line.slice(start, column)));
        parts.push(make(`${name}.at`, {}, line.slice(column, end)));
      } else parts.push(name === "span" ? line.slice(start, end) : make(name, {}, line.slice(start, end)));
    };
    let at = 0;
    for (const token of isColoured ? line.matchAll(TOKEN) : []) {
      add("span", at, token.index);
      at = token.index + (token[1] ?? token[0]).length;
      add(token[2] ? "span.key" : token[1] ? "span.string" : "span.literal", token.index, at);
    }
    add("span", at, line.length);
    if (column >= line.length) parts.push(make("span.at"));
    return parts;
  }
}
