/// Counts the passages of transactions that were not there before, to know whether it is worth looking
/// for passages at all.
///
/// To look for a passage in vain, read it and learn it takes three times as long as reading its keys. So
/// some transactions are tried; where most of their passages are new, many are read without passages,
/// and then some are tried again.
struct PassageRepetition: Sendable {
  /// How many transactions are tried.
  private static var trial: Int { 128 }
  /// How many are read without passages after a trial that found few.
  private static var pause: Int { 4_096 }
  /// The most new passages of a trial with which passages are looked for again: two for each transaction.
  private static var limit: Int { 2 * trial }

  /// The transactions that are left of the trial or the pause.
  private var rest = trial
  /// The new passages of the trial.
  private var newPassages = 0
  private var isPause = false

  /// Begins a transaction, and returns whether to look for its passages.
  @inline(__always)
  mutating func beginTransaction() -> Bool {
    rest &-= 1
    if rest < 0 { beginNext() }
    return !isPause
  }

  /// Counts a passage that was not there before.
  mutating func countPassage() {
    newPassages &+= 1
  }

  @inline(never)
  private mutating func beginNext() {
    isPause = !isPause && newPassages > Self.limit
    rest = isPause ? Self.pause : Self.trial
    newPassages = 0
  }
}
