import CEL

/// The order of the result, best first (R2).
struct OfferOrder {
  private let keys: [Expression]
  private let areDescending: [Bool]
  private let vocabulary: Vocabulary
  private let policies: PolicyChoice

  /// Creates the order of the result or, if `isPreference`, that in which the app prefers offers
  /// (M3).
  init(_ rules: CheckedRuleSet, _ policies: PolicyChoice, isPreference: Bool = false) {
    keys = isPreference ? rules.prefer : rules.order
    areDescending = (isPreference ? rules.ruleSet.prefer : rules.ruleSet.order).map {
      $0.isDescending
    }
    vocabulary = rules.vocabulary
    self.policies = policies
  }

  /// Returns the best offer; the first of several that no key distinguishes.
  func best(of programs: [OfferProgram]) -> OfferProgram? {
    programs.map(keyed).min { compare($0, $1) ?? false }?.program
  }

  /// Sorts offers by the keys of the rule set; offers with equal keys are in byte order of their ids.
  ///
  /// An offer for which a key cannot be evaluated comes after those for which it can.
  func sorted(_ programs: [OfferProgram]) -> [OfferProgram] {
    programs.map(keyed).ordered { isBefore($0, $1) }.map { $0.program }
  }

  fileprivate typealias Keyed = (program: OfferProgram, keys: [Value?])

  fileprivate func isBefore(_ lhs: Keyed, _ rhs: Keyed) -> Bool {
    compare(lhs, rhs)
      ?? lhs.program.offer.id.utf8.lexicographicallyPrecedes(rhs.program.offer.id.utf8)
  }

  /// Returns whether one comes before another by the keys; nil if all keys are equal.
  fileprivate func compare(_ lhs: Keyed, _ rhs: Keyed) -> Bool? {
    guard let position = decidingKey(lhs, rhs) else { return nil }
    guard let left = lhs.keys[position] else { return false }
    guard let right = rhs.keys[position] else { return true }
    let sign = areDescending[position] ? ComparisonOperator.greater : .less
    return (try? sign.holds(left, right)) ?? false
  }

  /// Returns the position of the first key that distinguishes two offers; nil if none does.
  fileprivate func decidingKey(_ lhs: Keyed, _ rhs: Keyed) -> Int? {
    keys.indices.first { lhs.keys[$0] != rhs.keys[$0] }
  }

  fileprivate func keyed(_ program: OfferProgram) -> Keyed {
    let keys = keys.map { key -> Value? in
      let outcome = key.evaluate {
        vocabulary.constant($0, of: program.attributes, policies) ?? .absent
      }
      return if case .value(let value) = outcome { value } else { nil }
    }
    return (program, keys)
  }
}

extension EligibilityEngine {
  /// Returns the first key of the rule set that distinguishes two offers; nil if only their ids do.
  package func orderKey(between first: OfferProgram, and second: OfferProgram) -> OrderKey? {
    let order = OfferOrder(rules, policies)
    return order.decidingKey(order.keyed(first), order.keyed(second)).map {
      rules.ruleSet.order[$0]
    }
  }

  /// The rank of each offer by the keys of the rule set, best first; offers of one rank differ
  /// only in their ids.
  package var orderRanks: [Int] {
    let order = OfferOrder(rules, policies)
    var ranks: [Int] = []
    var latest: OfferOrder.Keyed?
    for keyed in programs.map(order.keyed) {
      let differs = latest.map { order.compare($0, keyed) != nil } ?? false
      ranks.append((ranks.last ?? 0) + (differs ? 1 : 0))
      latest = keyed
    }
    return ranks
  }

  /// Returns the indices of the offers that an offer would pass if it changed (R2).
  package func offersPassed(
    byOfferAt index: Int,
    _ change: (inout WinBackOffer) -> Void
  ) -> Range<Int> {
    guard var offer = programs[index].offer.winBack else { return index..<index }
    change(&offer)
    let order = OfferOrder(rules, policies)
    let changed = OfferProgram(programs[index].offer.with(offer), rules, policies)
    let moved = order.keyed(changed)
    // The other offers keep their order.
    func end(ofThoseBeforeIn indices: Range<Int>) -> Int {
      indices.end { order.isBefore(order.keyed(programs[$0]), moved) }
    }
    let target = end(ofThoseBeforeIn: 0..<index)
    guard target == index else { return target..<index }
    return index + 1..<end(ofThoseBeforeIn: index + 1..<programs.count)
  }
}

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
      guard prefer[index].reads(Vocabulary.id(of: .duration)) else { return nil }
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
