import WinBack

/// For each offer, how many customers are left after each rule, and how many fail only that one.
struct FunnelSection {
  private let summary: CohortNumbers

  init(_ summary: CohortNumbers) {
    self.summary = summary
  }

  @MarkupBuilder
  var contents: [Markup] {
    Element("div", ["class": "funnels"]) {
      summary.offerIds.indices.map { offer in
        Element("div", ["class": "panel"]) { table(of: offer) }
      }
    }
  }

  private func table(of offer: Int) -> Element {
    let counts = summary.tally.offers[offer]
    let start: [PageTable.Cell] = [
      .text("all \(summary.unit)"), .text(""), .text(counts.customers.grouped),
      .bar(counts.customers > 0 ? .all : Percentage(0, of: 1)), .text(""),
    ]
    var before = counts.customers
    let rules = summary.rules.indices.map { rule in
      let left = counts.left[rule]
      defer { before = left }
      let cells: [PageTable.Cell] = [
        .text(summary.rules[rule].title), .text((before - left).grouped), .text(left.grouped),
        .bar(Percentage(left, of: counts.customers)), .text(counts.failsAlone[rule].grouped),
      ]
      return cells
    }
    return PageTable(
      caption: summary.names.offer(summary.offerIds[offer]),
      columns: [
        .init("rule"), .number("excluded"), .number("left"), .bars,
        .number("only by this rule"),
      ],
      cells: [start] + rules
    ).element
  }
}
