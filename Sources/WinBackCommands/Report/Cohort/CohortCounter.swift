import CalendarTime
import WinBack
import WinBackFormats

/// Counts customers on one thread, in storage that is used again.
struct CohortCounter {
  private let engine: EligibilityEngine
  private let now: Instant
  private let dates: [Instant]
  private var reader: HistoryReader
  private var symbols: SymbolTable
  private var record = HistoryRecord()

  /// What was counted.
  private(set) var tally: CohortTally
  /// The lines of the last block that could not be read.
  private(set) var rejected: [RejectedLine] = []

  /// Creates a counter.
  ///
  /// - Parameters:
  ///   - engine: Decides.
  ///   - now: The instant that is asked about.
  ///   - dates: The instants of which the audience is counted as well, in order.
  init(_ engine: EligibilityEngine, asOf now: Instant, dates: [Instant]) {
    self.engine = engine
    self.now = now
    self.dates = dates
    reader = HistoryReader(attributes: engine.rules.ruleSet.attributes)
    symbols = engine.index.symbols
    tally = CohortTally(
      offerCount: engine.offerIds.count,
      ruleCount: engine.rules.ruleSet.rules.count,
      dateCount: dates.count
    )
  }

  /// Counts the customers of a block of lines.
  mutating func count(_ block: borrowing LineBlock) {
    rejected.removeAll()
    let lines = block.bytes.rawBytes.extracting(block.range)
    var scanner = JSONScanner(lines: lines, startsInput: block.offset == 0)
    while scanner.nextLine() {
      do throws(JSONError) {
        symbols.removeAll(beyond: engine.index.symbols.count)
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
    symbols.removeAll(beyond: engine.index.symbols.count)
    record = HistoryRecord(
      history,
      attributes: engine.rules.ruleSet.attributes.map(\.name),
      &symbols
    )
    try countRecord()
  }

  private mutating func countRecord() throws(JSONError) {
    do throws(HistoryError) {
      try record.mergeDuplicates(at: engine.policies.facts.timeZone)
    } catch {
      throw JSONError(.rejected(error.description), at: error.sourceOffset)
    }
    tally.customers += 1
    var hasOffer = false
    for standing in engine.standings(on: record, symbols, asOf: now) {
      count(standing)
      hasOffer = hasOffer || standing.offers.contains { $0.verdict == .eligible }
    }
    if hasOffer { tally.withOffer += 1 }
  }

  private mutating func count(_ standing: GroupStanding) {
    for offer in standing.offers { count(offer, in: standing.storefront) }
    let eligible = standing.offers.filter { $0.verdict == .eligible }.map(\.index).sorted()
    for (position, first) in eligible.enumerated() {
      for second in eligible[position...] {
        tally.overlap[first * tally.offers.count + second] += 1
      }
    }
    let known = tally.storefronts[standing.storefront] ?? (0, 0)
    tally.storefronts[standing.storefront] = (
      known.customers + 1, known.withOffer + (eligible.isEmpty ? 0 : 1)
    )
    countHinges(of: standing)
  }

  private mutating func count(_ standing: OfferStanding, in storefront: Storefront?) {
    tally.offers[standing.index].customers += 1
    switch standing.verdict {
    case .eligible:
      tally.offers[standing.index].eligible += 1
      tally.offers[standing.index].storefronts[storefront, default: 0] += 1
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
    for window in standing.windows { count(window, of: standing.index) }
  }

  /// Counts a window at the dates that lie in it.
  private mutating func count(_ window: Window, of offer: Int) {
    let first = dates.partition { $0 >= window.from }
    let end = window.through.map { through in dates.partition { $0 > through } } ?? dates.count
    guard first < end else { return }
    tally.offers[offer].growth[first] += 1
    if end < dates.count { tally.offers[offer].growth[end] -= 1 }
  }

  /// Counts, for each other value of a policy, whether the list would be another one.
  private mutating func countHinges(of standing: GroupStanding) {
    var changes: [CohortTally.Hinging: (gains: Bool, loses: Bool)] = [:]
    for offer in standing.offers {
      for hinge in offer.hinges
      where (offer.verdict == .eligible) != (hinge.verdict == .eligible) {
        let key = CohortTally.Hinging(policy: hinge.policy, alternative: hinge.alternative)
        var change = changes[key] ?? (false, false)
        if hinge.verdict == .eligible { change.gains = true } else { change.loses = true }
        changes[key] = change
      }
    }
    for (key, change) in changes {
      var sum = tally.hinges[key] ?? CohortTally.Change()
      sum.customers += 1
      sum.gaining += change.gains ? 1 : 0
      sum.losing += change.loses ? 1 : 0
      tally.hinges[key] = sum
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
