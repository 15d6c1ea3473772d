import CEL
package import CalendarTime

extension EligibilityEngine {
  /// The facts of one group of a history, as the rules read them.
  struct GroupReading {
    let reading: FactReading
    let symbols: SymbolTable
    let attributes: ContiguousArray<Binding>
  }

  /// Returns the facts of a history in one group; nil where the history contradicts itself.
  func reading(of history: CustomerHistory, group: String, asOf now: Instant) -> GroupReading? {
    var symbols = index.symbols
    var record = HistoryRecord(
      history,
      attributes: rules.ruleSet.attributes.map(\.name),
      &symbols
    )
    guard (try? record.mergeDuplicates(at: policies.facts.timeZone)) != nil else { return nil }
    let groups = record.groups(in: index.productGroups, symbols)
    var timeline = Timeline()
    timeline.build(
      from: record,
      group: groups.first { symbols.text(of: $0) == group },
      products: index.productGroups,
      at: policies.facts.timeZone,
      isOnlyGroup: groups.count <= 1
    )
    let reading = FactReading(
      of: timeline,
      asOf: now,
      policies.facts,
      symbols: symbols,
      attributes: record.attributes
    )
    return GroupReading(reading: reading, symbols: symbols, attributes: record.attributes)
  }

  /// Returns the facts of a history in one group as a assignment; nil where some are not known (F12).
  ///
  /// - Parameters:
  ///   - history: What is known of the customer.
  ///   - group: The group.
  ///   - now: The instant that is asked about.
  /// - Returns: The facts, with the redemptions of the offers of the group.
  /// - Complexity: O(*n* · *o*) for *n* transactions and *o* offers.
  package func facts(
    of history: CustomerHistory,
    group: String,
    asOf now: Instant
  ) -> Assignment? {
    guard let read = reading(of: history, group: group, asOf: now) else { return nil }
    let facts = read.reading.facts
    let noOffer = Symbol(index: -1)
    let areKnown = FactVariable.allCases.allSatisfy { fact in
      fact == .redemptionEndedAt
        || read.reading.binding(of: fact, for: noOffer, hiding: []) != .unknown
    }
    guard areKnown, let storefront = facts.storefront else { return nil }
    var assignment = Assignment(group: group, now: now, storefront: storefront)
    assignment.state = facts.state
    assignment.productId = facts.productId.map(read.symbols.text(of:))
    assignment.lapsedAt = facts.lapsedAt
    assignment.willAutoRenew = facts.willAutoRenew
    assignment.hasSharedAccess = facts.hasSharedAccess
    assignment.paidMonths = facts.paidMonths
    assignment.expirationIntent = facts.expirationIntent
    for program in programs where key(of: program).group == group {
      let offer = program.offer.symbol
      switch read.reading.binding(of: .redemptionEndedAt, for: offer, hiding: []) {
      case .value(.timestamp(let instant)):
        assignment.redemptions[program.offer.offer.offerId] = instant
      case .unknown: return nil
      case .absent, .value: continue
      }
    }
    for attribute in rules.ruleSet.attributes {
      assignment.attributes[attribute.name] = history.attributes[attribute.name]
    }
    return assignment
  }

  /// Returns the verdicts on the offers of a group, best first, without reasons.
  ///
  /// - Parameters:
  ///   - history: What is known of the customer.
  ///   - group: The group.
  ///   - now: The instant that is asked about.
  /// - Returns: The verdicts; none where the history contradicts itself.
  /// - Complexity: O(*n* + *o*) for *n* transactions and *o* offers.
  package func verdicts(
    on history: CustomerHistory,
    group: String,
    asOf now: Instant
  ) -> [(offer: OfferKey, verdict: Verdict)] {
    guard let read = reading(of: history, group: group, asOf: now) else { return [] }
    return programs.compactMap { program in
      let key = key(of: program)
      guard key.group == group else { return nil }
      let question = Question(
        vocabulary: rules.vocabulary,
        program: program,
        policies: policies,
        reading: read.reading
      )
      return (key, question.verdict())
    }
  }
}
