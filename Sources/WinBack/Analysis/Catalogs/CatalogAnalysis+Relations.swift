import CEL

extension CatalogAnalysis {
  /// Returns the rules that together keep everybody from an offer, as few as do.
  ///
  /// - Parameter audience: An offer that nobody can have.
  /// - Returns: The places of the rules in the rule set.
  package func conflict(of audience: Audience) -> [Int] {
    let customers = space.customers(engine.policies.facts)
    var rules = Array(audience.rules.indices)
    for rule in audience.rules.indices {
      let others = rules.filter { $0 != rule }
      let region = others.reduce(customers) { $0.intersection(audience.rules[$1]) }
      if maker(for: audience.key.group).finder.assignment(in: region) == nil { rules = others }
    }
    return rules
  }

  /// Returns the better offers behind which an offer always stands, as few as do.
  ///
  /// - Parameter index: The place of the offer among ``audiences``; somebody may have it.
  /// - Returns: The offers; nil where somebody may have this one first.
  package func cover(of index: Int) -> [Audience]? {
    let audience = audiences[index]
    let better = audiences[..<index].filter { $0.key.group == audience.key.group }
    if let one = better.first(where: { isContained(audience, in: $0) }) { return [one] }
    var cover: [Audience] = []
    var rest = audience.region
    let finder = maker(for: audience.key.group).finder
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
    return fewest(of: cover, covering: audience)
  }

  /// Returns the offers without those that are not needed to cover another one.
  private func fewest(of cover: [Audience], covering audience: Audience) -> [Audience] {
    // The best ones are dropped last: they are whom the customer sees in its place.
    cover.reversed().reduce(cover) { cover, other in
      let rest = cover.filter { $0.key != other.key }
      return !rest.isEmpty && isNobody(audience, outside: rest) ? rest : cover
    }
  }

  /// Returns whether everybody who may have an offer may have another one, too.
  package func isContained(_ audience: Audience, in other: Audience) -> Bool {
    audience.key.group == other.key.group && !isKnownOutside(audience, other)
      && isNobody(audience, outside: [other])
  }

  /// Returns whether two offers ask the same of customers.
  ///
  /// Who redeemed one of them has not redeemed the other. So each is taken to be redeemed when the
  /// other was: what counts is what they ask.
  package func areIdentical(_ audience: Audience, _ other: Audience) -> Bool {
    guard audience.key.group == other.key.group, audience.region.isExact, other.region.isExact,
      !isKnownOutside(audience, other), !isKnownOutside(other, audience)
    else { return false }
    let mine = space.redemption(of: audience.key)
    let others = space.redemption(of: other.key)
    let renamed = other.region.renaming { id in
      switch id {
      case others.instant: mine.instant
      case others.age: mine.age
      case others.elapsed: mine.elapsed
      default: id
      }
    }
    if renamed == audience.region { return true }
    let finder = maker(for: audience.key.group).finder
    return finder.assignment(in: audience.region.subtracting(renamed)) == nil
      && finder.assignment(in: renamed.subtracting(audience.region)) == nil
  }

  private func isNobody(_ audience: Audience, outside others: [Audience]) -> Bool {
    let rest = others.reduce(audience.region) { $0.subtracting($1.region) }
    return maker(for: audience.key.group).finder.assignment(in: rest) == nil
  }
}
