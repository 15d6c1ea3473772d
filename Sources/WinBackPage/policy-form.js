import { byId, make } from "./elements.js";

/** The policies: what Apple leaves open, with the value that is used and its alternatives. */
export class PolicyForm {
  #choices = new Map();

  /** Policies are those of the rule set: `{ name, title, value, meaning, alternatives: [{ value, title }], apple }`. */
  constructor(policies, onChange) {
    byId("policy-fields").append(...policies.map((policy) => {
      const choices = [{ value: policy.value, title: policy.meaning }, ...policy.alternatives];
      const id = `policy-${policy.name}`;
      const select = make("select", { id, "aria-describedby": `${id}-apple` },
        ...choices.map(({ value, title }, index) => make("option", { value }, title + (index ? "" : " (default)"))));
      select.addEventListener("change", () => onChange(policy.name, select.value));
      this.#choices.set(policy, select);
      return make("div.field", {}, make("label", { for: id }, policy.title), select,
        make("p.apple", { id: `${id}-apple` }, `Apple: ${policy.apple}`));
    }));
  }

  show(policies) {
    let count = 0;
    for (const [policy, select] of this.#choices) {
      select.value = policies[policy.name] ?? policy.value;
      const isChanged = select.value !== policy.value;
      select.parentElement.classList.toggle("different", isChanged);
      if (isChanged) count += 1;
    }
    byId("policy-count").textContent = count ? `${count} changed` : "the defaults";
  }
}
