public import WinBack

/// The offers that a customer is eligible for at an instant, best first, with the decisions.
///
/// Compare it with an array of offer ids. It explains itself if a test fails:
///
/// ```swift
/// #expect(engine.eligible(alice, asOf: "2025-01-15") == ["basic_1m_free"])
/// ```
public struct EligibleOffers: Sendable {
  /// The offers, best first (R2), group by group.
  public let ids: [String]

  /// The undetermined offers, group by group, for which a fact is not known (R1).
  public let undetermined: [String]

  /// The decisions that give the offers; empty for a list in a test.
  public let decisions: [Decision]

  /// Why there is no answer, such as an impossible story; nil if there is one.
  public let failure: String?

  init(of decide: () throws -> [Decision]) {
    do {
      decisions = try decide()
      ids = decisions.flatMap(\.eligibleWinBackOfferIDs)
      undetermined = decisions.flatMap(\.undeterminedWinBackOfferIDs)
      failure = nil
    } catch {
      decisions = []
      ids = []
      undetermined = []
      failure = "\(error)"
    }
  }
}

extension EligibleOffers: ExpressibleByArrayLiteral {
  /// Creates the expected list, best first.
  public init(arrayLiteral ids: String...) {
    self.ids = ids
    undetermined = []
    decisions = []
    failure = nil
  }
}

extension EligibleOffers: Hashable {
  /// Returns whether two lists have the same offers in the same order.
  ///
  /// A list without offers equals `[]` only if no offer is undetermined: a fact that is not known can make a
  /// customer eligible. Compare ``undetermined``, too, if you expect such offers.
  public static func == (lhs: EligibleOffers, rhs: EligibleOffers) -> Bool {
    lhs.ids == rhs.ids && lhs.failure == rhs.failure
      && (!lhs.ids.isEmpty || lhs.undetermined == rhs.undetermined)
  }

  /// Hashes the offers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ids)
    hasher.combine(failure)
  }
}

extension EligibleOffers: CustomStringConvertible {
  /// The offers, and for each decision a line for every offer with the rules that decided it.
  public var description: String {
    if let failure { return "no answer: \(failure)" }
    let list = "[" + ids.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    let reasons = decisions.map { decision in
      "\n  as of \(decision.asOf):"
        + decision.offers.map { "\n    " + $0.explanation }.joined()
    }
    return list + reasons.joined()
  }
}
