import { DAY, dayInWords, dayOf, isoDay, lastInWords, instantInWords, monthOf } from "./dates.js";
import { byId, make } from "./elements.js";

const MONTH = 30 * DAY;
const LONGEST = 60 * 12 * MONTH;
const TOP = 44;
const ROW = 46;
// The steps between labels of the axis, in months.
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120];
const SERVICE = {
  paid: "paid", free: "free", refunded: "refunded", shared: "shared with the customer", grace: "grace period",
  retry: "billing retry",
};

/** The picture of a customer's time, and the slider over it that moves the instant of the question. */
export class TimeLine {
  #slider = byId("time");
  #box = byId("chart");
  #range = { history: null, from: 0, through: 0 };
  #shown = null;
  // Known from the observer: to ask for it after a change would compute the layout once more.
  #width = 0;

  /** Calls `onMove` with a day as ISO 8601. */
  constructor(onMove) {
    this.#slider.addEventListener("input", () => onMove(isoDay(this.#slider.value * DAY)));
    new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width === this.#width) return;
      this.#width = contentRect.width;
      this.#draw();
    }).observe(this.#box);
  }

  /** Shows `{ history, purchases, rows, asOf }`; rows are `{ name, windows: [{ from, through }] }`. */
  show(shown) {
    this.#shown = shown;
    this.#extend(shown);
    const { from, through } = this.#range;
    this.#slider.min = dayOf(from);
    this.#slider.max = dayOf(through);
    this.#slider.value = dayOf(shown.asOf);
    this.#slider.setAttribute("aria-valuetext", dayInWords(shown.asOf));
    this.#draw();
  }

  /** The range only grows while a history is shown, so that nothing moves under the pointer. */
  #extend({ history, purchases, rows, asOf }) {
    if (this.#range.history !== history) this.#range = { history, from: asOf - 3 * MONTH, through: asOf + 6 * MONTH };
    const range = this.#range;
    const include = (from, through) => {
      if (asOf - from < LONGEST) range.from = Math.min(range.from, from);
      if (through - asOf < LONGEST) range.through = Math.max(range.through, through);
    };
    if (asOf < range.from || asOf > range.through) include(asOf - MONTH, asOf + MONTH);
    for (const purchase of purchases) include(purchase.from - MONTH, purchase.through + MONTH);
    for (const { from, through } of rows.flatMap((row) => row.windows))
      include(Math.max(from, asOf - 24 * MONTH) - MONTH, (through === Infinity ? Math.max(from, asOf) : through) + 2 * MONTH);
  }

  #draw() {
    const width = this.#width;
    if (!this.#shown || !width) return;
    const { purchases, rows, asOf } = this.#shown;
    const { from, through } = this.#range;
    const height = TOP + ROW * (rows.length + 1);
    const x = (instant) => Math.round(10 * width * Math.min(1, Math.max(0, (instant - from) / (through - from)))) / 10;
    const bar = (kind, y, start, end) =>
      x(end) - x(start) > 0.4 && make(`rect.bar.${kind}`, { x: x(start), y, width: x(end) - x(start), height: 16, rx: 3 });
    const row = (index, bars) => make("g", {},
      make("rect.track", { x: 0, y: TOP + ROW * index + 21, width, height: 16, rx: 3 }), bars(TOP + ROW * index + 21));
    const label = (text, index) => make("text.label", { x: 0, y: TOP + ROW * index + 14 }, text);
    const marker = x(asOf);
    const words = dayInWords(asOf);
    const bubble = words.length * 7.4 + 18;
    const left = Math.min(width - bubble, Math.max(0, marker - bubble / 2));
    this.#box.querySelector("svg")?.remove();
    this.#box.prepend(make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      this.#axis(x, width, height),
      row(0, (y) => purchases.map((part) => bar(part.kind, y, part.from, part.through))),
      rows.map((offer, index) => row(index + 1, (y) => offer.windows.map((part) => bar("window", y, part.from, part.through)))),
      make("line.now", { x1: marker, x2: marker, y1: 22, y2: height }),
      ["Service", ...rows.map((offer) => offer.name)].map(label),
      make("rect.handle", { x: left, y: 0, width: bubble, height: 24, rx: 12 }),
      make("text.date", { x: left + bubble / 2, y: 16.5 }, words)));
    const kinds = [...new Set(purchases.map((part) => part.kind))];
    byId("legend").replaceChildren(...kinds.map((kind) => this.#legend(kind, SERVICE[kind])), this.#legend("window", "can redeem"));
  }

  #legend(kind, words) {
    return make("li", {}, make("svg", { width: 18, height: 12, "aria-hidden": "true" },
      make(`rect.bar.${kind}`, { x: 1, y: 1, width: 16, height: 10, rx: 2 })), words);
  }

  #axis(x, width, height) {
    const { from, through } = this.#range;
    const months = (through - from) / MONTH;
    const step = STEPS.find((step) => width / (months / step) > 74) ?? STEPS.at(-1);
    const first = new Date(from);
    const ticks = [];
    for (let month = Math.ceil(first.getUTCMonth() / step) * step; ticks.length < 60; month += step) {
      const instant = Date.UTC(first.getUTCFullYear(), month, 1);
      if (instant > through) break;
      if (instant < from || x(instant) > width - 40) continue;
      const name = new Date(instant).getUTCMonth() ? monthOf(instant).slice(0, 3) : String(new Date(instant).getUTCFullYear());
      ticks.push(make("g.tick", {}, make("line", { x1: x(instant), x2: x(instant), y1: 34, y2: height }),
        make("text", { x: x(instant) + 4, y: 42 }, name)));
    }
    return ticks;
  }
}

/** A window in words: `from 5 August 2025 until 5 May 2026`. */
export function windowInWords({ from, through }, asOf) {
  const start = from < -60_000_000_000_000 ? "" : `from ${instantInWords(from)}`;
  const end = through === Infinity ? "without an end" : `until ${lastInWords(from, through, asOf)}`;
  return start ? `${start} ${end}` : through === Infinity ? "always" : end;
}

/** The windows of a result as numbers. */
export const windowsOf = (windows) => windows.map(({ from, through }) =>
  ({ from: Date.parse(from), through: through === null ? Infinity : Date.parse(through) }));
