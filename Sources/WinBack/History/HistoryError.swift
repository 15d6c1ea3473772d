/// What is wrong with a history as a whole, if each of its parts is well formed.
public struct HistoryError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// Two versions of a transaction were signed at the same time and differ (P1).
    case conflictingDuplicates(transactionId: String)
    /// A purchase, an expiry or a revocation is from before the App Store sold subscriptions
    /// (F13e).
    case beforeSubscriptions(date: Instant)
    /// There are more transactions than the engine accepts for one customer.
    case tooManyTransactions(limit: Int)
    /// There are more products than the engine accepts for one customer.
    case tooManyProducts(limit: Int)
    /// The customer is a word for nothing, such as `NULL`.
    case customerIsNothing(id: String)
    /// The customer is a number that a program has rounded.
    case roundedCustomer(id: String)
  }

  /// What is wrong.
  public let kind: Kind

  /// The offset of the error in the source, in bytes; 0 for a history that was made in code.
  public let sourceOffset: Int

  package init(kind: Kind, sourceOffset: Int) {
    self.kind = kind
    self.sourceOffset = sourceOffset
  }
}

extension HistoryError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String { kind.description }
}

extension HistoryError.Kind: CustomStringConvertible {
  /// What was expected and what was found.
  public var description: String {
    switch self {
    case .conflictingDuplicates(let transactionId):
      """
      transaction '\(transactionId)' is given twice with different contents: expected equal \
      contents, or a 'signedDate' that says which one is newer
      """
    case .beforeSubscriptions(let date):
      """
      expected dates from \(Instant.firstSubscription.date), when the App Store began to sell \
      subscriptions, found \(date); are these seconds instead of milliseconds?
      """
    case .tooManyTransactions(let limit):
      "expected at most \(limit) transactions of one customer, found more"
    case .tooManyProducts(let limit):
      "expected at most \(limit) products of one customer, found more"
    case .customerIsNothing(let id):
      "expected the identifier of a customer, found '\(id)', a word for nothing"
    case .roundedCustomer(let id):
      "expected the identifier of a customer as text, found the rounded number '\(id)'"
    }
  }
}

extension Instant {
  /// The start of the day on which the App Store began to sell auto-renewable subscriptions (F13e).
  package static var firstSubscription: Instant { Instant(milliseconds: 1_297_728_000_000) }
}
