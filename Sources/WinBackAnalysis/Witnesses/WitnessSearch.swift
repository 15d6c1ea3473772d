import CEL

/// Makes customers with given facts, and lets the engine confirm them.
///
/// ```swift
/// let search = WitnessSearch(engine, space, group: "21394321")
/// let missed = audience.region.subtracting(other.region)
/// if let assignment = search.finder.assignment(in: missed), let witness = search.witness(of: assignment) {
///   print(witness.history, witness.asOf)
/// }
/// ```
package struct WitnessSearch: Sendable {
  package let finder: AssignmentFinder
  private let planner: PurchasePlanner
  package let engine: EligibilityEngine
  private let writesDays: Bool

  /// `writesDays` tells whether dates at the start of a day can be written without a time; an
  /// engine with another time zone would read them in another way.
  package init(
    _ engine: EligibilityEngine,
    _ space: CustomerSpace,
    group: String,
    writesDays: Bool = true
  ) {
    self.engine = engine
    self.writesDays = writesDays && engine.policies.facts.timeZone == .utc
    finder = AssignmentFinder(space, engine, group: group)
    planner = PurchasePlanner(engine, group: group, factsRead: space.factsRead)
  }

  /// Returns a customer with the facts of an assignment.
  ///
  /// Offers of the group that the assignment does not name were never redeemed.
  ///
  /// - Returns: The customer; nil if no history with these facts is known.
  package func witness(of assignment: Assignment) -> Witness? {
    let writer = WitnessHistory(
      facts: assignment,
      customerId: Self.name(for: assignment),
      namesGroup: assignment.productId.map { !finder.products.contains($0) } ?? true,
      writesDays: writesDays
    )
    // This engine does not read the offers of another engine of the space.
    var expected = assignment
    expected.redemptions = assignment.redemptions.filter { planner.offers[$0.key] != nil }
    for plan in planner.plans(for: assignment) {
      let history = writer.history(of: plan)
      var facts = engine.facts(of: history, group: assignment.group, asOf: assignment.now)
      if !engine.rules.factsRead.contains(.hasReceivedIntroductoryOffer) {
        facts?.hasReceivedIntroductoryOffer = expected.hasReceivedIntroductoryOffer
      }
      // Instants are as expected, and the engine confirms the counts through the verdicts on the offers
      // in question.
      let areThere = FactVariable.countedInstants.allSatisfy { fact in
        expected.counts[fact].map { $0 == facts?.counts[fact] } ?? true
      }
      guard areThere else { continue }
      facts?.counts = expected.counts
      facts?.redemptionCounts = expected.redemptionCounts
      if facts == expected, isRedeemable(plan, writer) {
        return Witness(history: history, asOf: assignment.now, facts: assignment)
      }
    }
    return nil
  }

  /// Returns whether the customer is eligible for each offer of a plan when the customer redeems it.
  private func isRedeemable(_ plan: PurchasePlan, _ writer: WitnessHistory) -> Bool {
    plan.purchases.indices.allSatisfy { index in
      let purchase = plan.purchases[index]
      // Nobody knows what the catalog required of an offer that it does not have any more.
      guard let offerId = purchase.offerId, planner.offers[offerId] != nil else { return true }
      var before = PurchasePlan()
      before.purchases = Array(plan.purchases[..<index])
      let history = writer.lapsed(after: before)
      return engine.canRedeem(offerId, of: writer.facts.group, history, at: purchase.start)
    }
  }

  /// Returns a name that depends on the facts, so that customers have different names.
  private static func name(for assignment: Assignment) -> String {
    let names = ["ada", "ben", "cleo", "dora", "eli", "finn", "gina", "hugo", "iris", "jon"]
    let sum =
      assignment.paidMonths.magnitude &+ UInt64(assignment.redemptions.count)
      &+ (assignment.lapsedAt.map { Age.age(of: $0, at: assignment.now).magnitude } ?? 0)
    return names[Int(sum % UInt64(names.count))]
  }
}

/// A customer as an example: a history that has certain facts at an instant.
///
/// The engine has read these facts from the history.
public struct Witness: Sendable, Hashable {
  /// The history, with few transactions.
  public let history: CustomerHistory

  /// The instant at which the history has the facts.
  public let asOf: Instant

  package let facts: Assignment
}
