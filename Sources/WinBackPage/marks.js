/** Compares each text that is shown with what was shown under the same key before. */
export class Marks {
  #before = new Map();
  #now = new Map();
  #subject;
  #isMarking = false;

  /** Begins a rendering. Nothing is marked if the subject is another one than before. */
  begin(subject, isMarking) {
    this.#before = this.#now;
    this.#now = new Map();
    this.#isMarking = isMarking && subject === this.#subject;
    this.#subject = subject;
  }

  /** Marks an element if its text is new under this key. */
  mark(key, element) {
    const text = element.textContent;
    this.#now.set(key, text);
    if (this.#isMarking && this.#before.get(key) !== text) element.classList.add("changed");
    return element;
  }
}
