/// How well the scenarios of a file cover something, and what is missing.
public struct SuiteMeasure: Sendable, Hashable {
  /// The covered part, in percent, rounded down; 100 if there is nothing to cover.
  public let percentage: Int

  /// What is missing, a sentence each.
  public let missing: [String]
}
