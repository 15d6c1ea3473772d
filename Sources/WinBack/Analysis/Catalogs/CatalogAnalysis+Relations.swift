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
      if maker(for: reach.key.group).finder.assignment(in: region) == nil { rules = others }
    }
    return rules
  }

  /// Returns the better offers behind which an offer always stands, as few as do.
  ///
  /// - Parameter index: The place of the offer among ``reaches``; somebody may have it.
  /// - Returns: The offers; nil where somebody may have this one first.
  package func cover(of index: Int) -> [OfferReach]? {
    let reach = reaches[index]
    let better = reaches[..<index].filter { $0.key.group == reach.key.group }
    if let one = better.first(where: { isContained(reach, in: $0) }) { return [one] }
    var cover: [OfferReach] = []
    var rest = reach.region
    let finder = maker(for: reach.key.group).finder
    // Whoever is not covered yet tells which offer to look at next.
    while let assignment = finder.assignment(in: rest) {
      let next = better.first { other in
        other.region.contains { assignment.binding(of: $0, in: space) }
          && !cover.contains { $0.key == other.key }
      }
      guard let next, next.region.isExact else { return nil }
      cover.append(next)
      rest = rest.subtracting(next.region)
    }
    return fewest(of: cover, covering: reach)
  }

  /// Returns the offers without those that are not needed to cover another one.
  private func fewest(of cover: [OfferReach], covering reach: OfferReach) -> [OfferReach] {
    // The best ones are dropped last: they are whom the customer sees in its place.
    cover.reversed().reduce(cover) { cover, other in
      let rest = cover.filter { $0.key != other.key }
      return !rest.isEmpty && isNobody(reach, outside: rest) ? rest : cover
    }
  }

  /// Returns whether everybody who may have an offer may have another one, too.
  package func isContained(_ reach: OfferReach, in other: OfferReach) -> Bool {
    reach.key.group == other.key.group && !isKnownOutside(reach, other)
      && isNobody(reach, outside: [other])
  }

  /// Returns whether two offers ask the same of customers.
  ///
  /// Who redeemed one of them has not redeemed the other. So each is taken to be redeemed when the
  /// other was: what counts is what they ask.
  package func areIdentical(_ reach: OfferReach, _ other: OfferReach) -> Bool {
    guard reach.key.group == other.key.group, reach.region.isExact, other.region.isExact,
      !isKnownOutside(reach, other), !isKnownOutside(other, reach)
    else { return false }
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
    if renamed == reach.region { return true }
    let finder = maker(for: reach.key.group).finder
    return finder.assignment(in: reach.region.subtracting(renamed)) == nil
      && finder.assignment(in: renamed.subtracting(reach.region)) == nil
  }

  private func isNobody(_ reach: OfferReach, outside others: [OfferReach]) -> Bool {
    let rest = others.reduce(reach.region) { $0.subtracting($1.region) }
    return maker(for: reach.key.group).finder.assignment(in: rest) == nil
  }
}
