import CEL

extension Scenario {
  /// Returns what an earlier version of the scenario expects and this one does not, a phrase each.
  ///
  /// An expectation about another instant that asks at least as much takes the place of an earlier one.
  package func omissions(since earlier: Scenario) -> [String] {
    var rest = expectations
    func take(_ isWanted: (Expectation) -> Bool) -> Expectation? {
      rest.firstIndex(where: isWanted).map { rest.remove(at: $0) }
    }
    let pairs = earlier.expectations.map { old in (old, take { $0.asOf == old.asOf }) }
    return pairs.compactMap { old, new -> String? in
      let missing = old.parts.subtracting(
        (new ?? take { $0.parts.isSuperset(of: old.parts) })?.parts ?? []
      )
      guard !missing.isEmpty else { return nil }
      let names = missing.ordered().joined(separator: ", ")
      return "expects less as of \(earlier.instant(of: old).brief): no longer \(names)"
    }
  }

  /// Returns whether the scenario expects at least as much as another one of the same customer.
  package func asksAll(of other: Scenario) -> Bool {
    omissions(since: other).isEmpty && facts == other.facts
  }

  /// What is known of the customer at the instants of the expectations.
  private var facts: [[Binding]] {
    expectations.map { expectation in
      let situations =
        customer?.situations(in: engine, asOf: instant(of: expectation)) ?? []
      return situations.flatMap { situation in
        FactVariable.allCases.map { situation.binding(of: $0) }
      }
    }
  }
}

extension Expectation {
  /// What is expected, a name for each part; more names expect more.
  fileprivate var parts: Set<String> {
    var parts: Set<String> = []
    if eligible != nil || order != nil { parts.insert("eligible") }
    if order != nil { parts.insert("order") }
    if let undetermined {
      parts.insert("undetermined")
      if undetermined.isEmpty { parts.insert("that nothing is undetermined") }
    }
    for (offer, _) in because { parts.insert("because of \(offer)") }
    for (offer, _) in windows { parts.insert("windows of \(offer)") }
    for fact in facts { parts.insert(fact.name) }
    if show != nil { parts.insert("show") }
    if shownOffer != nil { parts.insert("offerId") }
    if let redemption { parts.insert("redeem \(redemption.offerId)") }
    if group != nil { parts.insert("subscriptionGroupIdentifier") }
    let storefronts = storefronts.map { $0.map { "in \($0.code)" } } ?? []
    return parts.union(storefronts)
  }
}
