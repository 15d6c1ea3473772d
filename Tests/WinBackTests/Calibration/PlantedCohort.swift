import WinBackAnalysis

/// Random customers of one catalog, and the answers of a store that decides under policies of its own.
struct PlantedCohort {
  let space: PolicySpace

  private let customers: [Customer]
  private let trial: PolicyTrial

  private struct Customer {
    let history: CustomerHistory
    let instant: Instant
  }

  /// Creates a cohort.
  ///
  /// - Parameters:
  ///   - seed: The seed of the catalog and of the customers.
  ///   - count: How many customers there are.
  ///   - rules: The rules.
  ///   - fixed: The policies that are taken as known.
  /// - Throws: ``EngineError`` where there is no engine for the policies.
  init(seed: UInt64, count: Int, _ rules: CheckedRuleSet, fixed: Set<String> = []) throws {
    var dice = Dice(seed: seed)
    let catalog = dice.catalog()
    space = PolicySpace(try EligibilityEngine(catalog: catalog, rules: rules), fixed: fixed)
    trial = PolicyTrial(space)
    var customers: [Customer] = []
    for number in 0..<count {
      var history = dice.history(of: catalog, allowsTies: false)
      history.customerId = "c\(number)"
      // A store answers about what it knows: whether the subscription renews, and how it has ended.
      for index in history.transactions.indices { history.transactions[index].signedDate = nil }
      for index in history.renewalInfo.indices { history.renewalInfo[index].autoRenewStatus = 0 }
      // Around the end of what was bought a list is more than empty.
      let last = history.transactions.map(\.expiresDate.instant).max() ?? Instant(milliseconds: 0)
      let instant = last.adding(months: Int64(dice.number(0...16)))
        .adding(milliseconds: dice.pick([0, 0, 1, -1, 5 * 86_400_000]))
      customers.append(Customer(history: history, instant: instant))
    }
    self.customers = customers
  }

  /// What the calibration makes of the answers of a store that decides by other policies than the
  /// default.
  func calibration(planting planted: [String: String]) throws -> CalibrationResult {
    let store = try EligibilityEngine(
      catalog: space.engine.catalog,
      rules: space.engine.rules,
      policies: planted
    )
    var trial = trial
    var calibration = Calibration(space)
    for customer in customers {
      guard let answers = store.lists(of: customer.history, asOf: customer.instant) else {
        continue
      }
      for group in groups(of: customer) {
        let offers = answers[group.subscriptionGroupIdentifier] ?? []
        let outcome = trial.compare(group, with: offers, at: customer.instant)
        calibration.add(outcome, trial.agreement, customer: customer.history.customerId)
      }
    }
    return calibration.result()
  }

  /// The groups of a customer, none if the history contradicts itself.
  private func groups(of customer: Customer) -> [GroupHistory] {
    ((try? space.engine.groups(of: customer.history)) ?? []).filter(\.hasTransactions)
  }

  /// How the trial differs from engines that are made for some assignments; nil where it does not.
  func difference(_ dice: inout Dice) throws -> String? {
    var trial = trial
    for customer in customers {
      for group in groups(of: customer) {
        let id = group.subscriptionGroupIdentifier
        let ours = space.engine.lists(of: customer.history, asOf: customer.instant)?[id] ?? []
        let outcome = trial.compare(group, with: ours, at: customer.instant)
        for _ in 0..<6 {
          let assignment = dice.number(0...(space.count - 1))
          let other = try EligibilityEngine(
            catalog: space.engine.catalog,
            rules: space.engine.rules,
            policies: space.values(of: assignment)
          )
          let lists = other.lists(of: customer.history, asOf: customer.instant)
          let expected = lists.map { $0[id] ?? [] == ours } ?? false
          let found = trial.agrees(outcome, under: assignment)
          if found != expected {
            return "\(customer.history) at \(customer.instant) in \(id): \(found), "
              + "\(space.values(of: assignment))"
          }
        }
      }
    }
    return nil
  }
}

extension PolicyTrial {
  /// Compares a customer's list in one group with the offers that a store names, best first.
  mutating func compare(
    _ group: GroupHistory,
    with offers: [String],
    at instant: Instant
  ) -> Outcome {
    let offers = ContiguousArray(offers.compactMap(group.symbols.find))
    let date = TimelineDate(instant)
    let answer = StoreAnswer(offers: offers, signedDate: date)
    return compare(group, with: answer, at: date)
  }

  /// Whether an assignment explains the store's list that was compared last.
  func agrees(_ outcome: Outcome, under assignment: Int) -> Bool {
    switch outcome {
    case .always(let agrees): agrees
    case .depends: agreement.contains(assignment)
    }
  }
}

extension EligibilityEngine {
  /// The offers that the customer is eligible for in each group, best first; nil where the history
  /// contradicts itself.
  func lists(of history: CustomerHistory, asOf now: Instant) -> [String: [String]]? {
    guard let groups = try? groups(of: history) else { return nil }
    return Dictionary(
      uniqueKeysWithValues: groups.map { group in
        let evaluations = evaluations(of: group.snapshot(asOf: now))
        let eligible = evaluations.filter { $0.verdict == .eligible }
        return (group.subscriptionGroupIdentifier, eligible.map(\.offerId))
      }
    )
  }
}

extension PolicySpace {
  /// Returns the number of the assignment of some values; nil if one is not in the space.
  ///
  /// Policies without a value, and policies that are no dimension, have the engine's value.
  func assignment(of values: [String: String]) -> Int? {
    var number = 0
    for dimension in dimensions {
      let value = values[dimension.name] ?? dimension.values[0]
      guard let index = dimension.values.firstIndex(of: value) else { return nil }
      number = number * dimension.values.count + index
    }
    return number
  }
}
