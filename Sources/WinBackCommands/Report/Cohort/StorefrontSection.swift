import WinBack

/// The customers of each storefront, and how many of them may redeem any offer.
struct StorefrontSection {
  /// The most storefronts that have a row of their own.
  private static let limit = 40

  private let summary: CohortNumbers

  init(_ summary: CohortNumbers) {
    self.summary = summary
  }

  @MarkupBuilder
  var contents: [Markup] {
    Element("div", ["class": "panel"]) { table }
  }

  private var table: Element {
    let counts = summary.tally.storefronts.map { storefront, count in
      (name: storefront?.code ?? "not known", customers: count.customers, count.withOffer)
    }.sorted { ($1.customers, $0.name) < ($0.customers, $1.name) }
    let rest = counts.dropFirst(Self.limit)
    var rows = counts.prefix(Self.limit).map(row)
    if !rest.isEmpty {
      rows.append(
        row(
          "\(rest.count.grouped) others",
          rest.reduce(0) { $0 + $1.customers },
          rest.reduce(0) { $0 + $1.2 }
        )
      )
    }
    return PageTable(
      caption: "Storefronts of the \(summary.unit)",
      columns: [
        .init("storefront"), .number(summary.unit), .number("with an offer"), .number("share"),
        .bars,
      ],
      cells: rows
    ).element
  }

  private func row(_ name: String, _ customers: Int, _ withOffer: Int) -> [PageTable.Cell] {
    let share = Percentage(withOffer, of: customers)
    return [
      .text(name), .text(customers.grouped), .text(withOffer.grouped), .text(share.rounded),
      .bar(share),
    ]
  }
}
