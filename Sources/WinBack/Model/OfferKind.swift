/// A kind of offer, each of which has rules of its own.
public enum OfferKind: String, Sendable, Hashable, CaseIterable {
  /// For customers who have not received an introductory offer in the subscription group.
  case introductory
  /// For customers whose subscription has churned.
  case winBack
}
