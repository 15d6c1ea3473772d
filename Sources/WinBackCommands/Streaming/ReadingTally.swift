/// What was counted while customers were read; the numbers of blocks add up to those of the whole.
struct ReadingTally: Sendable, Hashable {
  /// The lines that were read, blank ones too.
  var lines = 0
  /// The lines without anything on them.
  var blankLines = 0
  /// The customers that were read; one of several groups counts once.
  var customers = 0
  /// The customers who were not asked for.
  var others = 0
  /// The lines that could not be read, or the customers of a table.
  var rejected = 0
  /// The transactions that were skipped because no group has their product (R5).
  var skippedTransactions = 0
  /// The rows of a table.
  var rows: RowTally

  /// Creates a tally of nothing.
  ///
  /// - Parameter skippedRowKinds: The kinds of rows that are not read.
  init(skippedRowKinds: Int = 0) {
    rows = RowTally(skippedKinds: skippedRowKinds)
  }

  /// The lines that could not be read; of a table, the rows.
  var rejectedLines: Int { rows.total > 0 ? rows.rejected : rejected }

  /// The lines that say something; of a table, the rows that are about customers.
  var lineCount: Int {
    rows.total > 0 ? rows.scored + rows.rejected : customers + rejected
  }

  /// Adds what was counted elsewhere.
  mutating func add(_ other: ReadingTally) {
    lines += other.lines
    blankLines += other.blankLines
    customers += other.customers
    others += other.others
    rejected += other.rejected
    skippedTransactions += other.skippedTransactions
    rows.add(other.rows)
  }

  /// Sets all numbers to zero.
  mutating func clear() {
    self = ReadingTally(skippedRowKinds: rows.skipped.count)
  }
}
