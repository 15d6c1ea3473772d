import CEL
import CalendarTime

extension CatalogAnalysis {
  /// Returns whether there can be a customer who may have an offer again, after a redemption since the
  /// offer's start.
  ///
  /// - Parameters:
  ///   - reach: The offer.
  ///   - isWaiting: Whether its wait counts.
  /// - Returns: The customer who was found first; for an offer whose wait does not count, the engine
  ///   has not confirmed that they may have it.
  package func existence(ofRepeated reach: OfferReach, waiting isWaiting: Bool = true) -> Existence
  {
    let start = reach.offer.startDate.start(at: engine.policies.facts.timeZone)
    let redeemed = Box([
      space.redemption(of: reach.key).instant: Domain(
        .numbers(IntervalSet(start.milliseconds...Int64.max))
      )
    ])
    let region = isWaiting ? reach.region : withoutWait(reach)
    return existence(in: region.intersection(Region(boxes: [redeemed])), of: reach.key.group) {
      !isWaiting || $0[reach.key] == .eligible
    }
  }

  /// Returns whom an offer would reach without its wait.
  private func withoutWait(_ reach: OfferReach) -> Region {
    guard let program = engine.programs.first(where: { engine.key(of: $0) == reach.key }) else {
      return reach.region
    }
    var offer = reach.offer
    offer.customerEligibilityWaitBetweenOffersInMonths = nil
    let other = OfferProgram(program.offer.with(offer), engine.rules, engine.policies)
    return other.rules.joined().reduce(space.customers(engine.policies.facts)) {
      region,
      condition in
      region.intersection(engine.region(of: condition, about: other, in: space))
    }
  }
}
