import CEL
import CalendarTime

extension CatalogAnalysis {
  /// Returns whether there can be a customer who may have an offer again, after a redemption since the
  /// offer's start.
  ///
  /// - Parameters:
  ///   - audience: The offer.
  ///   - isWaiting: Whether its wait counts.
  /// - Returns: The customer who was found first; for an offer whose wait does not count, the engine
  ///   has not confirmed that they may have it.
  package func existence(ofRepeated audience: Audience, waiting isWaiting: Bool = true) -> Existence
  {
    let start = audience.offer.startDate.start(at: engine.policies.facts.timeZone)
    let redeemed = Box([
      space.redemption(of: audience.key).instant: Domain(
        .numbers(IntervalSet(start.milliseconds...Int64.max))
      )
    ])
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
