import CalendarTime
import CEL

/// The order of the result, best first (R2).
struct OfferOrder {
  private let keys: [Expression]
  private let areDescending: [Bool]
  private let vocabulary: Vocabulary

  init(_ rules: CheckedRuleSet) {
    keys = rules.order
    areDescending = rules.ruleSet.order.map { $0.isDescending }
    vocabulary = rules.vocabulary
  }

  /// The order in which the app prefers offers (M3).
  init(preferring rules: CheckedRuleSet) {
    keys = rules.prefer
    areDescending = rules.ruleSet.prefer.map { $0.isDescending }
    vocabulary = rules.vocabulary
  }

  /// Returns the offer that comes first; of those that no key distinguishes, the first one.
  func best(of programs: [OfferProgram], _ policies: PolicyChoice) -> OfferProgram? {
    var best: Keyed?
    for program in programs {
      let keyed = (program: program, keys: keys(of: program, policies))
      if let known = best, compare(keyed, known) != true { continue }
      best = keyed
    }
    return best?.program
  }

  /// Sorts offers by the keys of the rule set; what is left is decided by offer id, in byte order.
  ///
  /// A key that cannot be evaluated for an offer puts it behind those for which it can.
  func sorted(_ programs: [OfferProgram], _ policies: PolicyChoice) -> [OfferProgram] {
    let keyed = programs.map { (program: $0, keys: keys(of: $0, policies)) }
    return keyed.sorted { isBefore($0, $1) }.map { $0.program }
  }

  fileprivate typealias Keyed = (program: OfferProgram, keys: [Value?])

  fileprivate func isBefore(_ lhs: Keyed, _ rhs: Keyed) -> Bool {
    compare(lhs, rhs)
      ?? lhs.program.offer.offer.offerId.utf8.lexicographicallyPrecedes(
        rhs.program.offer.offer.offerId.utf8
      )
  }

  /// Returns whether one comes before another by the keys; nil if they tell nothing.
  fileprivate func compare(_ lhs: Keyed, _ rhs: Keyed) -> Bool? {
    guard let position = decidingKey(lhs, rhs) else { return nil }
    guard let left = lhs.keys[position] else { return false }
    guard let right = rhs.keys[position] else { return true }
    return areDescending[position] ? right.isLess(than: left) : left.isLess(than: right)
  }

  /// Returns the position of the first key that distinguishes two offers; nil if none does.
  fileprivate func decidingKey(_ lhs: Keyed, _ rhs: Keyed) -> Int? {
    keys.indices.first { lhs.keys[$0] != rhs.keys[$0] }
  }

  fileprivate func keys(of program: OfferProgram, _ policies: PolicyChoice) -> [Value?] {
    keys.map { key($0, of: program, policies) }
  }

  private func key(
    _ key: Expression,
    of program: OfferProgram,
    _ policies: PolicyChoice
  ) -> Value? {
    let outcome = key.evaluate { id in
      switch vocabulary.role(of: id) {
      case .offer(let variable): program.attribute(variable)
      case .policy(let index): .value(.string(policies.values[index]))
      case .fact, .attribute, .answer: .absent
      }
    }
    return if case .value(let value) = outcome { value } else { nil }
  }
}

extension Value {
  /// Returns whether one key comes before another; both are of one type.
  fileprivate func isLess(than other: Value) -> Bool {
    switch (self, other) {
    case (.int(let lhs), .int(let rhs)): lhs < rhs
    case (.double(let lhs), .double(let rhs)): lhs < rhs
    case (.string(let lhs), .string(let rhs)): lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
    case (.timestamp(let lhs), .timestamp(let rhs)): lhs < rhs
    default: false
    }
  }
}

extension EligibilityEngine {
  /// Returns the first key of the rule set that distinguishes two offers; nil if only their ids do.
  package func orderKey(between first: OfferProgram, and second: OfferProgram) -> OrderKey? {
    let order = OfferOrder(rules)
    return order.decidingKey(
      (first, order.keys(of: first, policies)),
      (second, order.keys(of: second, policies))
    ).map { rules.ruleSet.order[$0] }
  }

  /// The rank of each offer by the keys of the rule set, best first; offers of one rank differ
  /// only in their ids.
  ///
  /// - Complexity: O(*o*) for *o* offers.
  var orderRanks: [Int] {
    let order = OfferOrder(rules)
    var ranks: [Int] = []
    var latest: OfferOrder.Keyed?
    for program in programs {
      let keyed = (program: program, keys: order.keys(of: program, policies))
      let differs = latest.map { order.compare($0, keyed) != nil } ?? false
      ranks.append((ranks.last ?? 0) + (differs ? 1 : 0))
      latest = keyed
    }
    return ranks
  }

  /// Returns the places of the offers that an offer would pass if it were another (R2).
  ///
  /// - Complexity: O(log *o*) for *o* offers.
  package func offersPassed(
    byOfferAt index: Int,
    _ change: (inout WinBackOffer) -> Void
  ) -> Range<Int> {
    var offer = programs[index].offer.offer
    change(&offer)
    let order = OfferOrder(rules)
    let changed = OfferProgram(programs[index].offer.with(offer), rules, policies)
    let moved = (program: changed, keys: order.keys(of: changed, policies))
    // The others stay in their order.
    func end(ofThoseBeforeIn places: Range<Int>) -> Int {
      var (first, end) = (places.lowerBound, places.upperBound)
      while first < end {
        let middle = first + (end - first) / 2
        let other = (programs[middle], order.keys(of: programs[middle], policies))
        if order.isBefore(other, moved) { first = middle + 1 } else { end = middle }
      }
      return first
    }
    let place = end(ofThoseBeforeIn: 0..<index)
    guard place == index else { return place..<index }
    return index + 1..<end(ofThoseBeforeIn: index + 1..<programs.count)
  }
}
