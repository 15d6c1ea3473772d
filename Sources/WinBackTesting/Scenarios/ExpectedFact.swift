import CEL
import WinBack

/// A fact that a scenario expects, and its value.
package struct ExpectedFact: Sendable {
  /// The facts that a scenario can expect, by the names that results give them.
  static let byName: [String: FactVariable] = Dictionary(
    keepingFirst: FactVariable.allCases.filter { $0 != .now && !$0.isOfOffer }.map {
      ($0.name, $0)
    }
  )

  /// The name of the paid months that a customer has at least (F13c).
  static let leastMonths = "\(FactVariable.paidMonths.name)AtLeast"

  /// The names, in the order of the facts.
  static let names: [String] =
    FactVariable.allCases.map(\.name).filter { byName[$0] != nil }
    + [leastMonths]

  /// The name.
  let name: String
  /// The value; nil if the fact must be absent.
  let value: Value?

  /// Returns what the fact is instead; nil if it is as expected.
  func difference(in snapshot: Snapshot) -> String? {
    if name == Self.leastMonths {
      let found: Value? =
        if case .atLeast(let least) = snapshot.fact(.paidMonths) { .int(least) } else { nil }
      return found == value ? nil : found?.text ?? "none"
    }
    guard let fact = Self.byName[name] else { return "none" }
    return switch snapshot.fact(fact) {
    case .value(let found): found == value ? nil : found.text
    case .absent: value == nil ? nil : "none"
    case .unknown: "unknown"
    case .atLeast(let least): "at least \(least)"
    }
  }
}

/// What is expected of a purchase with an offer (M4).
struct ExpectedRedemption: Sendable {
  /// The result of a purchase, in StoreKit's word where it fails.
  enum Outcome: String, Sendable, CaseIterable {
    case redeemable
    case ineligibleForOffer
    case undetermined

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
  /// The instant of the purchase.
  let at: TimelineDate
  let outcome: Outcome
}
