import CalendarTime
import WinBack
import WinBackFormats

/// The page about one customer or a few: for each timeline the answer, the picture and the reasons.
struct CustomerPage {
  let decisions: [Decision]
  let names: CatalogNames
  let basis: DecisionBasis
  let now: Instant
  let notices: [String]

  var text: String {
    let sections = decisions.enumerated().map { index, decision in
      DecisionSection(decision: decision, decisions: decisions, names: names, number: index + 1)
        .section(named: name(of: decision))
    }
    let count = customers.count
    let whom = count == 1 ? "this customer" : "\(count.grouped) customers"
    return ReportPage(
      title: title,
      question: "Which win-back offers the App Store would let \(whom) redeem",
      now: now,
      sections: sections,
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

  private var customers: [String] {
    var customers: [String] = []
    for decision in decisions where customers.last != decision.customerId {
      customers.append(decision.customerId)
    }
    return customers
  }

  private var title: String {
    customers.count == 1 ? "Win-back offers of \(customers[0])" : "Win-back offers"
  }

}

/// The section about one timeline: the answer, the picture, the facts and the offers.
struct DecisionSection {
  let decision: Decision
  let decisions: [Decision]
  let names: CatalogNames
  /// The position on the page, from 1.
  let number: Int

  func section(named name: String) -> ReportPage.Section {
    let ordered = OfferGroup.allCases.flatMap { group in
      decision.offers.filter { OfferGroup($0, asOf: decision.asOf) == group }
    }
    let offers = ordered.enumerated().map { index, offer in
      let id = "offer-\(number)-\(index + 1)"
      return OfferSection(id: id, offer: offer, decision: decision, names: names)
    }
    return ReportPage.section("customer-\(number)", name) {
      answer
      TimelineChart(decision).figure(number: number)
      if !offers.isEmpty {
        Element("div", ["class": "panel"]) {
          RuleTable.element(
            caption: Element("caption") { "Offers at a glance" },
            columns: ["verdict", "offer", "rules that fail", "next change"],
            rows: offers.map(\.overviewRow)
          )
        }
      }
      facts
      offers.map(\.element)
    }
  }

  private var answer: Element {
    Element("div", ["class": "answer \(kind)"]) {
      Element("p", ["class": "sentence"]) { Answer(decision, among: decisions, names).text }
      Element("dl") { entries }
    }
  }

  /// What stylesheets call the answer: its verdict at best.
  private var kind: String {
    let verdicts = decision.offers.map(\.verdict)
    let best = [Verdict.eligible, .undetermined].first(where: verdicts.contains)
    return (best ?? .ineligible).mark.kind
  }

  @MarkupBuilder
  private var entries: [Markup] {
    Element.entry("Eligible") { ids(decision.eligibleWinBackOfferIDs) }
    if !decision.undeterminedWinBackOfferIDs.isEmpty {
      Element.entry("Undetermined") { ids(decision.undeterminedWinBackOfferIDs) }
    }
    if decision.offers.isEmpty {
      Element.entry("Offers") { "none in the catalog for this customer's group" }
    } else {
      Element.entry("Next change") { decision.changesAt?.brief ?? "none" }
    }
    if let text = decision.shownSentence(names) { Element.entry("Shown") { text } }
    for text in decision.intents.map({ IntentText(outcome: $0, names: names) }) {
      Element.entry(text.term.capitalizedFirst) { text.text }
    }
    Element.entry("Subscription") { subscription }
    Element.entry("Input") { decision.evidence.phrases.joined(separator: "; ") }
    if let answer = decision.evidence.storeSentence { Element.entry("App Store") { answer } }
    if !decision.subscriptionGroupIdentifier.isEmpty {
      Element.entry("Group") { decision.subscriptionGroupIdentifier }
    }
  }

  /// How it stands with the subscription; a line breaks between two things, not within a date.
  @MarkupBuilder
  private var subscription: [Markup] {
    let parts = SubscriptionPhrase(decision: decision, names: names).parts
    for (index, part) in parts.enumerated() {
      if index > 0 { " " }
      Element("span", ["class": "part"]) { index + 1 < parts.count ? "\(part)," : part }
    }
  }

  @MarkupBuilder
  private func ids(_ ids: [String]) -> [Markup] {
    if ids.isEmpty { "none" }
    for (index, id) in ids.enumerated() {
      if index > 0 { ", " }
      Element("code") { id }
    }
  }

  private var facts: Element {
    let facts = decision.facts
    return Element("details") {
      Element("summary") { "The facts that the rules read" }
      ResultTable(
        ["fact", "value"],
        [
          ["productId", facts.productId ?? "none"], ["lapsedAt", facts.lapsedAt?.brief ?? "none"],
          ["state", facts.state?.rawValue ?? "not known"],
          ["willAutoRenew", facts.willAutoRenew.map { $0 ? "true" : "false" } ?? "not known"],
          ["hasSharedAccess", facts.hasSharedAccess ? "true" : "false"],
          [
            "paidMonths",
            facts.mayHavePaidMore ? "at least \(facts.paidMonths)" : "\(facts.paidMonths)",
          ], ["storefront", facts.storefront?.code ?? "not known"],
          ["expirationIntent", facts.expirationIntent.map { String($0) } ?? "not known"],
        ]
      ).element(caption: "Facts as of \(decision.asOf.brief)")
    }
  }
}
