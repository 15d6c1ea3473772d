import CEL

/// The changes of what customers are shown, counted by timeline (M1).
package struct ScreenComparison: Sendable {
  package struct Change: Sendable, Hashable {
    /// What was shown before; nil if the side knew no group of the customer's products.
    package let from: Shown?
    /// What is shown after; nil if the side knows no group of the customer's products.
    package let to: Shown?

    /// Orders changes by what was shown before, then after; nil comes first.
    static func < (lhs: Change, rhs: Change) -> Bool {
      let (first, second) = ([lhs.from, lhs.to], [rhs.from, rhs.to])
      return first.lexicographicallyPrecedes(second) { lhs, rhs in
        guard let lhs, let rhs else { return lhs == nil && rhs != nil }
        return lhs < rhs
      }
    }
  }

  package struct Counts: Sendable, Hashable {
    package fileprivate(set) var before = 0
    package fileprivate(set) var after = 0
  }

  /// The number of timelines that are shown each thing.
  package private(set) var counts: [Shown: Counts] = [:]
  package private(set) var changes: [Change: CohortComparison.Customers] = [:]
  package private(set) var timelineCount = 0

  package init() {}

  /// The number of timelines that are shown each thing, in the order of the screens.
  package var sortedCounts: [(shown: Shown, counts: Counts)] {
    counts.map { (shown: $0.key, counts: $0.value) }.ordered { $0.shown < $1.shown }
  }

  /// The changes, those of most timelines first.
  package var sortedChanges: [(change: Change, customers: CohortComparison.Customers)] {
    changes.map { (change: $0.key, customers: $0.value) }.ordered { first, second in
      first.customers.count == second.customers.count
        ? first.change < second.change : first.customers.count > second.customers.count
    }
  }

  package var changedCount: Int { changes.values.reduce(0) { $0 + $1.count } }

  /// `before` and `after` have what is shown in each subscription group.
  package mutating func add(_ customerId: String, before: [Symbol: Shown], after: [Symbol: Shown]) {
    for (group, from) in before {
      counts[from, default: Counts()].before += 1
      add(Change(from: from, to: after[group]), customerId)
    }
    for (group, to) in after {
      counts[to, default: Counts()].after += 1
      if before[group] == nil { add(Change(from: nil, to: to), customerId) }
    }
  }

  private mutating func add(_ change: Change, _ customerId: String) {
    timelineCount += 1
    guard change.from != change.to else { return }
    changes[change, default: CohortComparison.Customers()].add(customerId)
  }

  /// Adds the customers of another comparison of the same two sides, who come after these.
  package mutating func add(_ other: ScreenComparison) {
    timelineCount += other.timelineCount
    for (shown, count) in other.counts {
      counts[shown, default: Counts()].before += count.before
      counts[shown, default: Counts()].after += count.after
    }
    for (change, customers) in other.changes {
      changes[change, default: CohortComparison.Customers()].add(customers)
    }
  }
}
