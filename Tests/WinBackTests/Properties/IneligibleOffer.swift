import CEL
import WinBack

/// An offer that a random customer is not eligible for, and what became of it under a change.
struct IneligibleOffer: CustomStringConvertible {
  typealias Milliseconds = Reference.Milliseconds

  let randomCase: RandomCase
  let engine: EligibilityEngine
  let now: Milliseconds
  let group: String
  let decision: OfferDecision

  var description: String {
    "\(decision.offerId) of \(group) at \(Reference.text(now)), \(randomCase)"
  }

  /// The verdict at a later instant, on a customer who buys nothing in the meantime.
  func verdictOfWaiting(until instant: Milliseconds) throws -> Verdict? {
    let engine = try randomCase.engine(
      by: engine.rules,
      dataThrough: dataThrough().map { Instant(milliseconds: $0) }
    )
    return try verdict(engine, historyWithoutFuture(), asOf: instant)
  }

  /// Whether the customer becomes eligible at any later instant by buying nothing.
  func becomesEligibleByWaiting() throws -> Bool {
    try waiting().contains { course in course.windows.contains { $0.from > now } }
  }

  /// Whether the customer is perhaps eligible at a later instant, with what the input has of later
  /// purchases or without.
  func mayBecomeEligible() throws -> Bool {
    let actual = try randomCase.courses().joined()
    return try (waiting() + actual.filter(isAbout)).contains { course in
      course.stretches.contains { $0.from > now && $0.verdict != .ineligible }
    }
  }

  /// What becomes of the offer if nothing is bought.
  private func waiting() throws -> [Reference.Course] {
    var policies = Reference.Policies(randomCase.policies)
    policies.dataThrough = try dataThrough()
    return try Reference.courses(for: historyWithoutFuture(), in: randomCase.catalog, policies)
      .joined().filter(isAbout)
  }

  private func isAbout(_ course: Reference.Course) -> Bool {
    course.group == group && course.offerId == decision.offerId
  }

  /// Until when the input reaches, later purchases included (F13f).
  private func dataThrough() throws -> Milliseconds? {
    try Reference.timelines(
      of: randomCase.history,
      in: randomCase.catalog,
      Reference.Policies(randomCase.policies)
    ).first?.newestSignature
  }

  /// The verdict now, on an offer that is edited.
  func verdict(after edits: [OfferEdit]) throws -> Verdict? {
    var edited = randomCase
    edited.catalog.editOffers(of: group) { offer in
      guard offer.offerId == decision.offerId else { return }
      for edit in edits { offer.apply(edit) }
    }
    return try verdict(edited.engine(by: engine.rules), randomCase.history, asOf: now)
  }

  private func verdict(
    _ engine: EligibilityEngine,
    _ history: CustomerHistory,
    asOf instant: Milliseconds
  ) throws -> Verdict? {
    try engine.offers(of: history, asOf: instant)["\(decision.offerId) of \(group)"]?.verdict
  }

  /// The history as it was known at now, where the rest of time adds nothing to this group.
  ///
  /// What this group's customer buys later is not known (T6), nor what is refunded later, nor the
  /// renewal information, which is about the last purchase (F3).
  private func historyWithoutFuture() throws -> CustomerHistory {
    let policies = Reference.Policies(randomCase.policies)
    var history = randomCase.history
    let timelines = try Reference.timelines(of: history, in: randomCase.catalog, policies)
    guard let timeline = timelines.first(where: { $0.group == group }) else { return history }
    // What the store has announced is not to come (F14g).
    let isKnown = { (purchase: Reference.Purchase) in
      purchase.purchased <= now || timeline.isAnnounced(purchase, asOf: now)
    }
    let purchases = (timeline.owned + timeline.shared).filter(isKnown)
    let others = timelines.filter { $0.group != group }.flatMap { $0.owned + $0.shared }
    history.transactions =
      purchases.map { purchase in
        purchase.transaction.with { if !purchase.isRevoked(asOf: now) { $0.revocationDate = nil } }
      } + others.map(\.transaction)
    if !timeline.owned.allSatisfy(isKnown) { history.renewalInfo = [] }
    return history
  }
}
