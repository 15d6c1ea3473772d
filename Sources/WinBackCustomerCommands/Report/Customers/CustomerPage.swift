import WinBackCommandLine

/// The page about one customer or a few: for each timeline the answer, the picture and the reasons.
struct CustomerPage {
  let decisions: [Decision]
  let names: CatalogNames
  let basis: DecisionBasis
  let notices: [String]

  var text: String {
    let ids = decisions.map(\.customerId)
    // The timelines of a customer are beside each other.
    let customers = ids.indices.filter { $0 == 0 || ids[$0] != ids[$0 - 1] }.map { ids[$0] }
    let isOne = customers.count == 1
    return ReportPage(
      title: isOne ? "Win-back offers of \(customers[0])" : "Win-back offers",
      lead: basis.lead(whom: isOne ? "this customer" : "\(customers.count.grouped) customers"),
      sections: decisions.enumerated().map { section(about: $1, number: $0 + 1) },
      basis: basis,
      notices: notices
    ).text
  }

  private func name(of decision: Decision) -> String {
    guard decisions.count > 1 else { return "The answer" }
    let isOnlyOne = decisions.count { $0.customerId == decision.customerId } == 1
    return isOnlyOne
      ? decision.customerId
      : "\(decision.customerId), group \(decision.subscriptionGroupIdentifier)"
  }

  /// Returns the section about one timeline: the answer, the picture, the facts and the offers.
  ///
  /// The number is its position on the page, from 1.
  private func section(about decision: Decision, number: Int) -> ReportPage.Section {
    let ordered = OfferGroup.allCases.flatMap { group in
      decision.offers.filter { OfferGroup($0, asOf: decision.asOf) == group }
    }
    let offers = ordered.enumerated().map { index, offer in
      OfferSection(
        id: "offer-\(number)-\(index + 1)",
        notes: OfferNotes(offer: offer, decision: decision, names: names)
      )
    }
    return ReportPage.section("customer-\(number)", name(of: decision)) {
      answer(decision)
      TimelineChart(decision).figure(number: number)
      if !offers.isEmpty {
        Markup("div", ["class": "panel"]) {
          RuleTable.element(
            caption: Markup("caption") { "Offers at a glance" },
            columns: ["verdict", "offer", "rules that fail", "next change"],
            rows: offers.map(\.overviewRow)
          )
        }
      }
      facts(of: decision)
      offers.map(\.element)
    }
  }

  private func answer(_ decision: Decision) -> Markup {
    Markup("div", ["class": "answer \(kind(of: decision))"]) {
      Markup("p", ["class": "sentence"]) { decision.answer }
      Markup("dl") { entries(about: decision) }
    }
  }

  /// What stylesheets call the answer: its verdict at best.
  private func kind(of decision: Decision) -> String {
    let verdicts = decision.offers.map(\.verdict)
    let best = [Verdict.eligible, .undetermined].first(where: verdicts.contains)
    return (best ?? .ineligible).truth.mark.kind
  }

  @MarkupBuilder
  private func entries(about decision: Decision) -> [Markup] {
    Markup.entry("Eligible") { ids(decision.eligibleWinBackOfferIDs) }
    if !decision.undeterminedWinBackOfferIDs.isEmpty {
      Markup.entry("Undetermined") { ids(decision.undeterminedWinBackOfferIDs) }
    }
    if decision.offers.isEmpty {
      Markup.entry("Offers") { "none in the catalog for this customer's group" }
    } else {
      Markup.entry("Next change") { decision.nextChange { $0.brief(beside: decision.asOf) } }
    }
    decision.shownRows(names).map { term, text in
      Markup.entry(term.capitalizedFirst) { text }
    }
    Markup.entry("Subscription") { subscription(of: decision) }
    decision.evidenceRows(names).map { term, text in
      Markup.entry(term.capitalizedFirst) { text }
    }
    if !decision.subscriptionGroupIdentifier.isEmpty {
      Markup.entry("Group") { decision.subscriptionGroupIdentifier }
    }
  }

  /// How it stands with the subscription; a line breaks between two things, not within a date.
  @MarkupBuilder
  private func subscription(of decision: Decision) -> [Markup] {
    let parts = decision.subscriptionPhrases(names)
    for (index, part) in parts.enumerated() {
      if index > 0 { " " }
      Markup("span", ["class": "part"]) { index + 1 < parts.count ? "\(part)," : part }
    }
  }

  @MarkupBuilder
  private func ids(_ ids: [String]) -> [Markup] {
    if ids.isEmpty { "none" }
    for (index, id) in ids.enumerated() {
      if index > 0 { ", " }
      Markup("code") { id }
    }
  }

  private func facts(of decision: Decision) -> Markup {
    let facts = decision.facts
    return Markup("details") {
      Markup("summary") { "The facts that the rules read" }
      ResultTable(
        ["fact", "value"],
        [
          ["productId", facts.productId ?? "none"], ["lapsedAt", facts.lapsedAt?.brief ?? "none"],
          ["state", facts.state?.rawValue ?? "not known"],
          ["willAutoRenew", facts.willAutoRenew.map(String.init) ?? "not known"],
          ["hasSharedAccess", facts.hasSharedAccess.map(String.init) ?? "not known"],
          ["paidMonths", facts.paidMonthsPhrase],
          ["storefront", facts.storefront?.code ?? "not known"],
          ["expirationIntent", facts.expirationIntent.map { String($0) } ?? "not known"],
        ]
      ).element(caption: "Facts as of \(decision.asOf.brief)")
    }
  }
}
