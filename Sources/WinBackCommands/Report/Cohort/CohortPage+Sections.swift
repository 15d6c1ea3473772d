import CEL
import WinBack
import WinBackAnalysis
import WinBackFormats

extension CohortPage {
  private static let overlapLimit = 10
  private static let storefrontLimit = 40

  /// What was read, and what is not known of how many: whether the page is about the right data.
  @MarkupBuilder
  var dataSection: [Markup] {
    Element("div", ["class": "panel"]) {
      ResultTable(
        ["of what", "number", "share of \(unit)"],
        numbers: [1, 2],
        reading.evidence?.pageRows ?? []
      ).element(caption: "The input in numbers")
      if unit != "customers" {
        Element("p", ["class": "about"]) {
          "A timeline is a customer in one subscription group; "
            + "\(tally.customers.counted("customer")) have them."
        }
      }
      if let unused = reading.evidence?.unusedColumns {
        Element("p", ["class": "about"]) { unused }
      }
    }
  }

  @MarkupBuilder
  var audienceSection: [Markup] {
    Element("dl", ["class": "answer"]) {
      Element.entry(unit.capitalizedFirst) { tally.timelines.grouped }
      Element.entry("With an offer") {
        "\(tally.withOffer.grouped), \(Percentage(tally.withOffer, of: tally.timelines).rounded)"
      }
      Element.entry("Offers") { tally.offers.count.grouped }
    }
    audienceTable
  }

  private var audienceTable: Element {
    let rows = Array(zip(engine.placedOffers, tally.offers))
    let isUndetermined = rows.contains { $0.1.undetermined > 0 }
    func share(of offer: CohortTally.Offer) -> Percentage {
      Percentage(offer.eligible, of: offer.customers)
    }
    return ResultTable(
      rows,
      [
        .init("offer", .text) { row in
          let offer = row.0
          let words = [offer.referenceName, OfferTermsText(offer).text].compactMap(\.self)
          return .named(offer.key.offerId, words)
        },
        .count("eligible") { $0.1.eligible }, .number("share") { share(of: $0.1).rounded },
        .bars { .bar(share(of: $0.1), Percentage($0.1.undetermined, of: $0.1.customers)) },
        .count("of \(unit)") { $0.1.customers },
      ] + (isUndetermined ? [.init("undetermined", .number) { .open($0.1.undetermined) }] : [])
    ).panel(caption: "Audience of each offer")
  }

  /// How many customers see each screen of an app (M1).
  @MarkupBuilder
  var screenSection: [Markup] {
    // In the order of the screens; those whose subscription group is not known come last.
    let shown = tally.shown.map { ($0.key.map(program.screens.named), $0.value) }.ordered {
      guard let first = $0.0 else { return false }
      return $1.0.map { first < $0 } ?? true
    }
    let names = CatalogNames(engine)
    ResultTable(
      shown,
      [
        .text("screen") { $0.0?.phrase(names) ?? "not decided: no subscription group is known" },
        .count(unit) { $0.1 }, .number("share") { Percentage($0.1, of: tally.timelines).rounded },
        .bars { .bar(Percentage($0.1, of: tally.timelines)) },
      ]
    ).panel(caption: "What the \(unit) see")
  }

  /// For each offer, how many customers are left after each rule, and how many fail only that one.
  @MarkupBuilder
  var funnelSection: [Markup] {
    let names = CatalogNames(engine)
    Element("div", ["class": "funnels"]) {
      zip(engine.placedOffers, tally.offers).map { offer, counts in
        funnel(of: counts, caption: names.offer(offer.key.offerId, in: offer.key.group))
      }
    }
  }

  private func funnel(of counts: CohortTally.Offer, caption: String) -> Element {
    typealias Row = (name: String, left: Int, excluded: Int?, alone: Int?)
    var left = counts.customers
    var rows: [Row] = [("all \(unit)", left, nil, nil)]
    for (index, rule) in engine.rules.ruleSet.rules.enumerated() {
      left -= counts.failsFirst[index]
      rows.append((rule.title, left, counts.failsFirst[index], counts.failsAlone[index]))
    }
    rows.append(("eligible", counts.eligible, nil, nil))
    rows.append(("not decided", counts.undetermined, nil, nil))
    return ResultTable(
      rows,
      [
        .text("rule") { $0.name }, .count("excluded") { $0.excluded }, .count("left") { $0.left },
        .bars { .bar(Percentage($0.left, of: counts.customers)) },
        .count("only by this rule") { $0.alone },
      ]
    ).panel(caption: caption)
  }

  @MarkupBuilder
  var overlapSection: [Markup] {
    // Equally large audiences are in the order of the result.
    let all = tally.offers.indices.filter { tally.offers[$0].eligible > 0 }.ordered {
      (tally.offers[$1].eligible, $0) < (tally.offers[$0].eligible, $1)
    }
    let offers = Array(all.prefix(Self.overlapLimit))
    Element("div", ["class": "panel"]) {
      if offers.count < 2 {
        Element("p") { "Fewer than two offers have an audience now." }
      } else {
        overlapTable(of: offers)
        if all.count > Self.overlapLimit {
          Element("p") {
            "Only the \(Self.overlapLimit) offers with the largest audiences are shown."
          }
        }
      }
    }
  }

  private func overlapTable(of offers: [Int]) -> Element {
    let offerIds = engine.offerIds
    return ResultTable(
      Array(offers.enumerated()),
      [.init("offer", .text) { .named("\($0 + 1)  \(offerIds[$1])", []) }]
        + offers.enumerated().map { column, second in
          .init("\(column + 1)", .number, label: offerIds[second]) { _, first in
            let both = tally.overlap(of: first, and: second)
            return .shaded(both, Percentage(both, of: tally.overlap(of: first, and: first)))
          }
        }
    ).element(caption: "How many \(unit) may redeem both offers")
  }

  var storefrontSection: Element {
    let counts = tally.storefronts.map { storefront, count in
      (name: storefront.name, customers: count.timelines, withOffer: count.withOffer)
    }.ordered { ($1.customers, $0.name) < ($0.customers, $1.name) }
    let rest = counts.dropFirst(Self.storefrontLimit)
    var rows = Array(counts.prefix(Self.storefrontLimit))
    if !rest.isEmpty {
      rows.append(
        (
          "\(rest.count.grouped) others", rest.reduce(0) { $0 + $1.customers },
          rest.reduce(0) { $0 + $1.withOffer }
        )
      )
    }
    return ResultTable(
      rows,
      [
        .text("storefront") { $0.name }, .count(unit) { $0.customers },
        .count("with an offer") { $0.withOffer },
        .number("share") { Percentage($0.withOffer, of: $0.customers).rounded },
        .bars { .bar(Percentage($0.withOffer, of: $0.customers)) },
      ]
    ).panel(caption: "Storefronts of the \(unit)")
  }

  var hingeSection: Element {
    // In the order of the policies and their values in the rule set.
    let rows = tally.hinges.counts.filter { $0.customers > 0 }
    guard !rows.isEmpty else {
      return Element("div", ["class": "panel"]) { Element("p") { "No offers depend on a policy." } }
    }
    let policies = zip(engine.rules.ruleSet.policies, engine.policies.values)
    let values = Dictionary(keepingFirst: policies.map { ($0.name, $1) })
    return ResultTable(
      rows,
      [
        .text("policy") { $0.alternative.policy },
        .text("is") { values[$0.alternative.policy] ?? "" },
        .text("otherwise") { $0.alternative.value }, .count(unit) { $0.customers },
        .count("gain an offer") { $0.gaining }, .count("lose an offer") { $0.losing },
      ]
    ).panel(caption: "Lists that would change")
  }
}

extension CohortTally.Place {
  fileprivate var name: String {
    switch self {
    case .known(let storefront): storefront.code
    case .unknown: "not known"
    case .withoutPurchase: "no purchase yet"
    }
  }
}
