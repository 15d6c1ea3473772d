/// How much of something the scenarios of a file do, and what is missing.
public struct SuiteMeasure: Sendable, Hashable {
  /// The part that is done, in percent, rounded down; all of nothing is all.
  public let percentage: Int

  /// What is missing, a sentence each.
  public let missing: [String]
}
