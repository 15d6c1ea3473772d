import CEL
package import WinBack

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
