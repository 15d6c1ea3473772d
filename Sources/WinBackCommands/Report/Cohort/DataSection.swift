import WinBack

/// What was read, and what is not known of how many: whether the page is about the right data.
struct DataSection {
  private let summary: CohortNumbers

  init(_ summary: CohortNumbers) {
    self.summary = summary
  }

  @MarkupBuilder
  var contents: [Markup] {
    Element("div", ["class": "panel"]) {
      PageTable(
        caption: "The input in numbers",
        columns: [.number("number or share"), .init("of what")],
        rows: summary.evidence?.rows ?? []
      ).element
      if summary.unit != "customers" {
        Element("p", ["class": "about"]) {
          "A timeline is a customer in one subscription group; "
            + "\(summary.tally.customers.counted("customer")) have them."
        }
      }
      if let unused = summary.evidence?.unusedColumns {
        Element("p", ["class": "about"]) { unused }
      }
    }
  }
}
