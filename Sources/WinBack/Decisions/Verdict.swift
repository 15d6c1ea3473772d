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
