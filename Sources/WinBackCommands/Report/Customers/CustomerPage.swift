import CalendarTime
import WinBack
import WinBackFormats

/// The page about one customer or a few: for each timeline the answer, the picture and the reasons.
struct CustomerPage {
  private let decisions: [Decision]
  private let basis: DecisionBasis
  private let names: CatalogNames
  private let now: Instant
  private let notices: [String]

  init(
    _ decisions: [Decision],
    _ names: CatalogNames,
    basis: DecisionBasis,
    asOf now: Instant,
    notices: [String] = []
  ) {
    self.notices = notices
    self.decisions = decisions
    self.names = names
    self.basis = basis
    self.now = now
  }

  /// The page as text.
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
