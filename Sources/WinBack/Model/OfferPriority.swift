/// The rank that the developer gives an offer where a customer is eligible for several.
public enum OfferPriority: String, Sendable, Hashable, CaseIterable {
  /// Shown before offers of normal priority.
  case high = "HIGH"

  /// The default.
  case normal = "NORMAL"
}
