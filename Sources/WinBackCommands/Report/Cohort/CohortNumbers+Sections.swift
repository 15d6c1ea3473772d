import WinBack
import WinBackFormats

/// The sections of the page about a cohort.
extension CohortNumbers {
  /// The most offers that are compared with each other.
  private static let overlapLimit = 10

  /// The most storefronts that have a row of their own.
  private static let storefrontLimit = 40

  /// What was read, and what is not known of how many: whether the page is about the right data.
  @MarkupBuilder
  var dataSection: [Markup] {
    Element("div", ["class": "panel"]) {
      PageTable(
        caption: "The input in numbers",
        columns: [.init("of what"), .number("number"), .number("share of \(unit)")],
        rows: evidence?.pageRows ?? []
      ).element
      if unit != "customers" {
        Element("p", ["class": "about"]) {
          "A timeline is a customer in one subscription group; "
            + "\(tally.customers.counted("customer")) have them."
        }
      }
      if let unused = evidence?.unusedColumns {
        Element("p", ["class": "about"]) { unused }
      }
    }
  }

  /// The customers in all, and the audience of each offer now.
  @MarkupBuilder
  var audienceSection: [Markup] {
    totals
    Element("div", ["class": "panel"]) { audienceTable }
  }

  private var totals: Element {
    let tally = tally
    let share = Percentage(tally.withOffer, of: tally.timelines).rounded
    let entries = [
      (unit == "customers" ? "Customers" : "Timelines", tally.timelines.grouped),
      ("With an offer", "\(tally.withOffer.grouped), \(share)"),
      ("Offers", tally.offers.count.grouped),
    ]
    return Element("dl", ["class": "answer"]) {
      entries.map { term, meaning in Element.entry(term) { meaning } }
    }
  }

  private var audienceTable: Element {
    let offers = tally.offers
    let isUndetermined = offers.contains { $0.undetermined > 0 }
    let columns: [PageTable.Column] = [
      .init("offer"), .number("eligible"), .number("share"), .bars, .number("of \(unit)"),
    ]
    return PageTable(
      caption: "Audience of each offer",
      columns: columns + (isUndetermined ? [.number("undetermined")] : []),
      cells: self.offers.enumerated().map { index, indexed in
        let offer = offers[index]
        let share = Percentage(offer.eligible, of: offer.customers)
        let open = Percentage(offer.undetermined, of: offer.customers)
        let words = [indexed.offer.referenceName, OfferTermsText(indexed.offer).text]
          .compactMap(\.self)
        let cells: [PageTable.Cell] = [
          .named(indexed.offer.offerId, words), .text(offer.eligible.grouped), .text(share.rounded),
          .bar(share, open), .text(offer.customers.grouped),
        ]
        return cells + (isUndetermined ? [.open(offer.undetermined.grouped)] : [])
      }
    ).element
  }

  /// How many customers see each screen of an app (M1).
  @MarkupBuilder
  var screenSection: [Markup] {
    Element("div", ["class": "panel"]) {
      PageTable(
        caption: "What the \(unit) see",
        columns: [.init("screen"), .number(unit), .number("share"), .bars],
        cells: shown.map { shown, count in
          let share = Percentage(count, of: tally.timelines)
          return [
            .text(shown?.phrase(names) ?? "not decided: no subscription group is known"),
            .text(count.grouped), .text(share.rounded), .bar(share),
          ]
        }
      ).element
    }
  }

  /// For each offer, how many customers are left after each rule, and how many fail only that one.
  @MarkupBuilder
  var funnelSection: [Markup] {
    Element("div", ["class": "funnels"]) {
      offerIds.indices.map { offer in
        Element("div", ["class": "panel"]) { funnel(of: offer) }
      }
    }
  }

  private func funnel(of offer: Int) -> Element {
    let counts = tally.offers[offer]
    let start: [PageTable.Cell] = [
      .text("all \(unit)"), .text(""), .text(counts.customers.grouped),
      .bar(counts.customers > 0 ? .all : Percentage(0, of: 1)), .text(""),
    ]
    var before = counts.customers
    let rows = rules.indices.map { rule in
      let left = counts.left[rule]
      defer { before = left }
      let cells: [PageTable.Cell] = [
        .text(rules[rule].title), .text((before - left).grouped), .text(left.grouped),
        .bar(Percentage(left, of: counts.customers)), .text(counts.failsAlone[rule].grouped),
      ]
      return cells
    }
    let end = [(counts.eligible, "eligible"), (counts.undetermined, "not decided")].map {
      count,
      name -> [PageTable.Cell] in
      [
        .text(name), .text(""), .text(count.grouped), .bar(Percentage(count, of: counts.customers)),
        .text(""),
      ]
    }
    return PageTable(
      caption: names.offer(offerIds[offer], in: groups[offer]),
      columns: [
        .init("rule"), .number("excluded"), .number("left"), .bars,
        .number("only by this rule"),
      ],
      cells: [start] + rows + end
    ).element
  }

  /// How many customers may redeem both of two offers.
  @MarkupBuilder
  var overlapSection: [Markup] {
    let offers = Array(offersByAudience.prefix(Self.overlapLimit))
    Element("div", ["class": "panel"]) {
      if offers.count < 2 {
        Element("p") { "Fewer than two offers have an audience now." }
      } else {
        overlapTable(of: offers)
        if offersByAudience.count > Self.overlapLimit {
          Element("p") {
            "Only the \(Self.overlapLimit) offers with the largest audiences are shown."
          }
        }
      }
    }
  }

  private func overlapTable(of offers: [Int]) -> Element {
    PageTable(
      caption: "How many \(unit) may redeem both offers",
      columns: [.init("offer")]
        + offers.enumerated().map { .number("\($0 + 1)", label: offerIds[$1]) },
      cells: offers.enumerated().map { row, first in
        let all = tally.overlap(of: first, and: first)
        return [.named("\(row + 1)  \(offerIds[first])", [])]
          + offers.map { second in
            let both = tally.overlap(of: first, and: second)
            return .shaded(both.grouped, Percentage(both, of: all))
          }
      }
    ).element
  }

  /// The customers of each storefront, and how many of them may redeem any offer.
  @MarkupBuilder
  var storefrontSection: [Markup] {
    Element("div", ["class": "panel"]) { storefrontTable }
  }

  private var storefrontTable: Element {
    let counts = tally.storefronts.map { place, count in
      (name: place.name, customers: count.timelines, count.withOffer)
    }.sorted { ($1.customers, $0.name) < ($0.customers, $1.name) }
    let rest = counts.dropFirst(Self.storefrontLimit)
    var rows = counts.prefix(Self.storefrontLimit).map(storefrontRow)
    if !rest.isEmpty {
      rows.append(
        storefrontRow(
          "\(rest.count.grouped) others",
          rest.reduce(0) { $0 + $1.customers },
          rest.reduce(0) { $0 + $1.2 }
        )
      )
    }
    return PageTable(
      caption: "Storefronts of the \(unit)",
      columns: [
        .init("storefront"), .number(unit), .number("with an offer"), .number("share"),
        .bars,
      ],
      cells: rows
    ).element
  }

  private func storefrontRow(_ name: String, _ customers: Int, _ withOffer: Int) -> [PageTable.Cell]
  {
    let share = Percentage(withOffer, of: customers)
    return [
      .text(name), .text(customers.grouped), .text(withOffer.grouped), .text(share.rounded),
      .bar(share),
    ]
  }

  /// How many customers' lists are others under another value of each policy.
  @MarkupBuilder
  var hingeSection: [Markup] {
    Element("div", ["class": "panel"]) {
      let rows = hingeRows
      if rows.isEmpty {
        Element("p") { "No offers depend on a policy." }
      } else {
        PageTable(
          caption: "Lists that would change",
          columns: [
            .init("policy"), .init("is"), .init("otherwise"), .number(unit),
            .number("gain an offer"), .number("lose an offer"),
          ],
          rows: rows
        ).element
      }
    }
  }

  /// The rows, in the order of the policies and their values in the rule set.
  private var hingeRows: [[String]] {
    zip(alternatives, tally.changes).compactMap { alternative, change in
      guard change.customers > 0 else { return nil }
      let value = policies.first { $0.name == alternative.policy }?.value ?? ""
      return [
        alternative.policy, value, alternative.value, change.customers.grouped,
        change.gaining.grouped, change.losing.grouped,
      ]
    }
  }
}

extension CohortTally.Place {
  /// The storefront as a reader knows it.
  fileprivate var name: String {
    switch self {
    case .known(let storefront): storefront.code
    case .unknown: "not known"
    case .withoutPurchase: "no purchase yet"
    }
  }
}
