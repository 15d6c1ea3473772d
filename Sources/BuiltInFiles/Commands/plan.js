"use strict";
(() => {
  const element = (id) => document.getElementById(id);
  const numbers = JSON.parse(element("numbers").content.textContent);
  const criteria = numbers.criteria;
  const counts = criteria.map((criterion) => criterion.values.length);
  const cellCount = counts.reduce((product, count) => product * count, 1);
  const [PAID, MINIMUM, MAXIMUM] = [0, 1, 2];
  // As the command rounds shares: never to nothing or to all.
  const share = (part, whole) => {
    const thousandths = whole ? Math.round(100_000 * part / whole) : 0;
    if (thousandths === 0 || thousandths === 100_000) return thousandths / 1_000 + " %";
    const tenths = Math.min(Math.floor((thousandths + 50) / 100), 999);
    return tenths ? (tenths / 10).toFixed(1) + " %" : "< 0.1 %";
  };
  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u00A0");

  // What stands at the corners, added up along each criterion, is the number for each setting.
  const sums = (text) => {
    const bytes = atob(text);
    const cells = new Int32Array(cellCount);
    let at = 0;
    const next = () => {
      let number = 0, factor = 1;
      for (;;) {
        const byte = bytes.charCodeAt(at++);
        number += (byte & 127) * factor;
        if (byte < 128) return number;
        factor *= 128;
      }
    };
    for (let cell = 0; at < bytes.length;) {
      cell += next();
      const number = next();
      cells[cell] = number % 2 ? -(number - 1) / 2 : number / 2;
    }
    for (let stride = 1, index = counts.length - 1; index >= 0; index--) {
      const block = stride * counts[index];
      for (let start = 0; start < cellCount; start += block)
        for (let cell = start + stride; cell < start + block; cell++) cells[cell] += cells[cell - stride];
      stride = block;
    }
    return cells;
  };

  const months = (index, place) => criteria[index].values[place];
  const isTaken = (places) => months(MINIMUM, places[MINIMUM]) <= months(MAXIMUM, places[MAXIMUM]);
  const cellOf = (places) => places.reduce((cell, place, index) => cell * counts[index] + place, 0);
  const words = (index, place) => {
    const value = months(index, place);
    return value === 0 ? "none" : value + (value === 1 ? " month" : " months");
  };

  // Values go from strict to loose, sliders from few months to many.
  const isReversed = criteria.map((criterion) => criterion.values[0] > criterion.values[criterion.values.length - 1]);
  const flipped = (index, number) => isReversed[index] ? counts[index] - 1 - number : number;
  const current = criteria.map((criterion) => criterion.current);

  let places = [...current];
  let eligible, undetermined, largest, marked;

  const choose = (part) => {
    eligible = sums(numbers.parts[part].eligible);
    undetermined = sums(numbers.parts[part].undetermined);
    largest = 0;
    const all = [0, 0, 0, 0];
    for (all[1] = 0; all[1] < counts[1]; all[1]++)
      for (all[2] = 0; all[2] < counts[2]; all[2]++) {
        if (!isTaken(all)) continue;
        for (all[0] = 0; all[0] < counts[0]; all[0]++)
          for (all[3] = 0; all[3] < counts[3]; all[3]++) largest = Math.max(largest, eligible[cellOf(all)]);
      }
  };

  const short = (number) => {
    if (number < 1000) return String(number);
    if (number < 9950) return (Math.round(number / 100) / 10).toFixed(1) + "k";
    if (number < 999500) return Math.round(number / 1000) + "k";
    return (Math.round(number / 100000) / 10).toFixed(1) + "M";
  };

  // The cells of the heat map, by place of the minimum and of the paid duration.
  const heat = element("heat");
  const cells = [];
  const cell = (row, name, text, scope) => {
    const made = row.appendChild(document.createElement(name));
    made.textContent = text;
    if (scope) made.scope = scope;
    return made;
  };
  const makeHeat = () => {
    const head = heat.tHead.insertRow();
    cell(head, "th", "", "col");
    const order = (index) => [...Array(counts[index]).keys()].map((number) => flipped(index, number));
    for (const paid of order(PAID)) cell(head, "th", months(PAID, paid), "col");
    for (const minimum of order(MINIMUM)) {
      const row = heat.tBodies[0].insertRow();
      cell(row, "th", months(MINIMUM, minimum), "row");
      cells[minimum] = [];
      for (const paid of order(PAID)) {
        const made = cell(row, "td", "");
        made.addEventListener("click", () => move(PAID, paid, MINIMUM, minimum));
        cells[minimum][paid] = made;
      }
    }
  };
  const showHeat = () => {
    const shown = [...places];
    for (let minimum = 0; minimum < counts[MINIMUM]; minimum++) {
      // Minimums above the maximum are no settings.
      cells[minimum][0].parentNode.hidden = months(MINIMUM, minimum) > months(MAXIMUM, places[MAXIMUM]);
      for (let paid = 0; paid < counts[PAID]; paid++) {
        shown[MINIMUM] = minimum;
        shown[PAID] = paid;
        const taken = isTaken(shown);
        const number = taken ? eligible[cellOf(shown)] : 0;
        const made = cells[minimum][paid];
        // Most cells stay as they are, and to touch one takes longer than all else.
        const known = taken ? number : -1;
        if (made.number === known && made.largest === largest) continue;
        made.number = known;
        made.largest = largest;
        made.textContent = taken ? short(number) : "";
        made.title = taken ? grouped(number) : "";
        made.className = "heat-" + (largest ? Math.ceil(8 * number / largest) : 0);
      }
    }
    if (marked) marked.removeAttribute("aria-current");
    marked = cells[places[MINIMUM]][places[PAID]];
    marked.setAttribute("aria-current", "true");
  };

  const show = () => {
    criteria.forEach((criterion, index) => {
      const slider = element(criterion.name);
      const text = words(index, places[index]);
      slider.value = flipped(index, places[index]);
      slider.setAttribute("aria-valuetext", text);
      element(criterion.name + "-value").textContent = text;
    });
    const at = cellOf(places);
    const difference = eligible[at] - eligible[cellOf(current)];
    element("eligible").textContent = grouped(eligible[at]);
    element("share").textContent =
      share(eligible[at], largest) + " of the largest audience, " + grouped(largest);
    element("undetermined").textContent = grouped(undetermined[at]) + " undetermined";
    element("difference").textContent =
      (difference > 0 ? "+" : difference < 0 ? "−" : "±") + grouped(Math.abs(difference)) + " against the offer as it is";
    showHeat();
  };

  // Sets criteria; where the minimum would be above the maximum, the one that was not moved follows.
  const move = (...changes) => {
    let moved = PAID;
    for (let index = 0; index < changes.length; index += 2) {
      moved = changes[index];
      places[moved] = changes[index + 1];
    }
    if (!isTaken(places)) {
      if (moved === MINIMUM) places[MAXIMUM] = criteria[MAXIMUM].values.indexOf(months(MINIMUM, places[MINIMUM]));
      else places[MINIMUM] = criteria[MINIMUM].values.indexOf(months(MAXIMUM, places[MAXIMUM]));
    }
    show();
  };

  criteria.forEach((criterion, index) => {
    element(criterion.name).addEventListener("input", (event) => move(index, flipped(index, Number(event.target.value))));
  });
  element("storefront").addEventListener("change", (event) => { choose(Number(event.target.value)); show(); });
  element("reset").addEventListener("click", () => { places = [...current]; show(); });
  makeHeat();
  choose(0);
  show();
  element("trial").hidden = false;
})();
