import CEL

/// A key of preference that compares the number of a period without its unit, so that three days
/// come before one month (M3).
package struct PreferenceTrap: Sendable, Hashable {
  package let index: Int
  /// A free trial that comes before a longer one.
  package let shorter: OfferDuration
  package let longer: OfferDuration
}

extension CheckedRuleSet {
  /// The keys that sometimes prefer the longer free trial, and sometimes the shorter one.
  package var preferenceTraps: [PreferenceTrap] {
    prefer.indices.compactMap { index in
      guard prefer[index].variables.contains(Vocabulary.id(of: .duration)) else { return nil }
      let numbers = OfferDuration.allCases.compactMap { duration -> (OfferDuration, Int64)? in
        guard let number = number(of: prefer[index], for: duration) else { return nil }
        return (duration, ruleSet.prefer[index].isDescending ? number : -number)
      }
      // Durations are declared from the shortest to the longest.
      var trap: PreferenceTrap?
      var prefersLonger = false
      for (position, shorter) in numbers.enumerated() {
        for longer in numbers[(position + 1)...] {
          if longer.1 > shorter.1 { prefersLonger = true }
          guard longer.1 < shorter.1, trap == nil else { continue }
          trap = PreferenceTrap(index: index, shorter: shorter.0, longer: longer.0)
        }
      }
      return prefersLonger ? trap : nil
    }
  }

  /// Returns the value of a key for a free trial; nil if it is not an integer.
  private func number(of key: Expression, for duration: OfferDuration) -> Int64? {
    let outcome = key.evaluate { id in
      switch vocabulary.role(of: id) {
      case .offer(.duration): .value(.string(duration.rawValue))
      case .offer(.offerMode): .value(.string(OfferMode.freeTrial.rawValue))
      case .offer(.periodCount): .value(.int(1))
      case .offer(.type): .value(.string(OfferKind.winBack.rawValue))
      case .policy(let index): .value(.string(ruleSet.policies[index].value))
      case .offer, .fact, .attribute, .answer: .absent
      }
    }
    guard case .value(.int(let number)) = outcome, number != .min else { return nil }
    return number
  }
}
