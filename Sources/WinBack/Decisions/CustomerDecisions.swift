/// The decisions on one customer, one for each subscription group, and what could not be used.
///
/// It is a collection of the decisions, in byte order of the groups (R5).
public struct CustomerDecisions: Sendable, Hashable {
  private let decisions: [Decision]

  /// Products that no group has, in byte order; their transactions were skipped (R5).
  public let productsWithoutGroup: [String]

  /// Offers of intents that no group has, in byte order.
  public let offersWithoutGroup: [String]

  init(_ decisions: [Decision], productsWithoutGroup: [String], offersWithoutGroup: [String]) {
    self.decisions = decisions
    self.productsWithoutGroup = productsWithoutGroup
    self.offersWithoutGroup = offersWithoutGroup
  }
}

extension CustomerDecisions: RandomAccessCollection {
  /// The position of the first decision.
  public var startIndex: Int { decisions.startIndex }

  /// The position after the last decision.
  public var endIndex: Int { decisions.endIndex }

  /// Returns the decision at a position.
  public subscript(position: Int) -> Decision { decisions[position] }
}
