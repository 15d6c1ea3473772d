import WinBack

/// How many customers' lists are others under another value of each policy.
struct HingeSection {
  private let summary: CohortNumbers

  init(_ summary: CohortNumbers) {
    self.summary = summary
  }

  @MarkupBuilder
  var contents: [Markup] {
    Element("div", ["class": "panel"]) {
      if rows.isEmpty {
        Element("p") { "No offers depend on a policy." }
      } else {
        PageTable(
          caption: "Lists that would change",
          columns: [
            .init("policy"), .init("is"), .init("otherwise"), .number(summary.unit),
            .number("gain an offer"), .number("lose an offer"),
          ],
          rows: rows
        ).element
      }
    }
  }

  /// The rows, in the order of the policies and their values in the rule set.
  private var rows: [[String]] {
    zip(summary.alternatives, summary.tally.changes).compactMap { alternative, change in
      guard change.customers > 0 else { return nil }
      let value = summary.policies.first { $0.name == alternative.policy }?.value ?? ""
      return [
        alternative.policy, value, alternative.value, change.customers.grouped,
        change.gaining.grouped, change.losing.grouped,
      ]
    }
  }
}
