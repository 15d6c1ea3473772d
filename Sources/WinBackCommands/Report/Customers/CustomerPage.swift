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
      DecisionSection(
        decision,
        among: decisions,
        names,
        number: index + 1,
        name: name(of: decision)
      )
    }
    let page = ReportPage(
      title: title,
      question: "Which win-back offers the App Store would let \(whom) redeem",
      now: now,
      contents: sections.map { ($0.id, $0.name) },
      basis: basis,
      notices: notices
    )
    return page.text { sections.map(\.element) }
  }

  /// Returns what sets a decision apart from the others on the page.
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

  private var whom: String {
    customers.count == 1 ? "this customer" : "\(customers.count.grouped) customers"
  }
}

/// The section about one timeline: the answer, the picture, the facts and the offers.
struct DecisionSection {
  let id: String
  let name: String

  private let decision: Decision
  private let names: CatalogNames
  private let number: Int
  private let sentence: String
  private let offers: [OfferSection]

  /// Creates the section, whose number is its place on the page, from 1.
  init(
    _ decision: Decision,
    among decisions: [Decision],
    _ names: CatalogNames,
    number: Int,
    name: String
  ) {
    sentence = Answer(decision, among: decisions, names).text
    self.decision = decision
    self.names = names
    self.number = number
    self.name = name
    id = "customer-\(number)"
    let ordered = OfferGroup.allCases.flatMap { group in
      decision.offers.filter { OfferGroup($0, asOf: decision.asOf) == group }
    }
    offers = ordered.enumerated().map { index, offer in
      OfferSection(offer, decision, names, id: "offer-\(number)-\(index + 1)")
    }
  }

  var element: Element {
    Element("section", ["id": id, "aria-labelledby": "\(id)-name"]) {
      Element("h2", ["id": "\(id)-name"]) { name }
      answer
      TimelineChart(decision).figure(number: number)
      if !offers.isEmpty { overview }
      facts
      offers.map(\.element)
    }
  }

  private var answer: Element {
    Element("div", ["class": "answer \(kind)"]) {
      Element("p", ["class": "sentence"]) { sentence }
      Element("dl") { entries }
    }
  }

  /// What stylesheets call the answer: its verdict at best.
  private var kind: String {
    let best = Verdict.mostWanted.first { verdict in
      decision.offers.contains { $0.verdict == verdict }
    }
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

  private var overview: Element {
    Element("div", ["class": "panel"]) {
      RuleTable.element(
        caption: Element("caption") { "Offers at a glance" },
        columns: ["verdict", "offer", "rules that fail", "next change"],
        rows: offers.map(\.overviewRow)
      )
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
          ["productId", facts.productId ?? "none"],
          ["lapsedAt", facts.lapsedAt?.brief ?? "none"],
          ["state", facts.state?.rawValue ?? "not known"],
          ["willAutoRenew", facts.willAutoRenew.map { $0 ? "true" : "false" } ?? "not known"],
          ["hasSharedAccess", facts.hasSharedAccess ? "true" : "false"],
          [
            "paidMonths",
            facts.mayHavePaidMore ? "at least \(facts.paidMonths)" : "\(facts.paidMonths)",
          ],
          ["storefront", facts.storefront?.code ?? "not known"],
          ["expirationIntent", facts.expirationIntent.map { String($0) } ?? "not known"],
        ]
      ).element(caption: "Facts as of \(decision.asOf.brief)")
    }
  }
}
