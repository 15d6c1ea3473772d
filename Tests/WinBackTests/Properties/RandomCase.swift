import TestSupport
import WinBack

/// A catalog, policies and a customer, and instants to ask about, all from one seed.
struct RandomCase {
  typealias Milliseconds = Reference.Milliseconds

  let seed: UInt64
  var catalog: Catalog
  /// The policies that are not left at their default.
  var policies: [String: String]
  var history: CustomerHistory
  /// Instants at and around those at which something happens.
  var instants: [Milliseconds]

  /// Creates the case of a seed.
  ///
  /// Ties are transactions and renewal information that differ, and that the semantics leave in no
  /// order (P3, F3): they have no right answer, only the same one in every order of the input (R6).
  init(seed: UInt64, allowsTies: Bool = false) {
    self.seed = seed
    var dice = Dice(seed: seed)
    catalog = dice.catalog()
    policies = dice.policies()
    history = dice.history(of: catalog, allowsTies: allowsTies)
    instants = dice.instants(near: history, catalog)
  }

  /// Returns the case of another customer of the same catalog, under the same policies.
  func replacingCustomer(_ number: Int) -> RandomCase {
    var randomCase = self
    var dice = Dice(seed: seed << 20 | UInt64(number))
    randomCase.history = dice.history(of: catalog, allowsTies: false)
    randomCase.instants = dice.instants(near: randomCase.history, catalog)
    return randomCase
  }

  /// Makes the engine of the case, whose input may be said to reach to an instant (F13f).
  func engine(
    by rules: CheckedRuleSet,
    dataThrough: Instant? = nil
  ) throws(EngineError) -> EligibilityEngine {
    try EligibilityEngine(
      catalog: catalog,
      rules: rules,
      policies: policies,
      dataThrough: dataThrough
    )
  }

  /// What the second reading says at an instant, group by group.
  func answers(asOf now: Milliseconds) throws(Reference.Contradiction) -> [Reference.Answer] {
    try Reference.answers(for: history, in: catalog, Reference.Policies(policies), asOf: now)
  }

  /// What becomes of the offers by the second reading, group by group.
  func courses() throws(Reference.Contradiction) -> [[Reference.Course]] {
    try Reference.courses(for: history, in: catalog, Reference.Policies(policies))
  }

  /// The seeds of a property's cases: as many as it takes, or `WINBACK_RANDOM_CASES` of them.
  static func seeds(_ count: Int, for property: UInt64) -> Range<UInt64> {
    property << 32..<property << 32 + UInt64(TestBuild.randomCases(count))
  }
}

extension Dice {
  /// The default policies, or a random choice for each.
  fileprivate mutating func policies() -> [String: String] {
    guard chance(60) else { return [:] }
    var policies = somePolicies()
    if chance(35) {
      policies["timeZone"] = pick(["-08:00", "+09:00", "+05:30", "+14:00", "-03:30"])
    }
    return policies
  }

  /// A random value for some policies.
  mutating func somePolicies() -> [String: String] {
    var policies: [String: String] = [:]
    for (policy, values) in Reference.Policies.values where chance(35) {
      policies[policy] = pick(values)
    }
    return policies
  }

  /// Instants that are an event of the history or the catalog, or counted from one, or close to one.
  fileprivate mutating func instants(
    near history: CustomerHistory,
    _ catalog: Catalog
  ) -> [RandomCase.Milliseconds] {
    let offers = catalog.subscriptionGroups.flatMap(\.subscriptions).flatMap(\.winBackOffers)
    let lastEvents = Array(history.events.sorted().suffix(2))
    let events = history.events + offers.flatMap(\.events) + [Reference.instant("2024-06-15")]
    let months = offers.flatMap(\.months) + [0, 1]
    return (0..<6).map { _ in
      var instant = pick(chance(50) && !lastEvents.isEmpty ? lastEvents : events)
      if chance(20) { instant += pick([60, 90, 16]) * Reference.day }
      if chance(60) { instant = Reference.add(months: pick(months), to: instant) }
      if chance(10) { instant += Int64(number(0...800)) * Reference.day }
      return instant + pick([0, 0, 0, 1, -1])
    }
  }
}

extension CustomerHistory {
  fileprivate var events: [Reference.Milliseconds] {
    transactions.flatMap { transaction in
      [transaction.purchaseDate, transaction.expiresDate, transaction.revocationDate]
        .compactMap { $0?.instant.milliseconds }
    }
  }
}

extension WinBackOffer {
  fileprivate var events: [Reference.Milliseconds] {
    [startDate.day, endDate?.day].compactMap { $0.map { Instant($0).milliseconds } }
  }

  fileprivate var months: [Int] {
    let lapse = customerEligibilityTimeSinceLastSubscribedInMonths
    return [lapse.minimum, lapse.maximum, lapse.maximum + 1]
      + [customerEligibilityWaitBetweenOffersInMonths].compactMap(\.self)
  }
}
