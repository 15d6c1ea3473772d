/// A purchase intent, a link or a message that led a customer to a win-back offer.
///
/// It can be older than the purchase; only the instant of the purchase counts (M4).
public struct PurchaseIntent: Sendable, Hashable {
  /// What it was.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A `PurchaseIntent` of StoreKit: a tap on the offer in the App Store.
    case purchaseIntent
    /// A link that opens the offer.
    case link
    /// A message of StoreKit that shows the offer in the app.
    case message
  }

  /// What it was.
  public var kind: Kind

  /// The offer.
  public var offerId: String

  /// When it came.
  public var createdAt: TimelineDate

  /// Creates an intent.
  public init(_ kind: Kind = .purchaseIntent, offerId: String, createdAt: TimelineDate) {
    self.kind = kind
    self.offerId = offerId
    self.createdAt = createdAt
  }
}
