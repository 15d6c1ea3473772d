import WinBack

/// How many customers may redeem both of two offers.
struct OverlapSection {
  /// The most offers that are compared with each other.
  private static let limit = 20

  private let summary: CohortNumbers
  private let offers: [Int]

  init(_ summary: CohortNumbers) {
    self.summary = summary
    offers = Array(summary.offersByAudience.prefix(Self.limit))
  }

  @MarkupBuilder
  var contents: [Markup] {
    Element("div", ["class": "panel"]) {
      if offers.count < 2 {
        Element("p") { "Fewer than two offers have an audience now." }
      } else {
        table
        if summary.offersByAudience.count > Self.limit {
          Element("p") { "Only the \(Self.limit) offers with the largest audiences are shown." }
        }
      }
    }
  }

  private var table: Element {
    PageTable(
      caption: "How many \(summary.unit) may redeem both offers",
      columns: [.init("offer")] + offers.indices.map { .number("\($0 + 1)") },
      cells: offers.enumerated().map { row, first in
        let all = summary.tally.overlap(of: first, and: first)
        return [.text("\(row + 1)  \(summary.offerIds[first])")]
          + offers.map { second in
            let both = summary.tally.overlap(of: first, and: second)
            return .shaded(both.grouped, Percentage(both, of: all))
          }
      }
    ).element
  }
}
