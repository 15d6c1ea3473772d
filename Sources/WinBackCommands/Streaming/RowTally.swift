import WinBackFormats

/// What a run has counted of the rows of a table.
struct RowTally: Sendable, Hashable {
  /// The rows that were read.
  var scored = 0
  /// The rows of customers of whom one could not be read.
  var rejected = 0
  /// The rows of customers who were not asked for.
  var others = 0
  /// The rows that are about something else, by the kinds that the mapping names.
  var skipped: [Int]

  init(skippedKinds: Int) {
    skipped = Array(repeating: 0, count: skippedKinds)
  }

  /// All rows.
  var total: Int { skipped.reduce(scored + rejected + others, +) }

  /// Adds the rows of a customer who was read.
  mutating func add(_ rows: CustomerRows) {
    scored += rows.count - rows.skippedCount
    for index in skipped.indices { skipped[index] += rows.skipped[index] }
  }

  /// Adds what was counted elsewhere.
  mutating func add(_ other: RowTally) {
    scored += other.scored
    rejected += other.rejected
    others += other.others
    // A run does not know what kinds of rows there are before it has seen the header.
    while skipped.count < other.skipped.count { skipped.append(0) }
    for index in other.skipped.indices { skipped[index] += other.skipped[index] }
  }
}
