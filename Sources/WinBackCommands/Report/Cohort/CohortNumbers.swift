import CalendarTime
import WinBack
import WinBackAnalysis
import WinBackFormats

/// What a cohort came to, with the names of what was counted: what the sections of its page show.
struct CohortNumbers {
  let tally: CohortTally
  let audiences: [[Int]]
  let evidence: EvidenceSummary?
  let notices: [String]
  let names: CatalogNames
  let offerIds: [String]
  /// The offers themselves; an identifier can stand for several, in different groups.
  let offers: [PlacedOffer]
  /// How many see each screen, in the order of the screens; nil for those whose subscription group is
  /// not known.
  let shown: [(shown: Shown?, count: Int)]
  let groups: [String]
  let rules: [Rule]
  /// The policies with the values by which was decided.
  let policies: [(name: String, value: String)]
  let now: Instant
  /// The dates of which the audience was counted, in order.
  let dates: [Instant]

  /// What is counted: customers, or timelines where some customers have several.
  var unit: String { tally.timelines == tally.customers ? "customers" : "timelines" }

  init(_ sum: CohortSum, _ reading: ReadingSummary, _ program: CohortProgram) {
    tally = sum.tally
    audiences = sum.forecast.series.map { $0.points.map(\.eligible) }
    evidence = reading.evidence
    notices = reading.notices
    names = CatalogNames(program.engine)
    now = program.now
    dates = Array(program.dates.instants)
    shown = sum.tally.shown.map { ($0.key.map(program.screens.named), $0.value) }.sorted {
      guard let first = $0.0 else { return false }
      return $1.0.map { first < $0 } ?? true
    }
    let ruleSet = program.engine.rules.ruleSet
    offerIds = program.engine.offerIds
    offers = program.engine.placedOffers
    groups = offers.map(\.key.group)
    rules = ruleSet.rules
    policies = zip(ruleSet.policies, program.engine.policies.values).map { ($0.name, $1) }
  }

  /// The places of the offers with an audience now, the largest first, and equally large ones in the
  /// order of the result.
  var offersByAudience: [Int] {
    offerIds.indices.filter { tally.offers[$0].eligible > 0 }.sorted {
      let (first, second) = (tally.offers[$0].eligible, tally.offers[$1].eligible)
      return first == second ? $0 < $1 : first > second
    }
  }
}

extension Percentage {
  /// Creates the percentage of some customers among others.
  init(_ count: Int, of whole: Int) { self.init(Double(count), of: Double(whole)) }
}

/// The sections of the page about a cohort.
extension CohortNumbers {
  private static let overlapLimit = 10
  private static let storefrontLimit = 40

  /// What was read, and what is not known of how many: whether the page is about the right data.
  @MarkupBuilder
  var dataSection: [Markup] {
    Element("div", ["class": "panel"]) {
      ResultTable(
        ["of what", "number", "share of \(unit)"],
        numbers: [1, 2],
        evidence?.pageRows ?? []
      ).element(caption: "The input in numbers")
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
    let rows = Array(zip(offers, tally.offers))
    let isUndetermined = rows.contains { $0.1.undetermined > 0 }
    func share(of offer: CohortTally.Offer) -> Percentage {
      Percentage(offer.eligible, of: offer.customers)
    }
    return ResultTable(
      rows,
      [
        .cells("offer") { row in
          let offer = row.0
          let words = [offer.referenceName, OfferTermsText(offer).text].compactMap(\.self)
          return .named(offer.key.offerId, words)
        },
        .count("eligible") { $0.1.eligible }, .number("share") { share(of: $0.1).rounded },
        .bars { .bar(share(of: $0.1), Percentage($0.1.undetermined, of: $0.1.customers)) },
        .count("of \(unit)") { $0.1.customers },
      ] + (isUndetermined ? [.cells("undetermined", .number) { .open($0.1.undetermined) }] : [])
    ).element(caption: "Audience of each offer")
  }

  /// How many customers see each screen of an app (M1).
  @MarkupBuilder
  var screenSection: [Markup] {
    Element("div", ["class": "panel"]) {
      ResultTable(
        shown,
        [
          .text("screen") {
            $0.shown?.phrase(names) ?? "not decided: no subscription group is known"
          },
          .count(unit) { $0.count },
          .number("share") { Percentage($0.count, of: tally.timelines).rounded },
          .bars { .bar(Percentage($0.count, of: tally.timelines)) },
        ]
      ).element(caption: "What the \(unit) see")
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
    var left = counts.customers
    var rows = [
      FunnelRow(
        name: "all \(unit)",
        left: counts.customers,
        share: Percentage(counts.customers, of: counts.customers)
      )
    ]
    for rule in rules.indices {
      left -= counts.failsFirst[rule]
      rows.append(
        FunnelRow(
          name: rules[rule].title,
          left: left,
          share: Percentage(left, of: counts.customers),
          excluded: counts.failsFirst[rule],
          alone: counts.failsAlone[rule]
        )
      )
    }
    for (count, name) in [(counts.eligible, "eligible"), (counts.undetermined, "not decided")] {
      rows.append(
        FunnelRow(name: name, left: count, share: Percentage(count, of: counts.customers))
      )
    }
    return ResultTable(
      rows,
      [
        .text("rule") { $0.name }, .count("excluded") { $0.excluded }, .count("left") { $0.left },
        .bars { .bar($0.share) }, .count("only by this rule") { $0.alone },
      ]
    ).element(caption: names.offer(offerIds[offer], in: groups[offer]))
  }

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
    ResultTable(
      Array(offers.enumerated()),
      [.cells("offer") { row, first in .named("\(row + 1)  \(offerIds[first])", []) }]
        + offers.enumerated().map { column, second in
          .cells("\(column + 1)", .number, label: offerIds[second]) { _, first in
            let both = tally.overlap(of: first, and: second)
            return .shaded(both, Percentage(both, of: tally.overlap(of: first, and: first)))
          }
        }
    ).element(caption: "How many \(unit) may redeem both offers")
  }

  @MarkupBuilder
  var storefrontSection: [Markup] { Element("div", ["class": "panel"]) { storefrontTable } }

  private var storefrontTable: Element {
    let counts = tally.storefronts.map { place, count in
      (name: place.name, customers: count.timelines, withOffer: count.withOffer)
    }.sorted { ($1.customers, $0.name) < ($0.customers, $1.name) }
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
    ).element(caption: "Storefronts of the \(unit)")
  }

  /// How many customers' lists are others under another value of each policy.
  @MarkupBuilder
  var hingeSection: [Markup] {
    Element("div", ["class": "panel"]) {
      // In the order of the policies and their values in the rule set.
      let rows = tally.hinges.counts.filter { $0.customers > 0 }
      if rows.isEmpty {
        Element("p") { "No offers depend on a policy." }
      } else {
        ResultTable(
          rows,
          [
            .text("policy") { $0.alternative.policy },
            .text("is") { count in
              policies.first { $0.name == count.alternative.policy }?.value ?? ""
            },
            .text("otherwise") { $0.alternative.value }, .count(unit) { $0.customers },
            .count("gain an offer") { $0.gaining }, .count("lose an offer") { $0.losing },
          ]
        ).element(caption: "Lists that would change")
      }
    }
  }
}

/// A row of a funnel: how many are left, of which part, and how many a rule excludes.
private struct FunnelRow {
  let name: String
  let left: Int
  let share: Percentage
  var excluded: Int?
  var alone: Int?
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
