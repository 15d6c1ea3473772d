import { DAY, dayInWords, dayOf, isoDay, lastInWords, instantInWords, shortDay } from "./dates.js";
import { byId, make } from "./elements.js";
import { KINDS } from "./names.js";

const MONTH = 30 * DAY;
const LONGEST = 60 * 12 * MONTH;
const TOP = 50;
const ROW = 46;
// The height of the line of a condition below the windows of its offer.
const LINE = 17;
// The steps between labels of the axis, in months.
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120];
const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** The picture of a customer's time, and the slider over it that moves the instant of the question. */
export class TimeLine {
  #slider = byId("time");
  #box = byId("chart");
  #range = { subject: null, from: 0, through: 0 };
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

  /** Shows `{ subject, periods, rows, asOf }`; rows are `{ name, windows, undetermined, spans: [{ name, from, through }] }`. */
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

  /** The range only grows while a customer is shown, so that nothing moves under the pointer. */
  #extend({ subject, periods, rows, asOf }) {
    if (this.#range.subject !== subject) this.#range = { subject, from: asOf - 3 * MONTH, through: asOf + 6 * MONTH };
    const range = this.#range;
    const include = (from, through) => {
      if (asOf - from < LONGEST) range.from = Math.min(range.from, from);
      if (through - asOf < LONGEST) range.through = Math.max(range.through, through);
    };
    if (asOf < range.from || asOf > range.through) include(asOf - MONTH, asOf + MONTH);
    for (const period of periods) include(period.from - MONTH, period.through + MONTH);
    for (const { from, through } of rows.flatMap((row) => [...row.windows, ...row.undetermined]))
      include(Math.max(from, asOf - 24 * MONTH) - MONTH, (through === Infinity ? Math.max(from, asOf) : through) + 2 * MONTH);
  }

  #draw() {
    const width = this.#width;
    if (!this.#shown || !width) return;
    const { periods, rows, asOf } = this.#shown;
    const { from, through } = this.#range;
    const tops = [TOP];
    for (const row of [{ spans: [] }, ...rows]) tops.push(tops.at(-1) + ROW + LINE * row.spans.length);
    const height = tops.at(-1);
    const x = (instant) => Math.round(10 * width * Math.min(1, Math.max(0, (instant - from) / (through - from)))) / 10;
    const bar = (kind, y, start, end) =>
      x(end) - x(start) > 0.4 && make(`rect.bar.${kind}`, { x: x(start), y, width: x(end) - x(start), height: 16, rx: 3 });
    const row = (index, bars) => make("g", {},
      make("rect.track", { x: 0, y: tops[index] + 21, width, height: 16, rx: 3 }), bars(tops[index] + 21));
    const label = (text, index) => make("text.label", { x: 0, y: tops[index] + 14 }, text);
    // A line from the first to the last instant at which a condition holds, with its name where there is room.
    const span = ({ name, from: start, through: end }, y) => {
      const [left, right] = [x(start), x(end)];
      const size = name.length * 6.1;
      const at = left + size < width ? left : Math.max(0, width - size);
      const ends = [left, right].filter((end) => end > 0 && end < width).map((end) => `M${end} ${y - 3}v6`);
      return make("g.span", {}, make("path", { d: `M${left} ${y}H${right}${ends.join("")}` }), make("text.small", { x: at, y: y + 13 }, name));
    };
    const [marker, words] = [x(asOf), dayInWords(asOf)];
    const bubble = words.length * 7.8 + 22;
    const left = Math.min(width - bubble, Math.max(0, marker - bubble / 2));
    this.#box.querySelector("svg")?.remove();
    this.#box.prepend(make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, this.#axis(x, width, height),
      row(0, (y) => periods.map((part) => bar(part.kind, y, part.from, part.through))),
      rows.map((offer, index) => row(index + 1, (y) => [
        ...offer.undetermined.map((part) => bar("undetermined", y, part.from, part.through)),
        ...offer.windows.map((part) => bar("window", y, part.from, part.through)),
      ])),
      make("line.now", { x1: marker, x2: marker, y1: 22, y2: height }),
      rows.map((offer, index) => offer.spans.map((part, line) => span(part, tops[index + 1] + 43 + LINE * line))),
      ["Service", ...rows.map((offer) => offer.name)].map(label),
      make("rect.handle", { x: left, y: 0, width: bubble, height: 24, rx: 12 }),
      make("text.date", { x: left + bubble / 2, y: 16.5 }, words)));
    const kinds = [...new Set(periods.map((part) => part.kind))];
    const isOpen = rows.some((row) => row.undetermined.length);
    byId("legend").replaceChildren(...kinds.map((kind) => this.#legend(kind, KINDS[kind])), this.#legend("window", "can redeem"),
      ...(isOpen ? [this.#legend("undetermined", "not known")] : []));
  }

  #legend = (kind, words) => make("li", {}, make("svg", { width: 18, height: 12, "aria-hidden": "true" },
    make(`rect.bar.${kind}`, { x: 1, y: 1, width: 16, height: 10, rx: 2 })), words);

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
      const name = new Date(instant).getUTCMonth() ? shortDay(instant).split(" ")[1] : String(new Date(instant).getUTCFullYear());
      ticks.push(make("g.tick", {}, make("line", { x1: x(instant), x2: x(instant), y1: 34, y2: height }),
        make("text", { x: x(instant) + 4, y: 42 }, name)));
    }
    return ticks;
  }
}

/** A window in words: `from 5 August 2025 until 5 May 2026`. */
export function windowInWords({ from, through }, asOf) {
  const start = from < -60_000_000_000_000 ? "" : `from ${instantInWords(from)}`;
  if (through === Infinity) return start ? `${start} without an end` : "always";
  return `${start} until ${lastInWords(from, through, asOf)}`.trim();
}

/** The windows of a result as numbers. */
export const windowsOf = (windows = []) => windows.map(({ from, through }) =>
  ({ from: Date.parse(from), through: through === null ? Infinity : Date.parse(through) }));

/** When an offer's conditions on months away and on the wait hold: the dates that the engine compares with. */
export function spansOf(offer) {
  const spans = [];
  for (const [id, name] of [["time-since-last-subscribed", "the months away fit"], ["wait-between-offers", "the wait is over"]]) {
    const dates = (operator) => (offer.rules.find((rule) => rule.id === id)?.conditions ?? [])
      .filter((condition) => condition.operator[0] === operator && INSTANT.test(condition.needed))
      .map((condition) => Date.parse(condition.needed));
    const [from, through] = [Math.max(...dates(">")), Math.min(...dates("<"))];
    if (Number.isFinite(from) || Number.isFinite(through)) spans.push({ name, from, through });
  }
  return spans;
}
