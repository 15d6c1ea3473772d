import CalendarTime
import WinBack

/// Counts customers for the page about a cohort.
struct ReportWorker: HistoryWorker {
  /// What was counted so far.
  private(set) var tally: CohortTally
  /// What becomes of the customers so far.
  private(set) var stretches: ContiguousArray<CourseStretch> = []

  private let program: CohortProgram
  private var courses: CourseSolver
  private var alternatives: [CourseSolver]

  var symbols: SymbolTable { program.symbols }

  init(_ program: CohortProgram) {
    self.program = program
    courses = CourseSolver(program.courses)
    alternatives = program.alternatives.map { CourseSolver($0.courses) }
    tally = program.emptyTally
  }

  mutating func removeAll() {
    tally = program.emptyTally
    stretches.removeAll(keepingCapacity: true)
  }

  mutating func add(
    _ record: inout HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) -> Int {
    try record.mergeDuplicates(at: program.engine.policies.facts.timeZone)
    tally.customers += 1
    var hasOffer = false
    let standings = program.engine.standings(on: record, copy symbols, asOf: program.now)
    for standing in standings {
      let isOnlyGroup = standings.count == 1
      let eligible = standing.offers.filter { $0.verdict == .eligible }.map(\.index).sorted()
      hasOffer = hasOffer || !eligible.isEmpty
      count(standing, eligible)
      courses.follow(
        record,
        group: standing.group,
        isOnlyGroup: isOnlyGroup,
        symbols,
        in: program.dates.range
      )
      stretches.append(contentsOf: courses.stretches)
      countAlternatives(to: eligible, record, standing.group, isOnlyGroup: isOnlyGroup, symbols)
    }
    if hasOffer { tally.withOffer += 1 }
    return record.groupCount(in: program.engine.index.productGroups).withoutGroup
  }

  private mutating func count(_ standing: GroupStanding, _ eligible: [Int]) {
    for offer in standing.offers { count(offer) }
    for (position, first) in eligible.enumerated() {
      for second in eligible[position...] {
        tally.overlap[first * tally.offers.count + second] += 1
      }
    }
    let known = tally.storefronts[standing.storefront] ?? (0, 0)
    tally.storefronts[standing.storefront] = (
      known.customers + 1, known.withOffer + (eligible.isEmpty ? 0 : 1)
    )
  }

  private mutating func count(_ standing: OfferStanding) {
    tally.offers[standing.index].customers += 1
    switch standing.verdict {
    case .eligible: tally.offers[standing.index].eligible += 1
    case .undetermined: tally.offers[standing.index].undetermined += 1
    case .ineligible: break
    }
    var failures = 0
    var isDecided = true
    var failure = 0
    for (rule, outcome) in standing.outcomes.enumerated() {
      switch outcome {
      case true?: break
      case nil: isDecided = false
      case false?:
        failures += 1
        failure = rule
      }
      if failures == 0 { tally.offers[standing.index].left[rule] += 1 }
    }
    if failures == 1, isDecided { tally.offers[standing.index].failsAlone[failure] += 1 }
  }

  /// Counts, for each other value of a policy, whether the list would be another one.
  private mutating func countAlternatives(
    to eligible: [Int],
    _ record: borrowing HistoryRecord,
    _ group: Symbol?,
    isOnlyGroup: Bool,
    _ symbols: borrowing SymbolTable
  ) {
    let now = program.now
    for index in alternatives.indices {
      alternatives[index].follow(
        record,
        group: group,
        isOnlyGroup: isOnlyGroup,
        symbols,
        in: now...now
      )
      let places = program.alternatives[index].offerIndices
      let other = alternatives[index].stretches.filter(\.isEligible).map { places[$0.offer] }
      let gains = other.contains { !eligible.contains($0) }
      let loses = eligible.contains { !other.contains($0) }
      guard gains || loses else { continue }
      tally.changes[index].customers += 1
      tally.changes[index].gaining += gains ? 1 : 0
      tally.changes[index].losing += loses ? 1 : 0
    }
  }
}
