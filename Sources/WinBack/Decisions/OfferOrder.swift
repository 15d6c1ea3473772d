import CEL

/// The order of the result, best first (R2).
struct OfferOrder {
  private let rules: CheckedRuleSet

  init(_ rules: CheckedRuleSet) {
    self.rules = rules
  }

  /// Sorts offers by the keys of the rule set; what is left is decided by offer id, in byte order.
  ///
  /// A key that cannot be evaluated for an offer puts it behind those for which it can.
  func sorted(_ programs: [OfferProgram], _ policies: PolicyChoice) -> [OfferProgram] {
    let keyed = programs.map { program in
      (program: program, keys: rules.order.map { key($0, of: program, policies) })
    }
    return keyed.sorted { lhs, rhs in
      for (position, order) in rules.ruleSet.order.enumerated() {
        switch (lhs.keys[position], rhs.keys[position]) {
        case (nil, nil): continue
        case (nil, _): return false
        case (_, nil): return true
        case (let left?, let right?):
          guard left != right else { continue }
          return order.isDescending ? right.isLess(than: left) : left.isLess(than: right)
        }
      }
      return lhs.program.offer.offer.offerId.utf8.lexicographicallyPrecedes(
        rhs.program.offer.offer.offerId.utf8
      )
    }.map(\.program)
  }

  private func key(
    _ key: Expression,
    of program: OfferProgram,
    _ policies: PolicyChoice
  ) -> Value? {
    let outcome = key.evaluate { id in
      switch rules.vocabulary.role(of: id) {
      case .offer(let variable): program.attribute(variable)
      case .policy(let index): .value(.string(policies.values[index]))
      case .fact, .attribute: .absent
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
  /// Returns the places of the offers, in the order that they would have if one were another (R2).
  ///
  /// - Complexity: O(*o* · log *o*) for *o* offers.
  package func order(replacing index: Int, _ change: (inout WinBackOffer) -> Void) -> [Int] {
    var offer = programs[index].offer.offer
    change(&offer)
    var changed = programs
    changed[index] = OfferProgram(programs[index].offer.with(offer), rules, policies)
    let places = Dictionary(
      uniqueKeysWithValues: programs.indices.map { (programs[$0].offer.symbolInGroup, $0) }
    )
    return OfferOrder(rules).sorted(changed, policies).compactMap {
      places[$0.offer.symbolInGroup]
    }
  }
}

extension IndexedOffer {
  /// What tells the offer from all others: its identifier is unique within its group.
  fileprivate var symbolInGroup: [Symbol] { [group, symbol] }
}
