/// What was counted while customers were read; the numbers of blocks add up to those of the whole.
package struct ReadingTally: Sendable, Hashable {
  /// The lines that were read, blank ones too.
  package var lines = 0
  package var blankLines = 0
  /// The customers that were read; one of several groups counts once.
  package var customers = 0
  /// The lines of customers who were read before.
  package var repeated = 0
  /// The customers who were not asked for.
  package var others = 0
  /// The lines that could not be read, or the customers of a table.
  package var rejected = 0
  package var evidence = EvidenceTally()
  /// The customers with a signature or a purchase after the clock of the computer.
  package var futureDates = 0
  /// The first of them, with such a date.
  package var firstFutureDate: String?
  /// The environments of the purchases.
  package var environments: StoreEnvironments = []
  package var rows: RowTally

  init(skippedRowKinds: Int = 0) { rows = RowTally(skippedKinds: skippedRowKinds) }

  /// The lines that could not be read; of a table, the rows.
  package var rejectedLines: Int { rows.total > 0 ? rows.rejected : rejected }

  /// Whether nobody stood in the input.
  var isEmpty: Bool { customers + rejected + others == 0 }

  /// The lines that say something; of a table, the rows that are about customers.
  package var lineCount: Int { rows.total > 0 ? rows.scored + rows.rejected : customers + rejected }

  mutating func add(_ other: ReadingTally) {
    lines += other.lines
    blankLines += other.blankLines
    customers += other.customers
    repeated += other.repeated
    others += other.others
    rejected += other.rejected
    evidence.add(other.evidence)
    futureDates += other.futureDates
    firstFutureDate = firstFutureDate ?? other.firstFutureDate
    environments.formUnion(other.environments)
    rows.add(other.rows)
  }

  /// Counts the lines of a block whose customers have been counted.
  mutating func countLines(_ count: Int) {
    lines = count
    blankLines = count - customers - rejected - others
  }

  mutating func clear() { self = ReadingTally(skippedRowKinds: rows.skipped.count) }
}

/// What a run has counted of the rows of a table.
package struct RowTally: Sendable, Hashable {
  /// The rows that were read.
  package var scored = 0
  /// The rows of customers with an unreadable row.
  package var rejected = 0
  /// The rows of customers who were not asked for.
  package var others = 0
  /// The rows that are about something else, by the kinds that the mapping names.
  package var skipped: [Int]

  init(skippedKinds: Int) { skipped = Array(repeating: 0, count: skippedKinds) }

  package var total: Int { skipped.reduce(scored + rejected + others, +) }

  mutating func add(_ rows: CustomerRows) {
    scored += rows.count - rows.skippedCount
    for index in skipped.indices { skipped[index] += rows.skipped[index] }
  }

  mutating func add(_ other: RowTally) {
    scored += other.scored
    rejected += other.rejected
    others += other.others
    // A run does not know what kinds of rows there are before it has seen the header.
    while skipped.count < other.skipped.count { skipped.append(0) }
    for index in other.skipped.indices { skipped[index] += other.skipped[index] }
  }
}
