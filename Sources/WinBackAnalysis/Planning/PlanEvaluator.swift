/// Evaluates every setting of an offer for one customer after another, in reused storage.
package struct PlanEvaluator: Sendable {
  package private(set) var corners: ContiguousArray<SettingCorner> = []
  /// The symbols to which those of a history are added.
  package let symbols: SymbolTable
  package let products: ProductGroups
  private let program: PlanProgram
  private var evaluator: BatchEvaluator
  private var eligible = SettingUnion()
  private var possible = SettingUnion()

  package init(_ program: PlanProgram) {
    self.program = program
    symbols = program.batch.engine.index.symbols
    products = program.batch.engine.index.productGroups
    evaluator = BatchEvaluator(program.batch)
  }

  /// The facts of the last customer; nil if the customer was followed through time.
  package var facts: Facts? { isAtInstant ? evaluator.facts : nil }
  private var isAtInstant: Bool { program.batch.instant != nil }

  package mutating func removeAll() { corners.removeAll(keepingCapacity: true) }

  /// Evaluates one group of a history without duplicates.
  package mutating func add(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    guard isAtInstant else {
      evaluator.follow(record, group, symbols, in: program.span)
      return addStretches()
    }
    evaluator.score(record, group, symbols)
    guard let (eligible, possible) = settings(of: record, group) else { return }
    self.eligible.formUnion(eligible)
    self.possible.formUnion(possible)
    appendSettings(evaluator.facts.storefront, .both)
  }

  // MARK: - At an instant

  /// Returns the settings under which the last customer who was scored is eligible, and those under
  /// which no rule fails; nil if there are none.
  private mutating func settings(
    of record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) -> (eligible: SettingSet, possible: SettingSet)? {
    let holds = evaluator.results.eligible.contains(0)
    guard holds || evaluator.results.undetermined.contains(0) else { return nil }
    var eligible = SettingSet.none
    var possible = SettingSet.none
    for (criterion, table) in program.tables {
      let value = evaluator.value(of: .fact(table.fact), forOfferAt: 0, record, group)
      let values = table.values(for: value)
      guard values.possible != 0 else { return nil }
      eligible[criterion] = holds ? values.holding : 0
      possible[criterion] = values.possible
    }
    guard program.values.count > 1 else { return (eligible, possible) }
    for index in evaluator.results.eligible {
      guard let (criterion, valueIndex) = program.values[index] else { continue }
      eligible.insert(valueIndex, of: criterion)
      possible.insert(valueIndex, of: criterion)
    }
    for index in evaluator.results.undetermined {
      guard let (criterion, valueIndex) = program.values[index] else { continue }
      possible.insert(valueIndex, of: criterion)
    }
    return possible.isEmpty ? nil : (eligible, possible)
  }

  /// Adds the corners of the collected settings, which begin anew then.
  private mutating func appendSettings(_ storefront: Storefront?, _ scope: SettingCorner.Scope) {
    defer {
      eligible.removeAll()
      possible.removeAll()
    }
    guard eligible.sets != possible.sets else {
      for set in eligible.sets { append(set, 1, 0, storefront, scope) }
      return
    }
    for set in eligible.sets { append(set, 1, -1, storefront, scope) }
    for set in possible.sets { append(set, 0, 1, storefront, scope) }
  }

  private mutating func append(
    _ set: SettingSet,
    _ eligible: Int,
    _ undetermined: Int,
    _ storefront: Storefront?,
    _ scope: SettingCorner.Scope
  ) {
    set.forEachCorner { cell, sign in
      corners.append(
        SettingCorner(
          cell: UInt32(truncatingIfNeeded: cell),
          eligible: Int8(truncatingIfNeeded: eligible * sign),
          undetermined: Int8(truncatingIfNeeded: undetermined * sign),
          storefront: storefront,
          scope: scope
        )
      )
    }
  }

  // MARK: - Through time

  /// Adds the last customer who was followed.
  ///
  /// Values are added only at the start of a stretch: what holds at another instant held at the
  /// latest of these before it.
  private mutating func addStretches() {
    let stretches = evaluator.results.stretches
    guard let first = stretches.first else { return }
    guard stretches.contains(where: { $0.storefront != first.storefront }) else {
      return append(stretches, first.storefront, .both)
    }
    let storefronts = Set(stretches.map { $0.storefront })
    append(stretches, nil, .all)
    for storefront in storefronts.sorted(by: { ($0?.packed ?? 0) < ($1?.packed ?? 0) }) {
      append(stretches.filter { $0.storefront == storefront }, storefront, .storefront)
    }
  }

  private mutating func append(
    _ stretches: ContiguousArray<VerdictStretch>,
    _ storefront: Storefront?,
    _ scope: SettingCorner.Scope
  ) {
    var last: Instant?
    for start in stretches.map({ $0.from }).sorted() where start != last {
      last = start
      var holding = SettingSet.none
      var open = SettingSet.none
      for stretch in stretches where stretch.from <= start && start <= stretch.through {
        guard let (criterion, valueIndex) = program.values[stretch.offer] else { continue }
        if stretch.isEligible { holding.insert(valueIndex, of: criterion) }
        open.insert(valueIndex, of: criterion)
      }
      eligible.formUnion(holding)
      possible.formUnion(open)
    }
    appendSettings(storefront, scope)
  }
}
