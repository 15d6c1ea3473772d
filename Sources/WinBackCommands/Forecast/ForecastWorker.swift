import CalendarTime
import WinBack

/// Follows customers through the time of a forecast.
struct ForecastWorker: GroupWorker {
  let symbols: SymbolTable
  let products: ProductGroups
  let timeZone: UTCOffset
  /// What has become of the customers so far.
  private(set) var stretches: ContiguousArray<CourseStretch> = []

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
