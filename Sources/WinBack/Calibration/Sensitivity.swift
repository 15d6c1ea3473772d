package import CalendarTime

/// Finds the policies on which customers' lists hang, one policy at a time, in storage that is used
/// again.
package struct Sensitivity: Sendable {
  /// Another value for one policy.
  package struct Alternative: Sendable, Hashable {
    package let policy: String
    package let value: String
  }

  /// What becomes of a list under an alternative.
  package struct Change: Sendable, Hashable {
    /// The place of the alternative.
    package let alternative: Int
    package let gained: Int
    package let lost: Int
  }

  /// The alternatives, policy by policy.
  package let alternatives: [Alternative]
  /// The symbols that those of histories come after.
  package let symbols: SymbolTable
  /// The alternatives that change the list of the last customer, by adding to it, taking from it or
  /// putting it in another order.
  package private(set) var changes: [Change] = []

  private let products: ProductGroups
  private let choices: [PolicyChoice]
  private let programs: [CourseProgram]
  /// The program of each choice: most policies are about facts, and leave the rules as they are.
  private let programOfChoice: [Int]
  private var solver: CourseSolver

  /// Creates a sensitivity for one thread.
  ///
  /// - Parameters:
  ///   - space: The policies.
  ///   - symbols: Symbols to go on from, which begin with the catalog's; nil for those alone.
  package init(_ space: PolicySpace, symbols: SymbolTable? = nil) {
    var symbols = symbols ?? space.engine.index.symbols
    var alternatives: [Alternative] = []
    var choices = [space.engine.policies]
    var programs = [space.program(space.engine.policies, &symbols)]
    var programOfChoice = [0]
    for (index, dimension) in space.dimensions.enumerated() {
      for place in dimension.values.indices.dropFirst() {
        alternatives.append(Alternative(policy: dimension.name, value: dimension.values[place]))
        let choice = space.choice(setting: index, to: place)
        choices.append(choice)
        switch dimension.reach {
        case .months, .lapse, .wait: programOfChoice.append(0)
        case .both, .rules:
          programOfChoice.append(programs.count)
          programs.append(space.program(choice, &symbols))
        }
      }
    }
    self.alternatives = alternatives
    self.choices = choices
    self.programs = programs
    self.programOfChoice = programOfChoice
    self.symbols = symbols
    products = space.engine.index.productGroups
    solver = CourseSolver(programs[0])
  }

  /// Returns the versions of a history that differ under the alternatives.
  package func versions(of merged: HistoryRecord, _ record: HistoryRecord) -> HistoryVersions {
    HistoryVersions(merged, record, choices, products)
  }

  /// Finds out which alternatives change the list of a customer in one group.
  package mutating func follow(
    _ history: HistoryVersions,
    group: Symbol?,
    _ symbols: borrowing SymbolTable,
    at instant: Instant
  ) {
    changes.removeAll(keepingCapacity: true)
    let list = self.list(under: 0, history, group, symbols, at: instant)
    for index in choices.indices.dropFirst() {
      let other = self.list(under: index, history, group, symbols, at: instant)
      guard other != list else { continue }
      changes.append(
        Change(
          alternative: index - 1,
          gained: other.count { !list.contains($0) },
          lost: list.count { !other.contains($0) }
        )
      )
    }
  }

  /// Returns the alternatives under which the list of a customer in one group is the store's.
  package mutating func mending(
    _ history: HistoryVersions,
    group: Symbol,
    _ symbols: borrowing SymbolTable,
    _ answer: StoreAnswer,
    at instant: Instant
  ) -> [Int] {
    var mending: [Int] = []
    for index in choices.indices {
      let list = list(under: index, history, group, symbols, at: instant)
      if index > 0, answer.agrees(with: list) { mending.append(index - 1) }
    }
    return mending
  }

  /// Returns the list under a choice; the first choice comes first, for it builds the timeline.
  private mutating func list(
    under index: Int,
    _ history: HistoryVersions,
    _ group: Symbol?,
    _ symbols: borrowing SymbolTable,
    at instant: Instant
  ) -> ContiguousArray<Symbol> {
    let isOther = history.versions.count > 1
    // A history that contradicts itself has no list.
    guard let version = history.versions[isOther ? index : 0] else { return [] }
    solver.program = programs[programOfChoice[index]]
    solver.policies = choices[index]
    if index == 0 || isOther {
      solver.build(
        from: version.record,
        group: group,
        isOnlyGroup: version.isOnlyGroup,
        symbols
      )
    }
    solver.follow(through: instant...instant, symbols)
    return solver.eligible
  }
}
