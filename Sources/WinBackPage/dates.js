// Instants are numbers of milliseconds, days are numbers of days; both since 1970, in UTC.

export const DAY = 86_400_000;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

export const dayOf = (instant) => Math.floor(instant / DAY);

/** A day as ISO 8601: `2025-06-15`. */
export const isoDay = (instant) => new Date(instant).toISOString().slice(0, 10);

/** `15 June 2025`. */
export function dayInWords(instant) {
  const date = new Date(instant);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `15 Jun 2025`, for tables. */
export const shortDay = (instant) => dayInWords(instant).replace(/([A-Z]..)[a-z]*/, "$1");

/** `15 June 2025`, with the time if it is not the start of a day. */
export function instantInWords(instant) {
  // A millisecond after the start of a day is the first instant after a window.
  return instant % DAY > 1 ? timeInWords(instant) : dayInWords(instant);
}

const timeInWords = (instant) => `${dayInWords(instant)}, ${new Date(instant).toISOString().slice(11, 16)} UTC`;

/** The last day of what ends with an instant, or the instant if its day has begun or is the one of the question. */
export function lastInWords(from, instant, asOf) {
  const isOfDay = [instant, instant + 1].every((end) => dayOf(end) === dayOf(asOf));
  if (isOfDay || dayOf(from) === dayOf(instant)) return timeInWords(instant);
  return (instant + 1) % DAY === 0 || instant % DAY === 0 ? dayInWords(instant - 1) : instantInWords(instant);
}

/** A sentence with its instants as people write them. */
export const withDatesInWords = (text) => text.replace(INSTANT, (instant) => instantInWords(Date.parse(instant)));
