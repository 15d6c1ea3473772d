import WinBackFormats

/// What was counted while a cohort was read.
struct CohortReading: Sendable {
  /// The numbers.
  var tally = ReadingTally()

  /// What the columns of a table mean; nil where there are none.
  let plan: ColumnPlan?

  /// Whether customers stood neither on lines nor in rows.
  let isDocument: Bool
}
