package import CEL

/// Finds a customer in a box, or determines that there is none.
///
/// All constraints except those of time are on one fact each, so any allowed value of each fact
/// gives a customer. Times depend on each other: ages are counted from one clock, in months of
/// different lengths, and no customer redeems an offer before its start, after its last day or
/// after the end of service. So the finder tries instants for the clock. At each of them, sets of
/// instants give an exact answer.
package struct AssignmentFinder: Sendable {
  package let space: CustomerSpace
  let policies: FactPolicies
  let group: String
  /// The kind of the offers whose redemptions boxes constrain.
  private let kind: OfferKind
  /// The products to choose from if the box allows several, the likeliest first.
  let products: [String]
  /// The products, and one that the catalog does not have.
  private let choices: [String]
  /// The win-back offers of the group, whose dates limit when they can be redeemed.
  private let offers: [OfferKey: WinBackOffer]

  /// How a customer redeemed the offers of a box.
  private enum Redemption {
    case any
    /// The customer used the whole offer.
    case whole
    /// The customer has redeemed the offer several times.
    case repeated
  }

  package init(_ space: CustomerSpace, _ engine: EligibilityEngine, group: String) {
    self.space = space
    policies = engine.policies.facts
    self.group = group
    kind = engine.kind
    let subscriptions = engine.subscriptions(ofGroup: group)
    products = subscriptions.map { $0.productId }
    choices = products + ["another.product"]
    offers = Dictionary(
      keepingFirst: subscriptions.flatMap { $0.winBackOffers }.map { offer in
        (OfferKey(group: group, offerId: offer.offerId), offer)
      }
    )
  }

  /// Returns the instants from which the wait of an offer can be counted, by its dates.
  private func instants(of offer: WinBackOffer, _ redemption: Redemption) -> IntervalSet {
    let start = offer.startDate.start(at: policies.timeZone)
    let day = start.adding(milliseconds: Instant.millisecondsPerDay)
    let first =
      switch redemption {
      case .any: Instant(milliseconds: .min)
      case .whole: policies.waitStart == .redemption ? day : offer.end(from: day)
      case .repeated: start.adding(months: 3 * offer.monthsOfRound)
      }
    return offer.redemptions(policies)
      .intersection(IntervalSet(first.milliseconds...Int64.max))
  }

  /// Returns customers whose facts are in a box: one who used all of each redeemed offer, if
  /// possible, the simplest one, and one who had service after the redemptions.
  func assignments(in box: Box) -> some Sequence<Assignment> {
    let redeems = !redeemedOffers(in: box).isEmpty
    let week = 7 * Instant.millisecondsPerDay
    let ways: [(Redemption, Int64)] = [(.whole, 0), (.any, 0), (.any, week), (.repeated, 0)]
    return (redeems ? ways[...] : ways[1...1]).lazy.compactMap { redemption, rest in
      assignment(in: box, redemption, rest)
    }
  }

  /// Returns the simplest customer whose facts are in a box.
  ///
  /// - Parameter box: A box of possible customers; see ``CustomerSpace/customers(_:)``.
  /// - Returns: The facts; nil if no customer has such facts.
  /// - Complexity: It tries O(1) instants if there is a customer and the box has no unusual
  ///   constraints of time, and at most some hundreds.
  package func assignment(in box: Box) -> Assignment? {
    assignment(in: box, .any, 0)
  }

  /// Returns a customer who redeemed offers at possible instants, and then had service for a time.
  private func assignment(in box: Box, _ redemption: Redemption, _ rest: Int64) -> Assignment? {
    var box = box
    let redeemed = redeemedOffers(in: box)
    for key in redeemed {
      guard let offer = offers[key] else { continue }
      let id = space.redemption(of: key).instant
      box[id] = box[id].intersection(Domain(.numbers(instants(of: offer, redemption))))
    }
    guard !box.isEmpty, agesAgree(in: box), let template = template(in: box) else { return nil }
    return atSomeInstant(of: box) { now in
      assignment(template, redeeming: redeemed, in: box, at: now, rest)
    }
  }

  package func assignment(in region: Region) -> Assignment? {
    for box in region.boxes {
      if let assignment = assignment(in: box) { return assignment }
    }
    return nil
  }

  /// Returns some customers of an offer, at the limits of its criteria.
  func samples(of audience: Audience) -> [Assignment] {
    let age = space.lapse.age
    return audience.region.boxes.flatMap { box -> [Assignment] in
      var oldest = box
      if let last = box[age].numbers.intervals.last?.upperBound, last < .max {
        oldest[age] = Domain(last...last)
      }
      return [assignment(in: box), assignment(in: oldest)].compactMap { $0 }
    }
  }

  // MARK: - Independent facts

  private func template(in box: Box) -> Assignment? {
    func domain(_ fact: FactVariable) -> Domain { box[space.id(of: fact)] }
    func isTrueOnly(_ fact: FactVariable) -> Bool {
      !domain(fact).contains(.value(.bool(false)))
    }
    // A subscription of the customer's own renews by its state; that of a shared one is not known.
    let renews = domain(.willRenew)
    let mayRenew = renews.contains(.value(.bool(true)))
    let mayStay = renews.contains(.value(.bool(false)))
    let isShared = isTrueOnly(.hasSharedAccess)
    // A customer who has lapsed comes first, because offers are for such customers.
    let states = SubscriptionState.allCases.reversed().filter { state in
      domain(.state).contains(.value(.string(state.rawValue)))
        && (mayStay || isShared
          || state.renewsIfOn && domain(.willAutoRenew).contains(.value(.bool(true))))
        && (mayRenew || !state.renewsIfOn || !isTrueOnly(.willAutoRenew))
    }
    // One who renews has a subscription, rather than one that is announced (F14g).
    let state = mayStay || isShared ? states.first : states.first { $0.canRenew } ?? states.first
    guard let storefront = storefront(in: domain(.storefront)), let state else { return nil }
    var assignment = Assignment(group: group, now: .minimum, storefront: storefront)
    assignment.state = state
    assignment.willAutoRenew = isTrueOnly(.willAutoRenew) || !mayStay && !isShared
    assignment.hasSharedAccess = isTrueOnly(.hasSharedAccess)
    assignment.hasReceivedIntroductoryOffer = isTrueOnly(.hasReceivedIntroductoryOffer)
    assignment.paidMonths = least(domain(.paidMonths)) ?? 0
    let intent = domain(.expirationIntent)
    if !intent.allowsAbsence {
      let usual = ([1, 2] as [Int64]).first { intent.contains(.value(.int($0))) }
      let number = usual ?? least(intent)
      guard let exact = number.flatMap({ Int(exactly: $0) }) else { return nil }
      assignment.expirationIntent = exact
    }
    if !domain(.productId).allowsAbsence {
      guard let text = text(in: domain(.productId), among: choices) else { return nil }
      assignment.productId = text
    }
    guard let refunds = refunds(in: box), let redemptions = redemptions(in: box) else { return nil }
    assignment.counts[.refunds] = refunds
    assignment.counts[.redemptions] = redemptions
    // The paid months of the group are a part of those of the whole life.
    let ever = domain(.paidMonthsEver).numbers
      .intersection(IntervalSet(assignment.paidMonths...Int64.max))
    guard let ever = ever.intervals.first?.lowerBound else { return nil }
    if ever > assignment.paidMonths { assignment.counts[.paidMonthsEver] = .int(ever) }
    guard price(in: domain(.price), of: &assignment) else { return nil }
    for (id, domain) in box.domains {
      guard case .attribute(let name) = space.dimension(of: id), !domain.allowsAbsence,
        space.types[id.index] != .timestamp
      else { continue }
      guard let value = value(in: domain, of: space.types[id.index]) else { return nil }
      assignment.attributes[name] = value
    }
    return assignment
  }

  /// Adds the price of the last paid purchase, and returns whether there is one: who has paid months has
  /// paid a price, unless months count that cost nothing (P4, P5).
  private func price(in domain: Domain, of assignment: inout Assignment) -> Bool {
    let cost = policies.freeService != .counted && policies.refundedService != .counted
    guard space.factsRead.contains(.price),
      cost && assignment.paidMonths > 0 || !domain.allowsAbsence
    else { return true }
    guard let least = least(domain) else { return false }
    assignment.counts[.price] = domain.contains(.value(.int(9990))) ? .int(9990) : .int(least)
    return true
  }

  /// Returns the numbers of things of which the last ones have instants: who has the instant has at least
  /// so many of them, and the reverse.
  private func numbers(
    of count: FactVariable,
    _ instants: [(fact: FactVariable, least: Int64)],
    in box: Box
  ) -> IntervalSet {
    var numbers = box[space.id(of: count)].numbers
    for (fact, least) in instants {
      let aged = space.aged(.fact(fact))
      if !space.allowsAbsence(of: aged, in: box) {
        numbers = numbers.intersection(IntervalSet(least...Int64.max))
      } else if aged.ids.contains(where: { box[$0] == .absence }) {
        numbers = numbers.intersection(IntervalSet(0...least - 1))
      }
    }
    return numbers
  }

  private func refunds(in box: Box) -> Value? {
    least(Domain(.numbers(numbers(of: .refunds, [(.lastRefundAt, 1)], in: box)))).map { .int($0) }
  }

  /// Returns the least number of redemptions of win-back offers, which is not less than that of the
  /// offers of the box.
  private func redemptions(in box: Box) -> Value? {
    let own = (kind == .winBack ? redeemedOffers(in: box) : []).reduce(Int64(0)) { sum, offer in
      let count = least(box[space.redemptionCount(of: offer)]) ?? 1
      return sum.addingReportingOverflow(max(1, count)).partialValue
    }
    let instants: [(fact: FactVariable, least: Int64)] = [
      (.lastRedemptionAt, 1), (.secondLastRedemptionAt, 2),
    ]
    let numbers = numbers(of: .redemptions, instants, in: box)
      .intersection(IntervalSet(max(0, own)...Int64.max))
    return numbers.intervals.first.map { .int($0.lowerBound) }
  }

  private func storefront(in domain: Domain) -> Storefront? {
    func contains(_ storefront: Storefront) -> Bool {
      domain.contains(.value(.string(storefront.code)))
    }
    if case .only(let values) = domain.values {
      let storefronts = values.compactMap { $0.string.flatMap { Storefront($0) } }.filter(contains)
      return storefronts.min { ($0.code != "USA" ? 1 : 0, $0) < ($1.code != "USA" ? 1 : 0, $1) }
    }
    return ["USA", "JPN", "DEU", "GBR", "FRA", "BRA"].lazy.compactMap { Storefront($0) }
      .first(where: contains) ?? Storefront.all.first(where: contains)
  }

  private func text(in domain: Domain, among candidates: [String]) -> String? {
    func contains(_ text: String) -> Bool { domain.contains(.value(.string(text))) }
    guard case .only(let values) = domain.values else {
      return candidates.first(where: contains)
        ?? (1...64).lazy.map { "another.product.\($0)" }.first(where: contains)
    }
    // Most boxes have one product, and the catalog can have many.
    guard values.count > 1 else { return values.first?.string }
    return candidates.first(where: contains) ?? values.compactMap { $0.string }.min()
  }

  /// Returns the least number of a domain that is not negative; if all are, the greatest one.
  private func least(_ domain: Domain) -> Int64? {
    let wanted = domain.numbers.intersection(IntervalSet(0...Int64.max))
    return wanted.intervals.first?.lowerBound ?? domain.numbers.intervals.last?.upperBound
  }

  private func value(in domain: Domain, of type: ValueType) -> Value? {
    switch type {
    case .bool: return .bool(domain.contains(.value(.bool(true))))
    case .int: return least(domain).map { .int($0) }
    case .timestamp: return least(domain).map { .timestamp(Instant(milliseconds: $0)) }
    case .duration: return least(domain).map { .duration(milliseconds: $0) }
    case .string: return text(in: domain, among: ["a", "b", "c"]).map { .string($0) }
    case .double: return least(domain).map { .double(Double(orderedPlace: $0)) }
    case .list: return .list([])
    case .null, .nothing: return nil
    }
  }
}

extension WinBackOffer {
  /// A time that is long enough to qualify for the offer, to lapse, to redeem it and to wait.
  var monthsOfRound: Int64 {
    let months =
      customerEligibilityPaidSubscriptionDurationInMonths
      + customerEligibilityTimeSinceLastSubscribedInMonths.minimum
      + (customerEligibilityWaitBetweenOffersInMonths ?? 0)
    return Int64(months + (PeriodLength(duration).months ?? 1) * servicePeriods + 6)
  }
}

extension Value {
  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
