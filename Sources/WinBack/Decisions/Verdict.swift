/// Whether a customer may have an offer (R1).
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// Every rule holds.
  case eligible
  /// Some rule does not hold.
  case ineligible
  /// No rule fails, and some cannot be decided for want of a fact.
  case undetermined
}
