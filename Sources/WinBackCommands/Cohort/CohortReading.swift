import WinBackFormats

/// What was counted while a cohort was read.
struct CohortReading: Sendable {
  /// The numbers.
  var tally = ReadingTally()

  /// What the columns of a table mean; nil where there are none.
  let plan: ColumnPlan?

  /// Whether customers stood neither on lines nor in rows.
  let isDocument: Bool

  /// What the rejected ones are called: the customers of a table stand on many lines.
  var rejectedNoun: String { plan == nil ? "line" : "customer" }
}
