/// Why an offer is not among those that a customer is eligible for.
package enum OfferAbsence: Sendable, Hashable {
  /// These rules do not hold, in the rule set's order (R3).
  case failed([String])
  /// No rule fails, and some cannot be decided.
  case undetermined
  /// The group has no such offer.
  case unknown

  /// Creates the cause from the result of the rules, where the group has the offer.
  package init(_ evaluation: OfferEvaluation?) {
    guard let evaluation else {
      self = .unknown
      return
    }
    self = evaluation.verdict == .undetermined ? .undetermined : .failed(evaluation.failedRules)
  }
}
