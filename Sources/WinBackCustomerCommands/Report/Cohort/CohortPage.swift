import WinBackCommandLine

/// The page about many customers: the audiences now and over time, what customers see, what turns them
/// away, what offers have in common, the storefronts, and what the answers hinge on.
struct CohortPage {
  private static let overlapLimit = 10
  private static let storefrontLimit = 40

  let tally: CohortTally
  let forecast: AudienceForecast
  let reading: ReadingSummary
  let program: CohortProgram
  let names: CatalogNames
  let basis: DecisionBasis

  var engine: EligibilityEngine { program.engine }

  /// What is counted: customers, or timelines where some customers have several.
  var unit: String { tally.timelines == tally.customers ? "customers" : "timelines" }

  var text: String {
    let sections = [data, audience, time, screens, funnels, overlaps, storefronts, hinges]
    // A number is not broken at the space between its digits.
    let number = tally.timelines.grouped.replacing(all: " ", by: "\u{A0}")
    return ReportPage(
      title: "Win-back audience",
      lead: basis.lead(whom: "\(number) \(unit)"),
      sections: sections,
      basis: basis,
      notices: reading.notices
    ).text
  }

  // MARK: - Sections

  /// What was read, and what is not known of how many: whether the page is about the right data.
  private var data: ReportPage.Section {
    ReportPage.section("data", "The data", "What was read, \(reading.basis).") {
      Markup("div", ["class": "panel"]) {
        ResultTable(
          ["of what", "number", "share of \(unit)"],
          numbers: [1, 2],
          reading.pageRows
        ).element(caption: "The input in numbers")
        if unit != "customers" {
          Markup("p", ["class": "about"]) {
            "A timeline is a customer in one subscription group; "
              + "\(tally.customers.counted("customer")) have them."
          }
        }
        if let unused = reading.unusedColumns {
          Markup("p", ["class": "about"]) { unused }
        }
      }
    }
  }

  private var audience: ReportPage.Section {
    ReportPage.section(
      "audience",
      "The audience now",
      "How many \(unit) in each offer's subscription group may redeem it."
    ) {
      let share = Percentage(tally.withOffer, of: tally.timelines)
      Markup("dl", ["class": "answer"]) {
        Markup.entry(unit.capitalizedFirst) { tally.timelines.grouped }
        Markup.entry("With an offer") { "\(tally.withOffer.grouped), \(share.rounded)" }
        Markup.entry("Offers") { tally.offers.count.grouped }
      }
      audienceTable
    }
  }

  private var audienceTable: Markup {
    let isUndetermined = tally.offers.contains { $0.undetermined > 0 }
    return ResultTable(
      [
        .text("offer"), .number("eligible"), .number("share"), .bars, .number("of \(unit)"),
      ] + (isUndetermined ? [.number("undetermined")] : []),
      zip(engine.placedOffers, tally.offers).map { offer, counts in
        let words = [offer.referenceName, offer.words].compactMap(\.self)
        let share = Percentage(counts.eligible, of: counts.customers)
        return [
          .named(names.id(of: offer.key), words), .count(counts.eligible), .text(share.rounded),
          .bar(share, Percentage(counts.undetermined, of: counts.customers)),
          .count(counts.customers),
        ] + (isUndetermined ? [.open(counts.undetermined)] : [])
      }
    ).panel(caption: "Audience of each offer")
  }

  private var time: ReportPage.Section {
    ReportPage.section(
      "time",
      "The audience over time",
      "How many may redeem each offer at each date, if nobody buys anything more. Each number is "
        + "counted, none is estimated."
    ) { AudienceChart(self).contents }
  }

  /// How many customers see each screen of an app (M1).
  private var screens: ReportPage.Section {
    ReportPage.section(
      "shown",
      "What customers see",
      "What an app shows the \(unit) now, by its conditions: those that 'winback print rules "
        + "merchandising' prints, or others that were given."
    ) {
      // In the order of the screens; those whose subscription group is not known come last.
      let shown = tally.shown.map { ($0.key.map(program.screens.named), $0.value) }.ordered {
        guard let first = $0.0 else { return false }
        return $1.0.map { first < $0 } ?? true
      }
      ResultTable(
        [.text("screen"), .number(unit), .number("share"), .bars],
        shown.map { screen, count in
          let words =
            screen.map { screen in
              screen.screen.phrase(
                screen.productId.map(names.product),
                screen.offerId.map { names.offer(names.key(of: $0, on: screen.productId)) }
              )
            } ?? "not decided: no subscription group is known"
          let share = Percentage(count, of: tally.timelines)
          return [.text(words), .count(count), .text(share.rounded), .bar(share)]
        }
      ).panel(caption: "What the \(unit) see")
    }
  }

  /// For each offer, how many customers are left after each rule, and how many fail only that one.
  private var funnels: ReportPage.Section {
    ReportPage.section(
      "funnel",
      "Which rules exclude customers",
      "This table applies the rules of each offer, in order, to the \(unit) of its group. The "
        + "last column counts those whom only this rule excludes: without it, they would be "
        + "eligible. 'winback plan' counts the audience of every other setting of the criteria."
    ) {
      Markup("div", ["class": "funnels"]) {
        zip(engine.placedOffers, tally.offers).map { offer, counts in
          funnel(of: counts, caption: names.offer(offer.key))
        }
      }
    }
  }

  private func funnel(of counts: CohortTally.Offer, caption: String) -> Markup {
    func row(_ name: String, _ left: Int, excluded: Int? = nil, alone: Int? = nil) -> [ResultCell] {
      let bar = ResultCell.bar(Percentage(left, of: counts.customers))
      return [.text(name), .count(excluded), .count(left), bar, .count(alone)]
    }
    var left = counts.customers
    var rows = [row("all \(unit)", left)]
    for (index, rule) in engine.rules.ruleSet.rules.enumerated() {
      let (excluded, alone) = (counts.failsFirst[index], counts.failsAlone[index])
      left -= excluded
      rows.append(row(rule.title, left, excluded: excluded, alone: alone))
    }
    rows += [row("eligible", counts.eligible), row("not decided", counts.undetermined)]
    return ResultTable(
      [.text("rule"), .number("excluded"), .number("left"), .bars, .number("only by this rule")],
      rows
    ).panel(caption: caption)
  }

  private var overlaps: ReportPage.Section {
    ReportPage.section(
      "overlap",
      "Offers in common",
      "How many \(unit) may redeem both of two offers. They see the better one first. A stronger "
        + "colour means a larger part of the audience of the row's offer."
    ) {
      // Equally large audiences are in the order of the result.
      let all = tally.offers.indices.filter { tally.offers[$0].eligible > 0 }.ordered {
        (tally.offers[$1].eligible, $0) < (tally.offers[$0].eligible, $1)
      }
      let offers = Array(all.prefix(Self.overlapLimit))
      Markup("div", ["class": "panel"]) {
        if offers.count < 2 {
          Markup("p") { "Fewer than two offers have an audience now." }
        } else {
          overlapTable(of: offers)
          if all.count > Self.overlapLimit {
            Markup("p") {
              "Only the \(Self.overlapLimit) offers with the largest audiences are shown."
            }
          }
        }
      }
    }
  }

  private func overlapTable(of offers: [Int]) -> Markup {
    let names = engine.offerNames
    return ResultTable(
      [.text("offer")] + offers.enumerated().map { .number("\($0 + 1)", label: names[$1]) },
      offers.enumerated().map { row, first in
        let all = tally.overlap(of: first, and: first)
        return [.named("\(row + 1)  \(names[first])", [])]
          + offers.map { second in
            let both = tally.overlap(of: first, and: second)
            return .shaded(both, Percentage(both, of: all))
          }
      }
    ).element(caption: "How many \(unit) may redeem both offers")
  }

  private var storefronts: ReportPage.Section {
    let counts = tally.storefronts.map { storefront, count in
      (name: storefront.name, customers: count.timelines, withOffer: count.withOffer)
    }.ordered { ($1.customers, $0.name) < ($0.customers, $1.name) }
    let rest = counts.dropFirst(Self.storefrontLimit)
    var rows = Array(counts.prefix(Self.storefrontLimit))
    if !rest.isEmpty {
      let customers = rest.reduce(0) { $0 + $1.customers }
      let withOffer = rest.reduce(0) { $0 + $1.withOffer }
      rows.append(("\(rest.count.grouped) others", customers, withOffer))
    }
    return ReportPage.section(
      "storefronts",
      "Storefronts",
      "Where the \(unit) buy, and how many of them may redeem any offer."
    ) {
      ResultTable(
        [.text("storefront"), .number(unit), .number("with an offer"), .number("share"), .bars],
        rows.map { name, customers, withOffer in
          let share = Percentage(withOffer, of: customers)
          return [
            .text(name), .count(customers), .count(withOffer), .text(share.rounded), .bar(share),
          ]
        }
      ).panel(caption: "Storefronts of the \(unit)")
    }
  }

  private var hinges: ReportPage.Section {
    // In the order of the policies and their values in the rule set.
    let rows = tally.hinges.filter { $0.changing > 0 }
    return ReportPage.section(
      "hinges",
      "What the answers hinge on",
      "Apple leaves some questions open, and the rules answer each with a policy. These \(unit) "
        + "would have other offers under another value of the policy."
    ) {
      if rows.isEmpty {
        Markup("div", ["class": "panel"]) { Markup("p") { "No offers depend on a policy." } }
      } else {
        ResultTable(
          [
            .text("policy"), .text("is"), .text("otherwise"), .number(unit),
            .number("gain an offer"), .number("lose an offer"),
          ],
          rows.map { count in
            let other = count.alternative
            return [
              .text(other.policy), .text(other.assumedValue), .text(other.value),
              .count(count.changing), .count(count.gaining), .count(count.losing),
            ]
          }
        ).panel(caption: "Lists that would change")
      }
    }
  }
}

extension CohortTally.Place {
  fileprivate var name: String {
    switch self {
    case .known(let storefront): storefront.code
    case .unknown: "not known"
    case .withoutPurchase: "no purchase yet"
    case .withoutGroup: "no purchase in a group of the catalog"
    }
  }
}
