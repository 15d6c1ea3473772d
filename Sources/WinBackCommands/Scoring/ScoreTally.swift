/// What a run has counted so far; the numbers of blocks add up to those of the whole.
struct ScoreTally: Sendable, Hashable {
  /// The lines that were read, blank ones too.
  var lines = 0
  /// The lines without anything on them.
  var blankLines = 0
  /// The customers that were scored; one of several groups counts once.
  var customers = 0
  /// The lines of results, of which a customer has one for each group.
  var results = 0
  /// The lines that could not be read.
  var rejected = 0
  /// The transactions that were skipped because no group has their product (R5).
  var skippedTransactions = 0
  /// The rows of a table.
  var rows: RowTally
  /// How many customers may have each offer, by the offer's place in the engine.
  var eligible: [Int]
  /// For how many each offer cannot be decided.
  var undetermined: [Int]

  /// Creates a tally of nothing.
  ///
  /// - Parameters:
  ///   - offerCount: The number of offers.
  ///   - skippedRowKinds: The kinds of rows that are not read.
  init(offerCount: Int, skippedRowKinds: Int = 0) {
    rows = RowTally(skippedKinds: skippedRowKinds)
    eligible = Array(repeating: 0, count: offerCount)
    undetermined = Array(repeating: 0, count: offerCount)
  }

  /// Adds what was counted elsewhere.
  mutating func add(_ other: ScoreTally) {
    lines += other.lines
    blankLines += other.blankLines
    customers += other.customers
    results += other.results
    rejected += other.rejected
    skippedTransactions += other.skippedTransactions
    rows.add(other.rows)
    for index in eligible.indices {
      eligible[index] += other.eligible[index]
      undetermined[index] += other.undetermined[index]
    }
  }

  /// Sets all numbers to zero.
  mutating func clear() {
    self = ScoreTally(offerCount: eligible.count, skippedRowKinds: rows.skipped.count)
  }
}
