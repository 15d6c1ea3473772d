import CEL
import WinBack

extension CatalogAnalysis {
  /// Returns the indices of the fewest rules that together exclude all customers from an offer.
  func conflict(of audience: Audience) -> [Int] {
    let customers = space.customers(engine.policies.facts)
    var rules = Array(audience.rules.indices)
    for rule in audience.rules.indices {
      let others = rules.filter { $0 != rule }
      let region = others.reduce(customers) { $0.intersection(audience.rules[$1]) }
      if search(in: audience.key.group).finder.assignment(in: region) == nil { rules = others }
    }
    return rules
  }

  package func isContained(_ audience: Audience, in other: Audience) -> Bool {
    audience.key.group == other.key.group && isNobody(audience, outside: [other])
  }

  /// Returns whether two offers require the same of customers.
  ///
  /// A customer who redeemed one of them has not redeemed the other. So the comparison gives both
  /// the same redemption.
  package func areIdentical(_ audience: Audience, _ other: Audience) -> Bool {
    guard audience.key.group == other.key.group, audience.region.isExact, other.region.isExact
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
    let finder = search(in: audience.key.group).finder
    return finder.assignment(in: audience.region.subtracting(renamed)) == nil
      && finder.assignment(in: renamed.subtracting(audience.region)) == nil
  }

  /// Returns whether all customers who are eligible for an offer are eligible for one of some
  /// others.
  func isNobody(_ audience: Audience, outside others: [Audience]) -> Bool {
    let rest = others.reduce(audience.region) { $0.subtracting($1.region) }
    return search(in: audience.key.group).finder.assignment(in: rest) == nil
  }
}

extension CatalogAnalysis {
  /// Returns whether there can be a customer who is eligible for an offer again, after a
  /// redemption.
  ///
  /// - Returns: The first such customer. If the wait does not count, the engine has not confirmed
  ///   that the customer is eligible.
  package func existence(ofRepeated audience: Audience, waiting isWaiting: Bool = true) -> Existence
  {
    let redeemed = Box([space.redemption(of: audience.key).instant: .presence])
    let region = isWaiting ? audience.region : withoutWait(audience)
    return existence(in: region.intersection(Region([redeemed])), of: audience.key.group) {
      !isWaiting || isEligible($0, for: audience.key)
    }
  }

  private func withoutWait(_ audience: Audience) -> Region {
    guard var offer = audience.offer.winBack else { return audience.region }
    offer.customerEligibilityWaitBetweenOffersInMonths = nil
    let other = OfferProgram(audience.offer.with(offer), engine.rules, engine.policies)
    return other.rules.joined().reduce(space.customers(engine.policies.facts)) {
      region,
      condition in
      region.intersection(engine.region(of: condition, about: other, in: space))
    }
  }
}
