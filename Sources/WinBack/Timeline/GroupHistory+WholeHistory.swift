/// The facts that need more than the timeline of one group: the other groups, and prices.
extension GroupHistory {
  /// Returns the value of a fact at an instant; `facts` are those of the group.
  func value(of fact: FactVariable, _ facts: Facts, asOf now: Instant) -> FactValue {
    switch fact {
    case .paidMonthsEver: FactValue(paidMonthsEver(asOf: now))
    case .price: price(facts, asOf: now)
    default: facts.value(of: fact)
    }
  }

  /// The timelines of all groups, from which the paid months of the whole life are counted.
  private var timelines: [Timeline] {
    let groups = record.askedGroups(in: products, symbols)
    guard groups.count > 1 || groups.first?.symbol != group else { return [timeline] }
    return groups.map { group in
      var timeline = Timeline()
      timeline.build(from: record, group, products: products, at: policies.timeZone, knownBy: known)
      return timeline
    }
  }

  /// The customer's own purchases of which it is not known what they were for.
  private var purchasesWithoutGroup: [Instant] {
    record.transactions.compactMap { transaction in
      transaction.traits.contains(.owned) && products.group(of: transaction, in: record) == nil
        ? transaction.purchaseDate.resolved(at: policies.timeZone) : nil
    }
  }

  /// The policies by which all paid periods count, not only those of the last run (F7).
  private var policiesOfLife: FactPolicies {
    var policies = policies
    policies.paidStreak = .accumulated
    return policies
  }

  /// Returns the first instant after another one, and before the end, at which the months that the
  /// customer has paid in all groups can change; the end if there is none.
  func changeOfPaidMonthsEver(after now: Instant, before end: Instant) -> Instant {
    var changes: ContiguousArray<Instant> = [end]
    for timeline in timelines {
      let service = timeline.paidService(asOf: now, policiesOfLife)
      if let change = service.change(after: now, policies.monthLength) { changes.append(change) }
      timeline.appendBreakpoints(in: now...end, to: &changes)
    }
    changes += purchasesWithoutGroup
    return changes.filter { $0 > now }.min() ?? end
  }

  /// Returns the fewest and the most months that the customer has paid in all groups (F7, F14).
  private func paidMonthsEver(asOf now: Instant) -> ClosedRange<Int64> {
    let policies = policiesOfLife
    let hasOthers = purchasesWithoutGroup.contains { $0 <= now }
    let months = timelines.map { timeline in
      var facts = timeline.facts(asOf: now, policies)
      timeline.countMonths(&facts, asOf: now, policies)
      return facts.paidMonths
    }
    let fewest = months.reduce(0) { $0 + $1.lowerBound }
    guard !hasOthers, !months.contains(where: { $0.upperBound == .max }) else {
      return fewest...Int64.max
    }
    return fewest...months.reduce(0) { $0 + $1.upperBound }
  }

  /// Returns the price of the last purchase that was neither free nor refunded (P4, P5), in thousandths
  /// of the currency of the customer's storefront.
  ///
  /// It is unknown if a later purchase can be missing (F14), if the price is not known, and if the
  /// purchase is not known to be of that storefront, because its currency can be another one.
  private func price(_ facts: Facts, asOf now: Instant) -> FactValue {
    if facts.ending.hidesPurchases { return .unknown }
    let latest = timeline.owned.prefix(timeline.visibleCount(asOf: now)).last {
      !$0.traits.contains(.free) && !$0.isRefunded(asOf: now) && !$0.isShadowed
    }
    guard let latest else { return facts.lacksPurchases ? .unknown : .absent }
    if let boundary = facts.boundary, latest.start < boundary { return .unknown }
    guard let storefront = facts.storefront, storefront == latest.storefront else {
      return .unknown
    }
    let place = record.transactions[Int(latest.index)].sourceOffset
    return record.price(ofTransactionAt: place).map { .number($0) } ?? .unknown
  }
}

extension HistoryRecord {
  /// Returns the price of a transaction at an offset of the source, in thousandths of the currency's
  /// unit; nil if it is not known or was not kept.
  func price(ofTransactionAt place: Int) -> Int64? {
    let payment = payments.first { $0.transaction == place }
    return payment?.price ?? (details.indices.contains(place) ? details[place].price : nil)
  }
}
