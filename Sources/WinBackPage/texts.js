import { byId, make } from "./elements.js";

// A text field with more than this is slow.
const LARGEST = 200_000;

/** The texts of the files, and of the catalog with the reader's changes. */
export class TextView {
  #choice = byId("text-choice");
  #field = byId("text");
  #texts = [];
  #isExample = true;

  /** Calls `onChange(file, text)`; the file is undefined for the catalog with the reader's changes. */
  constructor(onChange) {
    byId("texts").addEventListener("toggle", () => this.#draw());
    this.#choice.addEventListener("change", () => this.#draw());
    this.#field.addEventListener("input", () => onChange(this.#texts[this.#choice.selectedIndex].file, this.#field.value));
  }

  show({ files, edited }, isExample) {
    const chosen = Math.max(0, this.#choice.selectedIndex);
    this.#isExample = isExample;
    this.#texts = files.map((file) => ({ name: file.name, file }));
    if (edited !== null) this.#texts.unshift({ name: "The catalog with your changes", edited });
    this.#choice.replaceChildren(...this.#texts.map(({ name }, index) => make("option", { value: index }, name)));
    this.#choice.selectedIndex = chosen < this.#texts.length ? chosen : 0;
    this.#draw();
  }

  #draw() {
    if (!byId("texts").open) return;
    const { file, edited } = this.#texts[this.#choice.selectedIndex];
    const isLarge = file?.bytes.length > LARGEST;
    const text = isLarge ? "" : edited ?? new TextDecoder().decode(file.bytes);
    if (this.#field.value !== text) this.#field.value = text;
    this.#field.readOnly = isLarge || Boolean(file && this.#isExample);
    byId("text-about").textContent = isLarge ? `${(file.bytes.length / 1e6).toFixed(1)} MB: too large to show here.`
      : this.#field.readOnly ? "A text of the examples: change the offer in its fields, or use your own files." : "A change here counts at once.";
  }

  /** Shows the place of an error, and moves the cursor to it. */
  showPlace({ file, line, column }) {
    byId("texts").open = true;
    this.#choice.selectedIndex = Math.max(0, this.#texts.findIndex((text) => (text.file?.name ?? "your catalog") === file));
    this.#draw();
    const lines = this.#field.value.split("\n");
    const before = lines.slice(0, line - 1).reduce((count, text) => count + text.length + 1, 0);
    // Columns count characters, and not units of UTF-16.
    const offset = before + [...(lines[line - 1] ?? "")].slice(0, (column ?? 1) - 1).join("").length;
    this.#field.focus();
    this.#field.setSelectionRange(offset, offset + 1);
    this.#field.scrollTop = this.#field.scrollHeight * (line - 3) / lines.length;
  }
}
