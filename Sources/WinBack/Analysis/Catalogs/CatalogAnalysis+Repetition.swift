import CEL

extension CatalogAnalysis {
  /// Returns whether there can be a customer who is eligible for an offer again, after a redemption.
  ///
  /// - Parameters:
  ///   - audience: The offer.
  ///   - isWaiting: Whether its wait counts.
  /// - Returns: The customer who was found first. If the wait does not count, the engine has not
  ///   confirmed that the customer is eligible.
  package func existence(ofRepeated audience: Audience, waiting isWaiting: Bool = true) -> Existence
  {
    let redeemed = Box([space.redemption(of: audience.key).instant: .presence])
    let region = isWaiting ? audience.region : withoutWait(audience)
    return existence(in: region.intersection(Region(boxes: [redeemed])), of: audience.key.group) {
      !isWaiting || isEligible($0, for: audience.key)
    }
  }

  /// Returns whom an offer would reach without its wait.
  private func withoutWait(_ audience: Audience) -> Region {
    guard let program = program(of: audience.key) else {
      return audience.region
    }
    var offer = audience.offer
    offer.customerEligibilityWaitBetweenOffersInMonths = nil
    let other = OfferProgram(program.offer.with(offer), engine.rules, engine.policies)
    return other.rules.joined().reduce(space.customers(engine.policies.facts)) {
      region,
      condition in
      region.intersection(engine.region(of: condition, about: other, in: space))
    }
  }
}
