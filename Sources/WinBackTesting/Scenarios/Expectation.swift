import CEL

/// What is expected of one customer at one instant; nil and empty members expect nothing.
package struct Expectation: Sendable {
  package struct ExpectedWindow: Sendable, Hashable {
    let from: TimelineDate
    /// The last instant; a date without a time means any instant of that day; nil for no end.
    let through: TimelineDate?
  }

  package let asOf: TimelineDate

  /// The line of the file on which the expectation starts, from 1.
  package let line: Int

  /// The storefronts that are expected for the customer, one by one; nil for the customer's own.
  let storefronts: [Storefront]?

  /// The subscription group; nil for all groups of the customer.
  let group: String?

  /// The offers that the customer is eligible for, in any order.
  let eligible: [String]?

  /// The offers that are undetermined, in any order; empty by default if no offer is expected to be
  /// eligible.
  let undetermined: [String]?

  /// The offers that the customer is eligible for, best first.
  let order: [String]?

  /// The rules that fail for an offer, or their reasons: exactly these.
  let because: [(offer: String, ids: [String])]

  /// The windows of an offer over all time: exactly these.
  let windows: [(offer: String, windows: [ExpectedWindow])]
  let facts: [ExpectedFact]

  /// What the customer is shown (M1); nil expects nothing.
  let show: Screen?
  let shownOffer: String?

  /// The result of a purchase with an offer (M4).
  let redemption: ExpectedRedemption?

  var needsOnlyVerdicts: Bool {
    because.isEmpty && windows.isEmpty && facts.isEmpty && !looksAtScreens && redemption == nil
  }

  var looksAtScreens: Bool { show != nil || shownOffer != nil }

  /// Returns the facts in the group of the expectation, or in all groups if it has none.
  func asked(of situations: [Snapshot], in engine: EligibilityEngine) -> [Snapshot] {
    guard let group else { return situations }
    let symbol = engine.index.symbols.find(group)
    return situations.filter { $0.group == symbol }
  }
}

package struct ExpectedFact: Sendable {
  /// The facts that a scenario can expect, by their names in results.
  static let byName: [String: FactVariable] = Dictionary(
    keepingFirst: FactVariable.allCases.filter { $0 != .now && !$0.isOfOffer }.map {
      ($0.name, $0)
    }
  )

  /// The ends of facts of which only a range is known, by their names in results (F14).
  static let ends: [String: (fact: FactVariable, end: @Sendable (ClosedRange<Int64>) -> Int64)] = [
    "paidMonthsAtLeast": (.paidMonths, { $0.lowerBound }),
    "paidMonthsAtMost": (.paidMonths, { $0.upperBound }),
    "lapsedAtEarliest": (.lapsedAt, { $0.lowerBound }),
  ]
  static let names: [String] =
    FactVariable.allCases.map(\.name).filter { byName[$0] != nil } + ends.keys.sorted()

  /// Returns the fact that a name is about, itself or by an end of its range.
  static func fact(named name: String) -> FactVariable? { byName[name] ?? ends[name]?.fact }

  let name: String
  /// The value; nil if the fact must be absent.
  let value: Value?

  /// Returns the other value of the fact; nil if it is as expected.
  func difference(in snapshot: Snapshot) -> String? {
    if let (fact, end) = Self.ends[name] {
      var found: Value?
      if case .range(let range, _) = snapshot.binding(of: fact), end(range) < .max {
        found = fact.value(of: end(range), snapshot.history.symbols)
      }
      return found == value ? nil : found?.text ?? "none"
    }
    guard let fact = Self.byName[name] else { return "none" }
    return switch snapshot.binding(of: fact) {
    case .value(let found): found == value ? nil : found.text
    case .absent: value == nil ? nil : "none"
    case .unknown: "unknown"
    case .range(let range, _):
      fact.fact.code == .integer && range.upperBound == .max
        ? "at least \(range.lowerBound)" : "unknown"
    }
  }
}

/// What is expected of a purchase with an offer (M4).
struct ExpectedRedemption: Sendable {
  /// The result of a purchase; a failure has StoreKit's name.
  enum Outcome: String, Sendable, CaseIterable {
    case redeemable, ineligibleForOffer, undetermined

    init(_ verdict: Verdict) {
      self =
        switch verdict {
        case .eligible: .redeemable
        case .ineligible: .ineligibleForOffer
        case .undetermined: .undetermined
        }
    }
  }

  let offerId: String
  let at: TimelineDate
  let outcome: Outcome
}
