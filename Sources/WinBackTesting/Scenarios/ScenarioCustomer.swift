import CEL

/// The customer of a scenario, as a record without duplicates.
package struct ScenarioCustomer: Sendable {
  private var record: HistoryRecord
  private let symbols: SymbolTable
  /// The customer before the changes of auto-renewal at the end of the story, in order.
  private var earlier: [(until: Instant, customer: ScenarioCustomer)] = []

  package init(_ history: CustomerHistory, for engine: EligibilityEngine) throws(HistoryError) {
    (record, symbols) = engine.record(of: history)
    try record.mergeDuplicates(at: engine.policies.facts.timeZone)
  }

  init(_ story: CustomerStory, for engine: EligibilityEngine) throws {
    try self.init(try story.history(for: engine), for: engine)
    let offset = engine.policies.facts.timeZone
    for change in story.renewalChanges {
      let instant = try change.date().resolved(at: offset)
      let before = instant.adding(milliseconds: -1)
      let known = story.known(by: before, at: offset)
      let customer = try ScenarioCustomer(try known.history(for: engine), for: engine)
      earlier.insert((instant, customer), at: 0)
    }
  }

  /// Returns the customer as the App Store knew the customer at an instant.
  private func known(by now: Instant) -> ScenarioCustomer {
    earlier.first { now < $0.until }?.customer ?? self
  }

  func moved(to storefront: Storefront) -> ScenarioCustomer {
    var moved = self
    moved.record.storefront = storefront
    moved.earlier = earlier.map { ($0.until, $0.customer.moved(to: storefront)) }
    return moved
  }

  func situations(in engine: EligibilityEngine, asOf now: Instant) -> [Snapshot] {
    // Duplicates are merged already, so this cannot fail.
    let customer = known(by: now)
    let groups = (try? engine.groups(of: customer.record, customer.symbols)) ?? []
    return groups.map { $0.snapshot(asOf: now) }
  }

  /// Returns the result of a purchase with an offer (M4).
  func redemptions(
    of offerId: String,
    in engine: EligibilityEngine,
    at instant: Instant
  ) -> [RedemptionAttempt] {
    let customer = known(by: instant)
    return
      (try? engine.redemptions(of: offerId, by: customer.record, customer.symbols, at: instant))
      ?? []
  }
}
