/// The decisions on one customer, one for each subscription group, and what could not be used.
public struct CustomerDecisions: Sendable, Hashable {
  /// The decisions, in byte order of the groups (R5).
  public let decisions: [Decision]

  /// Products that no group has, in byte order; their transactions were skipped (R5).
  public let productsWithoutGroup: [String]
}
