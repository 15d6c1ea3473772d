import { shortDay } from "./dates.js";
import { byId, make } from "./elements.js";
import { KINDS } from "./names.js";

// A list of thousands takes longer to draw than to search.
const SHOWN = 200;

/** The list of customers with its search, and the table of purchases. */
export class CustomerView {
  #list = byId("customers");
  #search = byId("search");
  #about;
  #customers = [];
  #selected = 0;
  #count = SHOWN;

  /** `about` has what happened to each of the examples, by their names. */
  constructor(about, onChoose) {
    this.#about = about;
    this.#search.addEventListener("input", () => {
      this.#count = SHOWN;
      this.#draw();
    });
    this.#list.addEventListener("change", () => {
      this.#selected = Number(this.#list.value);
      // The next customers are there before the last one is left.
      if (this.#list.selectedIndex >= this.#list.options.length - 2) {
        this.#count += SHOWN;
        this.#draw();
      }
      onChoose(this.#selected);
    });
  }

  /** Shows customers by their identifiers; with `isExample`, what happened to them. */
  show(customers, selected, isExample) {
    const isOther = customers !== this.#customers;
    if (!isOther && selected === this.#selected) return;
    if (isOther) [this.#search.value, this.#count] = ["", SHOWN];
    this.#customers = customers;
    this.#selected = selected;
    byId("customers-title").textContent = isExample ? "Customers: twelve examples" : customers.length === 1 ? "Customer" : `Customers: ${customers.length.toLocaleString("en")}`;
    byId("searching").hidden = customers.length < 9;
    this.#list.size = Math.min(Math.max(customers.length, 2), 7);
    this.isExample = isExample;
    this.#draw();
  }

  #draw() {
    const wanted = this.#search.value.trim().toLowerCase();
    const about = (id) => (this.isExample && this.#about[id] ? `${id}: ${this.#about[id]}` : id);
    const found = [];
    let more = 0;
    for (const [index, id] of this.#customers.entries()) {
      if (wanted && !about(id).toLowerCase().includes(wanted)) continue;
      if (found.length < this.#count || index === this.#selected) found.push(index);
      else more += 1;
    }
    this.#list.replaceChildren(...found.map((index) => make("option", { value: index }, about(this.#customers[index]))));
    this.#list.value = this.#selected;
    byId("found").textContent = !found.length && this.#customers.length ? "Nobody is found."
      : more ? `and ${more.toLocaleString("en")} more: search, or go on at the end of the list` : "";
  }

  /** Shows the periods that the engine found. */
  showPurchases(periods, names) {
    byId("purchases").tBodies[0].replaceChildren(...periods.map((period) => make("tr", {},
      make("th", { scope: "row" }, shortDay(Date.parse(period.from))),
      make("td", {}, shortDay(Date.parse(period.through))),
      make("td", {}, period.price === undefined ? "" : (period.price / 1000).toFixed(2)),
      make("td", {}, `${period.product ? `${names.product(period.product)}, ` : ""}${KINDS[period.kind]}`,
        period.offer && `, with the offer ${names.offer({ productId: period.product, offerId: period.offer })}`))));
    byId("purchases").hidden = periods.length === 0;
    byId("no-purchase").hidden = periods.length > 0;
  }
}
