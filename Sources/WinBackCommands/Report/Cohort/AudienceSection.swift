import WinBack

/// The customers in all, and the audience of each offer now.
struct AudienceSection {
  private let summary: CohortNumbers

  init(_ summary: CohortNumbers) {
    self.summary = summary
  }

  @MarkupBuilder
  var contents: [Markup] {
    totals
    Element("div", ["class": "panel"]) { table }
  }

  private var totals: Element {
    let tally = summary.tally
    let share = Percentage(tally.withOffer, of: tally.timelines).rounded
    let entries = [
      (summary.unit == "customers" ? "Customers" : "Timelines", tally.timelines.grouped),
      ("With an offer", "\(tally.withOffer.grouped), \(share)"),
      ("Offers", tally.offers.count.grouped),
    ]
    return Element("dl", ["class": "answer"]) {
      entries.map { term, meaning in
        Element("div") {
          Element("dt") { term }
          Element("dd") { meaning }
        }
      }
    }
  }

  private var table: Element {
    let offers = summary.tally.offers
    let isUndetermined = offers.contains { $0.undetermined > 0 }
    let columns: [PageTable.Column] = [
      .init("offer"), .number("eligible"), .number("share"), .bars, .number("of \(summary.unit)"),
    ]
    return PageTable(
      caption: "Audience of each offer",
      columns: columns + (isUndetermined ? [.number("undetermined")] : []),
      cells: zip(summary.offerIds, offers).map { id, offer in
        let share = Percentage(offer.eligible, of: offer.customers)
        let open = Percentage(offer.undetermined, of: offer.customers)
        let words = [summary.names.name(of: id), summary.names.terms(of: id)].compactMap(\.self)
        let cells: [PageTable.Cell] = [
          .named(id, words), .text(offer.eligible.grouped), .text(share.rounded),
          .bar(share, open), .text(offer.customers.grouped),
        ]
        return cells + (isUndetermined ? [.open(offer.undetermined.grouped)] : [])
      }
    ).element
  }
}
