import CalendarTime
import WinBack

/// Follows customers through the time of a forecast.
struct ForecastWorker: HistoryWorker {
  let symbols: SymbolTable
  /// What has become of the customers so far.
  private(set) var stretches: ContiguousArray<CourseStretch> = []

  private let products: ProductGroups
  private let timeZone: UTCOffset
  private let range: ClosedRange<Instant>
  private var solver: CourseSolver

  init(_ engine: EligibilityEngine, in range: ClosedRange<Instant>) {
    let program = CourseProgram(engine)
    symbols = program.symbols
    products = engine.index.productGroups
    timeZone = engine.policies.facts.timeZone
    self.range = range
    solver = CourseSolver(program)
  }

  mutating func add(
    _ record: inout HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) -> Int {
    try record.mergeDuplicates(at: timeZone)
    let (groups, withoutGroup) = record.groupCount(in: products)
    switch groups {
    case .none: follow(record, record.subscriptionGroupIdentifier, isOnlyGroup: true, symbols)
    case .one(let group): follow(record, group, isOnlyGroup: true, symbols)
    case .several:
      for group in record.groups(in: products, copy symbols) {
        follow(record, group, isOnlyGroup: false, symbols)
      }
    }
    return withoutGroup
  }

  private mutating func follow(
    _ record: borrowing HistoryRecord,
    _ group: Symbol?,
    isOnlyGroup: Bool,
    _ symbols: borrowing SymbolTable
  ) {
    solver.follow(record, group: group, isOnlyGroup: isOnlyGroup, symbols, in: range)
    stretches.append(contentsOf: solver.stretches)
  }

  mutating func removeAll() {
    stretches.removeAll(keepingCapacity: true)
  }
}
