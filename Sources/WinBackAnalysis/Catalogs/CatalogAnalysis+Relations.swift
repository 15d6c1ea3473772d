import CEL

extension CatalogAnalysis {
  /// Returns the indices of the fewest rules that together exclude all customers from an offer.
  func conflict(of audience: Audience) -> [Int] {
    let customers = space.customers(engine.policies.facts)
    var rules = Array(audience.rules.indices)
    for rule in audience.rules.indices {
      let others = rules.filter { $0 != rule }
      let region = others.reduce(customers) { $0.intersection(audience.rules[$1]) }
      if isNobody(in: region, of: audience.key.group) { rules = others }
    }
    return rules
  }

  package func isContained(_ audience: Audience, in other: Audience) -> Bool {
    audience.key.group == other.key.group
      && isNobody(in: audience.region.subtracting(other.region), of: audience.key.group)
  }

  private static let coverLimit = 16

  /// Returns the fewest offers that together contain all customers of a region.
  ///
  /// - Parameters:
  ///   - region: The customers, of this analysis or of another one in the same space.
  ///   - group: The subscription group.
  ///   - count: How many offers may contain them, the best ones; all of them if it is nil.
  ///   - isShadow: Whether customers who have redeemed any of the offers do not count.
  /// - Returns: The offers; nil if they do not contain all customers, or if more than 16 would be needed.
  func cover(
    of region: Region,
    in group: String,
    byFirst count: Int? = nil,
    exceptRedeemers isShadow: Bool
  ) -> [Audience]? {
    func removing(_ rest: Region, _ offer: Audience) -> Region {
      let rest = rest.subtracting(offer.region)
      return isShadow ? rest.intersection(Region([space.withoutRedemption(of: offer.key)])) : rest
    }
    var cover: [Audience] = []
    var rest = region
    let finder = search(in: group).finder
    // A customer who is not covered yet gives the next offer.
    while let assignment = finder.assignment(in: rest) {
      let next = offerIndices(of: assignment).first { other in
        !cover.contains { $0.key == audiences[other].key }
      }
      guard let next, next < count ?? audiences.count, audiences[next].region.isExact,
        cover.count < Self.coverLimit
      else { return nil }
      cover.append(audiences[next])
      rest = removing(rest, audiences[next])
    }
    // The best ones are removed last, because the customer sees them instead of the offer.
    return cover.reversed().reduce(cover) { cover, other in
      let fewer = cover.filter { $0.key != other.key }
      let isEnough =
        !fewer.isEmpty && finder.assignment(in: fewer.reduce(region, removing)) == nil
      return isEnough ? fewer : cover
    }
  }

  /// Returns whether two offers require the same of customers.
  ///
  /// A customer who redeemed one of them has not redeemed the other. So the comparison gives both
  /// the same redemption.
  package func areIdentical(_ audience: Audience, _ other: Audience) -> Bool {
    guard audience.key.group == other.key.group, audience.region.isExact, other.region.isExact
    else { return false }
    let mine = space.redemptionIDs(of: audience.key)
    let others = space.redemptionIDs(of: other.key)
    let renamed = other.region.renaming { id in others.firstIndex(of: id).map { mine[$0] } ?? id }
    return renamed == audience.region
      || isNobody(in: audience.region.subtracting(renamed), of: audience.key.group)
        && isNobody(in: renamed.subtracting(audience.region), of: audience.key.group)
  }

  /// Returns the customers who are eligible for both of two offers, without those for whom this is
  /// true only at one instant after the end of service.
  func shared(by audience: Audience, _ other: Audience) -> Region {
    let age = space.lapse.age
    let both = audience.region.intersection(other.region)
    let boxes = both.boxes.filter { box in
      guard case .numbers(let ages) = box[age].values else { return true }
      // Even ages are exact months.
      return !ages.intervals.allSatisfy { $0.lowerBound == $0.upperBound && $0.lowerBound % 2 == 0 }
    }
    return both.isExact ? Region(boxes) : both
  }

  func customer(of audience: Audience, and other: Audience) -> Witness? {
    existence(in: shared(by: audience, other), of: audience.key.group) { witness in
      isEligible(witness, for: audience.key) && isEligible(witness, for: other.key)
    }.witness
  }

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
    let customers = space.customers(engine.policies.facts)
    return engine.region(of: Array(other.rules.joined()), about: other, among: customers, in: space)
  }
}

extension CatalogAnalysis {
  /// Returns the gaps in which no offer of a subscription reaches any customer, although offers
  /// reach customers before and after; in the order of time.
  func lapseGaps(between audiences: [Audience]) -> [LapseGap] {
    // The audiences by the starts and the ends of their intervals.
    var covered: [ClosedRange<Int64>] = []
    var starts: [Int64: [Audience]] = [:]
    var ends: [Int64: [Audience]] = [:]
    for audience in audiences {
      for interval in ages(of: audience.region).intervals {
        covered.append(interval)
        starts[interval.lowerBound, default: []].append(audience)
        ends[interval.upperBound, default: []].append(audience)
      }
    }
    let reached = IntervalSet(unionOf: covered).intervals
    return zip(reached, reached.dropFirst()).map { shorter, longer in
      LapseGap(
        ages: (shorter.upperBound + 1)...(longer.lowerBound - 1),
        before: ends[shorter.upperBound] ?? [],
        after: starts[longer.lowerBound] ?? []
      )
    }
  }

  /// Returns a customer in a gap who is eligible for none of the subscription's offers.
  package func witness(in gap: LapseGap) -> Witness? {
    guard let audience = gap.before.first else { return nil }
    let region = Region(
      audience.region.boxes.map { box in
        var box = box
        box[space.lapse.age] = Domain(gap.ages)
        return box
      }
    )
    return existence(in: region, of: audience.key.group) { witness in
      eligibleOffers(of: witness).allSatisfy { $0.productId != audience.productId }
    }.witness
  }

  private func ages(of region: Region) -> IntervalSet {
    IntervalSet(unionOf: region.boxes.flatMap { $0[space.lapse.age].numbers.intervals })
  }
}

/// A time after the end of service in which a subscription has no offer, between times with offers.
package struct LapseGap: Sendable {
  /// The time since the end of service, on the scale of `Age`.
  package let ages: ClosedRange<Int64>
  package let before: [Audience]
  package let after: [Audience]
}
