import CalendarTime
import WinBack

/// Compares our lists with the store's, customer by customer.
struct AuditWorker: HistoryWorker {
  /// What a trial of the policies has come to.
  struct Trial: Sendable {
    let outcome: PolicyTrial.Outcome
    let agreement: PolicySet
    let customerId: String
  }

  /// An unanswered customer whose list hangs on some policies.
  struct Hinging: Sendable {
    let customerId: String
    let alternatives: [Int]
  }

  let symbols: SymbolTable
  let alternatives: [Sensitivity.Alternative]

  private(set) var agreements = 0
  private(set) var withoutAnswer = 0
  private(set) var withoutInstant = 0
  private(set) var mismatches: [AuditMismatch] = []
  private(set) var trials: [Trial] = []
  private(set) var hinging: [Hinging] = []

  private let engine: EligibilityEngine
  private let products: ProductGroups
  private let options: AuditOptions
  private let now: Instant
  private var solver: CourseSolver
  private var sensitivity: Sensitivity
  private var trial: PolicyTrial?

  init(_ space: PolicySpace, _ options: AuditOptions, asOf now: Instant) {
    engine = space.engine
    products = space.engine.index.productGroups
    self.options = options
    self.now = now
    let program = CourseProgram(space.engine)
    solver = CourseSolver(program)
    // Each goes on from the symbols of the one before, so that all mean the same by them.
    let sensitivity = Sensitivity(space, symbols: program.symbols)
    let trial = options.calibrates ? PolicyTrial(space, symbols: sensitivity.symbols) : nil
    self.sensitivity = sensitivity
    self.trial = trial
    alternatives = sensitivity.alternatives
    symbols = trial?.symbols ?? sensitivity.symbols
  }

  mutating func removeAll() {
    agreements = 0
    withoutAnswer = 0
    withoutInstant = 0
    mismatches.removeAll(keepingCapacity: true)
    trials.removeAll(keepingCapacity: true)
    hinging.removeAll(keepingCapacity: true)
  }

  mutating func add(
    _ record: inout HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) -> Int {
    let original = record
    try record.mergeDuplicates(at: engine.policies.facts.timeZone)
    let (_, withoutGroup) = record.groupCount(in: products)
    let groups = record.groups(in: products, copy symbols)
    for group in groups {
      compare(record, original, group, isOnlyGroup: groups.count == 1, copy symbols)
    }
    return withoutGroup
  }

  private mutating func compare(
    _ record: HistoryRecord,
    _ original: HistoryRecord,
    _ group: Symbol,
    isOnlyGroup: Bool,
    _ symbols: SymbolTable
  ) {
    solver.build(from: record, group: group, isOnlyGroup: isOnlyGroup, symbols)
    guard let found = solver.storeAnswer(in: record) else {
      withoutAnswer += 1
      if trial != nil { addHinges(of: record, original, group, symbols) }
      return
    }
    guard let instant = found.instant ?? options.instant else {
      withoutInstant += 1
      return
    }
    let answer = StoreAnswer(
      offers: found.offers,
      instant: instant,
      isOrdered: found.isOrdered && !options.ignoresOrder
    )
    solver.follow(through: instant...instant, symbols)
    let ours = solver.eligible
    if answer.agrees(with: ours) {
      agreements += 1
    } else {
      let histories = sensitivity.versions(of: record, original)
      mismatches.append(
        AuditMismatch(
          customerId: record.string(record.customerId),
          group: symbols.text(of: group),
          asOf: instant,
          store: answer.offers.map(symbols.text(of:)),
          ours: ours.map(symbols.text(of:)),
          missing: answer.offers.filter { !ours.contains($0) }.map { offer in
            AuditMismatch.Missing(
              offer: symbols.text(of: offer),
              absence: engine.absence(
                of: offer,
                in: group,
                from: record,
                isOnlyGroup: isOnlyGroup,
                symbols,
                asOf: instant
              )
            )
          },
          extra: ours.filter { !answer.offers.contains($0) }.map(symbols.text(of:)),
          mendedBy: sensitivity.mending(histories, group: group, symbols, answer, at: instant)
        )
      )
    }
    tryPolicies(record, original, group, symbols, answer, at: instant)
  }

  /// Tries all policies on an answer.
  private mutating func tryPolicies(
    _ record: HistoryRecord,
    _ original: HistoryRecord,
    _ group: Symbol,
    _ symbols: SymbolTable,
    _ answer: StoreAnswer,
    at instant: Instant
  ) {
    guard let versions = trial?.versions(of: record, original),
      let outcome = trial?.compare(versions, group: group, symbols, with: answer, at: instant),
      let agreement = trial?.agreement
    else { return }
    trials.append(
      Trial(
        outcome: outcome,
        agreement: agreement,
        customerId: record.string(record.customerId)
      )
    )
  }

  /// Keeps a customer whose answer would tell policies apart.
  private mutating func addHinges(
    of record: HistoryRecord,
    _ original: HistoryRecord,
    _ group: Symbol,
    _ symbols: SymbolTable
  ) {
    let versions = sensitivity.versions(of: record, original)
    sensitivity.follow(versions, group: group, symbols, at: options.instant ?? now)
    guard !sensitivity.changes.isEmpty else { return }
    hinging.append(
      Hinging(
        customerId: record.string(record.customerId),
        alternatives: sensitivity.changes.map(\.alternative)
      )
    )
  }
}
