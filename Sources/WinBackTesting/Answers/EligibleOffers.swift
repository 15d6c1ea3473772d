import CEL

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
  public var undetermined: [String] { decisions.flatMap(\.undeterminedWinBackOfferIDs) }

  /// The decisions that give the offers; empty for a list in a test.
  public let decisions: [Decision]

  /// Why there is no answer, such as an impossible story; nil if there is one.
  public let failure: String?

  init(of decide: () throws -> [Decision]) {
    do {
      decisions = try decide()
      ids = decisions.flatMap(\.eligibleWinBackOfferIDs)
      failure = nil
    } catch {
      decisions = []
      ids = []
      failure = "\(error)"
    }
  }
}

extension EligibleOffers: ExpressibleByArrayLiteral {
  /// Creates the expected list, best first.
  public init(arrayLiteral ids: String...) {
    self.ids = ids
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

extension EligibilityEngine {
  /// Returns the offers that the customer of a story is eligible for.
  ///
  /// It does not throw, so an expectation in a test shows the answer if it fails. An impossible
  /// story has no answer: the result is equal to no list, and says why.
  ///
  /// - Parameters:
  ///   - story: The story, with products and offers of the engine's catalog.
  ///   - date: The instant of the question; a day starts in the time zone of the policies (T4).
  /// - Returns: The offers, best first, and what decided them.
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* periods and *o* offers.
  public func eligible(_ story: CustomerStory, asOf date: StoryDate) -> EligibleOffers {
    EligibleOffers {
      let offset = policies.facts.timeZone
      let known = story.known(by: try date.date().resolved(at: offset), at: offset)
      // An impossible story is impossible at every instant.
      _ = try story.history(for: self)
      return try decisions(try known.history(for: self), date)
    }
  }

  /// Returns the offers that a customer is eligible for.
  ///
  /// - Parameters:
  ///   - history: What is known of the customer.
  ///   - date: The instant of the question; a day starts in the time zone of the policies (T4).
  /// - Returns: The offers, best first, and what decided them.
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* transactions and *o* offers.
  public func eligible(_ history: CustomerHistory, asOf date: StoryDate) -> EligibleOffers {
    EligibleOffers { try decisions(history, date) }
  }

  private func decisions(_ history: CustomerHistory, _ date: StoryDate) throws -> [Decision] {
    let now = try date.date().resolved(at: policies.facts.timeZone)
    return Array(try decisions(for: history, asOf: now))
  }
}

extension OfferDecision {
  /// The rules that explain the verdict: those that do not hold or, if all hold, those that compare
  /// numbers and dates.
  package var decidingRules: [RuleOutcome] { rules.deciding(verdict) }

  package var explanation: String {
    let phrase =
      switch verdict {
      case .eligible: "eligible"
      case .ineligible: "not eligible"
      case .undetermined: "undetermined"
      }
    let rules = decidingRules.map { "\($0.id): \($0.because)" }
    return "\(offerId) is \(phrase); " + rules.joined(separator: "; ")
  }
}

extension [RuleOutcome] {
  func deciding(_ verdict: Verdict) -> [RuleOutcome] {
    guard verdict == .eligible else { return filter { $0.outcome != .holds } }
    return filter { rule in
      rule.conditions.contains { condition in
        switch condition.actual {
        case .int, .timestamp, .double: true
        default: false
        }
      }
    }
  }
}
