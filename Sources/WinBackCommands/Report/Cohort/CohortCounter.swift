import CalendarTime
import WinBack
import WinBackFormats

/// Counts customers on one thread, in storage that is used again.
struct CohortCounter {
  private let program: CohortProgram
  private var reader: HistoryReader
  private var courses: CourseSolver
  private var alternatives: [CourseSolver]
  private var symbols: SymbolTable
  private var record = HistoryRecord()

  /// What was counted.
  private(set) var tally: CohortTally
  /// The lines of the last block that could not be read.
  private(set) var rejected: [RejectedLine] = []

  /// Creates a counter.
  init(_ program: CohortProgram) {
    self.program = program
    reader = HistoryReader(attributes: program.engine.rules.ruleSet.attributes)
    courses = CourseSolver(program.courses)
    alternatives = program.alternatives.map { CourseSolver($0.courses) }
    symbols = program.symbols
    tally = program.emptyTally
  }

  /// Counts the customers of a block of lines.
  mutating func count(_ block: borrowing LineBlock) {
    rejected.removeAll()
    let lines = block.bytes.rawBytes.extracting(block.range)
    var scanner = JSONScanner(lines: lines, startsInput: block.offset == 0)
    while scanner.nextLine() {
      do throws(JSONError) {
        symbols.removeAll(beyond: program.symbols.count)
        try reader.read(&scanner, into: &record, &symbols)
        try scanner.finish()
        try countRecord()
      } catch {
        tally.rejected += 1
        rejected.append(
          RejectedLine(error, inLine: scanner.lineIndex, of: lines, at: block.offset)
        )
      }
    }
    let endsOpen = block.bytes[block.range.upperBound - 1] != UInt8(ascii: "\n")
    tally.lines += scanner.lineIndex + (endsOpen ? 1 : 0)
  }

  /// Counts a customer whose history another format had.
  mutating func count(_ history: CustomerHistory) throws(JSONError) {
    symbols.removeAll(beyond: program.symbols.count)
    record = HistoryRecord(
      history,
      attributes: program.engine.rules.ruleSet.attributes.map(\.name),
      &symbols
    )
    try countRecord()
  }

  private mutating func countRecord() throws(JSONError) {
    do throws(HistoryError) {
      try record.mergeDuplicates(at: program.engine.policies.facts.timeZone)
    } catch {
      throw JSONError(.rejected(error.description), at: error.sourceOffset)
    }
    tally.customers += 1
    var hasOffer = false
    let standings = program.engine.standings(on: record, symbols, asOf: program.now)
    for standing in standings {
      let eligible = standing.offers.filter { $0.verdict == .eligible }.map(\.index).sorted()
      hasOffer = hasOffer || !eligible.isEmpty
      count(standing, eligible)
      countCourses(of: standing.group, isOnlyGroup: standings.count == 1)
      countAlternatives(to: eligible, group: standing.group, isOnlyGroup: standings.count == 1)
    }
    if hasOffer { tally.withOffer += 1 }
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

  /// Counts at each date the offers that the customer may have then.
  private mutating func countCourses(of group: Symbol?, isOnlyGroup: Bool) {
    let dates = program.dates
    guard let start = dates.first, let end = dates.last else { return }
    courses.follow(record, group: group, isOnlyGroup: isOnlyGroup, symbols, in: start...end)
    for stretch in courses.stretches where stretch.isEligible {
      let first = dates.partition { $0 >= stretch.from }
      let last = dates.partition { $0 > stretch.through }
      guard first < last else { continue }
      tally.offers[stretch.offer].growth[first] += 1
      if last < dates.count { tally.offers[stretch.offer].growth[last] -= 1 }
    }
  }

  /// Counts, for each other value of a policy, whether the list would be another one.
  private mutating func countAlternatives(
    to eligible: [Int],
    group: Symbol?,
    isOnlyGroup: Bool
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

extension [Instant] {
  /// Returns the index of the first element from which on a condition holds; they are in order.
  fileprivate func partition(where holds: (Instant) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
