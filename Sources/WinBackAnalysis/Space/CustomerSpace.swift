package import CEL

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
  /// The moments besides the lapse and redemptions.
  private var otherMoments: [CustomerMoment] = []
  /// The facts that rules of an engine read.
  let factsRead: Set<FactVariable>

  package init(_ engines: [EligibilityEngine]) {
    factsRead = engines.reduce([]) { $0.union($1.rules.factsRead) }
    for fact in FactVariable.allCases { append(.fact(fact), fact.variable.type) }
    append(.lapse)
    for fact in FactVariable.countedInstants { append(.fact(fact)) }
    for engine in engines {
      for attribute in engine.rules.ruleSet.attributes {
        append(.attribute(attribute.name), attribute.type)
        if attribute.type == .timestamp { append(.attribute(attribute.name)) }
      }
      for program in engine.programs {
        let key = program.offer.key
        append(.redemption(key), .timestamp)
        append(.redemption(key))
        append(.redemptionCount(key), .int)
      }
    }
  }

  private mutating func append(_ moment: CustomerMoment) {
    guard ids[.age(moment)] == nil else { return }
    append(.age(moment), .int)
    append(.elapsed(moment), .duration)
    switch moment {
    case .fact, .attribute: otherMoments.append(moment)
    case .lapse, .redemption: break
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

  package var lapse: AgedInstant { aged(.lapse) }

  package func redemption(of offer: OfferKey) -> AgedInstant { aged(.redemption(offer)) }

  package func aged(_ moment: CustomerMoment) -> AgedInstant {
    let instant: CustomerDimension =
      switch moment {
      case .lapse: .fact(.lapsedAt)
      case .redemption(let offer): .redemption(offer)
      case .fact(let fact): .fact(fact)
      case .attribute(let name): .attribute(name)
      }
    return AgedInstant(
      instant: id(of: instant),
      age: id(of: .age(moment)),
      elapsed: id(of: .elapsed(moment))
    )
  }

  /// The moments besides the lapse and redemptions, whose instants or ages a box constrains to less than
  /// any.
  func otherMoments(in box: Box) -> [CustomerMoment] {
    otherMoments.filter { moment in
      let aged = aged(moment)
      return aged.ids.contains { box[$0] != .everything && box[$0] != .presence }
        || moment.isOptional && !allowsAbsence(of: aged, in: box)
    }
  }

  func allowsAbsence(of aged: AgedInstant, in box: Box) -> Bool {
    aged.ids.allSatisfy { box[$0].allowsAbsence }
  }

  /// Returns the values of a fact that has only a few; none for other dimensions.
  func values(of id: VariableID) -> [Value] {
    switch dimension(of: id) {
    case .fact(.storefront): Storefront.all.map { .string($0.code) }
    case .fact(.state): SubscriptionState.allCases.map { .string($0.rawValue) }
    default: []
    }
  }

  package func redemptionCount(of offer: OfferKey) -> VariableID { id(of: .redemptionCount(offer)) }

  /// All that rules can read of an offer's redemptions, in one order for all offers.
  func redemptionIDs(of offer: OfferKey) -> [VariableID] {
    redemption(of: offer).ids + [redemptionCount(of: offer)]
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

extension AgedInstant {
  var ids: [VariableID] { [instant, age, elapsed] }
}

/// An instant of a customer that rules compare with the clock.
package enum CustomerMoment: Sendable, Hashable {
  /// The end of the subscription.
  case lapse
  /// When an offer was redeemed (F9).
  case redemption(OfferKey)
  case fact(FactVariable)
  case attribute(String)

  /// Whether customers who subscribed can lack it.
  var isOptional: Bool { self != .fact(.firstPurchaseDate) }
}

package enum CustomerDimension: Sendable, Hashable {
  /// A fact of the timeline, or the clock; the redemption is ``redemption(_:)``, one for each offer.
  case fact(FactVariable)

  /// The time since an instant, on the scale of `Age`.
  case age(CustomerMoment)

  /// The same time in milliseconds.
  case elapsed(CustomerMoment)

  /// When an offer was redeemed (F9).
  case redemption(OfferKey)
  case redemptionCount(OfferKey)
  case attribute(String)

  /// The offer whose redemption it is about; nil if it is the same for all offers.
  var redeemedOffer: OfferKey? {
    switch self {
    case .age(.redemption(let offer)), .elapsed(.redemption(let offer)): offer
    case .redemption(let offer), .redemptionCount(let offer): offer
    case .age, .elapsed, .fact, .attribute: nil
    }
  }
}
