/// Whether a customer is eligible for an offer (R1).
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// Every rule holds.
  case eligible
  /// Some rule does not hold.
  case ineligible
  /// No rule fails, and some cannot be decided, because a fact is not known.
  case undetermined

  /// Creates the verdict of rules from whether they all hold.
  public init(_ truth: Truth) {
    self =
      switch truth {
      case .holds: .eligible
      case .fails: .ineligible
      case .unknown: .undetermined
      }
  }

  /// Whether all rules hold.
  public var truth: Truth {
    switch self {
    case .eligible: .holds
    case .ineligible: .fails
    case .undetermined: .unknown
    }
  }
}

/// Why a customer is not eligible for an offer.
package enum OfferAbsence: Sendable, Hashable {
  /// These rules do not hold, in the rule set's order (R3).
  case failed([String])
  case undetermined
  case otherGroup(String)
  /// The catalog has no such offer.
  case unknown

  /// Creates the reason from the results of the rules, if the group has the offer; `group` is
  /// another group that has it.
  package init(_ evaluation: OfferEvaluation?, inOtherGroup group: String?) {
    guard let evaluation else {
      self = group.map(OfferAbsence.otherGroup) ?? .unknown
      return
    }
    self = evaluation.verdict == .undetermined ? .undetermined : .failed(evaluation.failedRules)
  }
}
