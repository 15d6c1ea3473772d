import CEL

/// What changes for the customers of a cohort, as counts.
package struct CohortComparison: Sendable {
  /// Why customers gain or lose an offer.
  package enum Cause: Sendable, Hashable {
    /// The offer is on one side only.
    case offer
    /// These rules fail on the other side.
    case rules([String])
    /// The other side does not know the customer's products.
    case product
  }

  /// A number of customers, and a few of them by name.
  package struct Customers: Sendable, Hashable {
    static let sampleLimit = 3
    package fileprivate(set) var count: Int = 0
    package fileprivate(set) var samples: [String] = []

    mutating func add(_ customerId: String) {
      count += 1
      sample(customerId)
    }

    mutating func add(_ other: Customers) {
      count += other.count
      for customerId in other.samples { sample(customerId) }
    }

    private mutating func sample(_ customerId: String) {
      guard samples.count < Self.sampleLimit, !samples.contains(customerId) else { return }
      samples.append(customerId)
    }
  }

  package struct Movement: Sendable {
    /// The number of customers who are eligible before, and after.
    package fileprivate(set) var before: Int = 0
    package fileprivate(set) var after: Int = 0
    /// The customers who are eligible only after, by the cause that excluded them before.
    package fileprivate(set) var gained: [Cause: Customers] = [:]
    /// The customers who are eligible only before, by the cause that excludes them after.
    package fileprivate(set) var lost: [Cause: Customers] = [:]
    /// The customers who are eligible before and after, and see the offer at another position among
    /// those that they keep.
    package fileprivate(set) var reordered: Customers = Customers()

    fileprivate mutating func add(_ other: Movement) {
      before += other.before
      after += other.after
      for (cause, customers) in other.gained { gained[cause, default: Customers()].add(customers) }
      for (cause, customers) in other.lost { lost[cause, default: Customers()].add(customers) }
      reordered.add(other.reordered)
    }
  }

  package private(set) var movements: [OfferKey: Movement] = [:]
  package private(set) var customerCount = 0
  package private(set) var changed: Customers = Customers()

  /// The changes of what customers are shown; nil if they are not compared.
  package var screens: ScreenComparison?

  package struct Change: Sendable {
    package let customerId: String
    package let offer: OfferKey
    package let isGained: Bool
    package let cause: Cause
  }

  /// The changes of each customer, in order; nil if they are not kept.
  ///
  /// ``add(_:)`` does not add those of another comparison, because memory must not hold them all.
  package private(set) var changes: [Change]?

  private struct Side {
    let keys: [OfferKey]
    let indices: [OfferKey: Int]

    init(_ engine: EligibilityEngine) {
      keys = engine.programs.map { $0.offer.key }
      indices = Dictionary(keepingFirst: keys.enumerated().map { ($0.element, $0.offset) })
    }
  }

  private let from: Side
  private let to: Side

  package init(
    from: EligibilityEngine,
    to: EligibilityEngine,
    comparesScreens: Bool = false,
    keepsChanges: Bool = false
  ) {
    changes = keepsChanges ? [] : nil
    screens = comparesScreens ? ScreenComparison() : nil
    self.from = Side(from)
    self.to = Side(to)
    for key in self.from.keys + self.to.keys { movements[key] = Movement() }
  }

  /// Adds a customer without a change.
  ///
  /// - Parameters:
  ///   - before: The offers that the customer is eligible for before, as indices into the engine's
  ///     offers, best first in each group.
  ///   - after: The same after.
  /// - Returns: Whether nothing changes; if false, the customer is not added.
  package mutating func add(
    unchanged before: ContiguousArray<Int>,
    _ after: ContiguousArray<Int>
  ) -> Bool {
    guard before.count == after.count,
      zip(before, after).allSatisfy({ from.keys[$0] == to.keys[$1] })
    else { return false }
    customerCount += 1
    for index in before {
      movements[from.keys[index], default: Movement()].before += 1
      movements[from.keys[index], default: Movement()].after += 1
    }
    return true
  }

  /// In each group, the best offer must come first.
  package mutating func add(
    _ customerId: String,
    before evaluationsBefore: [OfferEvaluation],
    after evaluationsAfter: [OfferEvaluation]
  ) {
    customerCount += 1
    let before = evaluationsBefore.filter { $0.verdict == .eligible }.map { from.keys[$0.index] }
    let after = evaluationsAfter.filter { $0.verdict == .eligible }.map { to.keys[$0.index] }
    for key in before { movements[key, default: Movement()].before += 1 }
    for key in after { movements[key, default: Movement()].after += 1 }
    guard before != after else { return }
    changed.add(customerId)
    let wasEligible = Set(before)
    let isEligible = Set(after)
    let gained = after.filter { !wasEligible.contains($0) }
    for (key, cause) in zip(gained, causes(of: gained, evaluationsBefore, from)) {
      movements[key, default: Movement()].gained[cause, default: Customers()].add(customerId)
      changes?.append(Change(customerId: customerId, offer: key, isGained: true, cause: cause))
    }
    let lost = before.filter { !isEligible.contains($0) }
    for (key, cause) in zip(lost, causes(of: lost, evaluationsAfter, to)) {
      movements[key, default: Movement()].lost[cause, default: Customers()].add(customerId)
      changes?.append(Change(customerId: customerId, offer: key, isGained: false, cause: cause))
    }
    let stayedBefore = Dictionary(grouping: before.filter(isEligible.contains)) { $0.group }
    let stayedAfter = Dictionary(grouping: after.filter(wasEligible.contains)) { $0.group }
    for (group, stayed) in stayedAfter {
      for (old, new) in zip(stayedBefore[group] ?? [], stayed) where old != new {
        movements[new, default: Movement()].reordered.add(customerId)
      }
    }
  }

  /// Adds the customers of another comparison of the same two sides, who come after these.
  package mutating func add(_ other: CohortComparison) {
    customerCount += other.customerCount
    changed.add(other.changed)
    for (key, movement) in other.movements { movements[key, default: Movement()].add(movement) }
    if let others = other.screens { screens?.add(others) }
  }

  private func causes(
    of keys: [OfferKey],
    _ evaluations: [OfferEvaluation],
    _ side: Side
  ) -> [Cause] {
    guard !keys.isEmpty else { return [] }
    let known = Dictionary(keepingFirst: evaluations.map { ($0.index, $0) })
    return keys.map { key in
      guard let index = side.indices[key] else { return .offer }
      guard let other = known[index] else { return .product }
      return .rules(other.verdict == .undetermined ? other.undeterminedRules : other.failedRules)
    }
  }
}
