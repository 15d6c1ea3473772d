package import CEL
package import WinBack

/// All facts that rules can read, as the dimensions of a space whose points are customers at an
/// instant.
///
/// Offers are boxes in it. If a rule compares `now` with an instant of the customer, the box
/// constrains the age of that instant, so that one box is valid for all time. Engines with other
/// catalogs, rules or policies can share a space, so that their offers can be compared.
package struct CustomerSpace: Sendable {
  private var dimensions: [CustomerDimension] = []
  private var ids: [CustomerDimension: VariableID] = [:]
  /// The type of each dimension, by the index of its variable.
  private(set) var types: [ValueType] = []

  package init(_ engines: [EligibilityEngine]) {
    for fact in FactVariable.allCases { append(.fact(fact), fact.variable.type) }
    append(.age(nil), .int)
    append(.elapsed(nil), .duration)
    for engine in engines {
      for attribute in engine.rules.ruleSet.attributes {
        append(.attribute(attribute.name), attribute.type)
      }
      for program in engine.programs {
        let key = program.offer.key
        append(.redemption(key), .timestamp)
        append(.age(key), .int)
        append(.elapsed(key), .duration)
        append(.redemptionCount(key), .int)
      }
    }
  }

  private mutating func append(_ dimension: CustomerDimension, _ type: ValueType) {
    guard ids[dimension] == nil else { return }
    ids[dimension] = VariableID(index: dimensions.count)
    dimensions.append(dimension)
    types.append(type)
  }

  /// A dimension that no engine of the space has gets the index after the last; nothing constrains
  /// it.
  package func id(of dimension: CustomerDimension) -> VariableID {
    ids[dimension] ?? VariableID(index: dimensions.count)
  }

  package func id(of fact: FactVariable) -> VariableID { id(of: .fact(fact)) }

  /// Returns the dimension of a variable; nil for one that is not of this space.
  package func dimension(of id: VariableID) -> CustomerDimension? {
    dimensions.indices.contains(id.index) ? dimensions[id.index] : nil
  }

  package var lapse: AgedInstant {
    AgedInstant(instant: id(of: .lapsedAt), age: id(of: .age(nil)), elapsed: id(of: .elapsed(nil)))
  }

  package func redemption(of offer: OfferKey) -> AgedInstant {
    AgedInstant(
      instant: id(of: .redemption(offer)),
      age: id(of: .age(offer)),
      elapsed: id(of: .elapsed(offer))
    )
  }

  package func redemptionCount(of offer: OfferKey) -> VariableID { id(of: .redemptionCount(offer)) }

  /// All that rules can read of an offer's redemptions, in one order for all offers.
  func redemptionIDs(of offer: OfferKey) -> [VariableID] {
    let aged = redemption(of: offer)
    return [aged.instant, aged.age, aged.elapsed, redemptionCount(of: offer)]
  }

  /// The customers who never redeemed an offer: it has no instant, and is counted as 0 (F9).
  package func withoutRedemption(of offer: OfferKey) -> Box {
    let count = redemptionCount(of: offer)
    return Box(
      Dictionary(
        keepingFirst: redemptionIDs(of: offer).map { ($0, $0 == count ? Domain(0...0) : .absence) }
      )
    )
  }

  /// Returns the offers that all customers in a box have redeemed, sorted.
  func requiredRedemptions(in box: Box) -> [OfferKey] {
    redeemedOffers(in: box).filter { offer in
      withoutRedemption(of: offer).domains.contains { box[$0.key].intersection($0.value).isEmpty }
    }
  }

  /// Returns the offers whose redemption a box constrains, sorted.
  package func redeemedOffers(in box: Box) -> [OfferKey] {
    Set(box.domains.keys.compactMap { dimension(of: $0)?.redeemedOffer }).ordered()
  }
}

package enum CustomerDimension: Sendable, Hashable {
  /// A fact of the timeline, or the clock; the redemption is ``redemption(_:)``, one for each offer.
  case fact(FactVariable)

  /// The time since the redemption of an offer, on the scale of `Age`; without an offer, since the
  /// end of the subscription.
  case age(OfferKey?)

  /// The same time in milliseconds.
  case elapsed(OfferKey?)

  /// When an offer was redeemed (F9).
  case redemption(OfferKey)
  case redemptionCount(OfferKey)
  case attribute(String)

  /// The offer whose redemption it is about; nil if it is the same for all offers.
  var redeemedOffer: OfferKey? {
    switch self {
    case .age(let offer), .elapsed(let offer): offer
    case .redemption(let offer), .redemptionCount(let offer): offer
    case .fact, .attribute: nil
    }
  }
}
