import CEL

extension CatalogAnalysis {
  /// Returns the rules that together keep everybody from an offer, as few as do.
  ///
  /// - Parameter reach: An offer that nobody can have.
  /// - Returns: The places of the rules in the rule set.
  package func conflict(of reach: OfferReach) -> [Int] {
    let customers = space.customers(engine.policies.facts)
    var rules = Array(reach.rules.indices)
    for rule in reach.rules.indices {
      let others = rules.filter { $0 != rule }
      let region = others.reduce(customers) { $0.intersection(reach.rules[$1]) }
      if case .nobody = existence(in: region, of: reach.key.group) { rules = others }
    }
    return rules
  }

  /// Returns the better offers behind which an offer always stands, as few as do.
  ///
  /// - Parameter index: The place of the offer among ``reaches``; somebody may have it.
  /// - Returns: The offers; nil where somebody may have this one first.
  package func cover(of index: Int) -> [OfferReach]? {
    let reach = reaches[index]
    var better = reaches[..<index].filter { other in
      other.key.group == reach.key.group
        && !other.region.intersection(reach.region).isEmpty
    }
    guard !better.isEmpty, isNobody(reach, outside: better) else { return nil }
    // The best ones are dropped last: they are whom the customer sees in its place.
    for other in better.reversed() where better.count > 1 {
      let rest = better.filter { $0.key != other.key }
      if isNobody(reach, outside: rest) { better = rest }
    }
    return better
  }

  /// Returns whether everybody who may have an offer may have another one, too.
  package func isContained(_ reach: OfferReach, in other: OfferReach) -> Bool {
    reach.key.group == other.key.group && isNobody(reach, outside: [other])
  }

  /// Returns whether two offers ask the same of customers.
  ///
  /// Who redeemed one of them has not redeemed the other. So each is taken to be redeemed when the
  /// other was: what counts is what they ask.
  package func areIdentical(_ reach: OfferReach, _ other: OfferReach) -> Bool {
    guard reach.key.group == other.key.group, reach.region.isExact, other.region.isExact else {
      return false
    }
    let mine = space.redemption(of: reach.key)
    let others = space.redemption(of: other.key)
    let renamed = other.region.renaming { id in
      switch id {
      case others.instant: mine.instant
      case others.age: mine.age
      case others.elapsed: mine.elapsed
      default: id
      }
    }
    let group = reach.key.group
    return renamed == reach.region
      || existence(in: reach.region.subtracting(renamed), of: group) == .nobody
        && existence(in: renamed.subtracting(reach.region), of: group) == .nobody
  }

  private func isNobody(_ reach: OfferReach, outside others: [OfferReach]) -> Bool {
    let rest = others.reduce(reach.region) { $0.subtracting($1.region) }
    let finder = maker(for: reach.key.group).finder
    return rest.boxes.allSatisfy { finder.point(in: $0) == nil }
  }
}
