/// What a customer is shown in one subscription group at an instant, and why (M1).
public struct Merchandising: Sendable, Hashable {
  /// The offer that the app prefers of a product (M3).
  public struct Preference: Sendable, Hashable {
    /// The product.
    public let productId: String

    /// The kind of the offer.
    public let kind: OfferKind

    /// The identifier of the offer; nil for an introductory one, which has none.
    public let offerId: String?
  }

  /// An assumption that changes what is shown.
  public struct Hinge: Sendable, Hashable {
    /// The policy.
    public let policy: String

    /// The assumed value.
    public let value: String

    /// Another value, under which something else is shown.
    public let alternative: String

    /// What is shown under that other value.
    public let show: Screen

    /// The identifier of the offer that is shown then.
    public let offerId: String?
  }

  /// What is shown.
  public let show: Screen

  /// The product of the offer that is shown.
  public let productId: String?

  /// The identifier of the offer that is shown; an introductory one has none.
  public let offerId: String?

  /// Why, as a sentence with the values of the customer.
  public let because: String

  /// The facts that are not known, so that it cannot be decided.
  public let missing: [String]

  /// When the same is shown, over the whole timeline, past and future; empty if it cannot be
  /// decided.
  public let windows: [Window]

  /// The next instant at which something else is shown; nil if it stays.
  public let changesAt: Instant?

  /// The policies whose alternatives lead to something else.
  public let hingesOn: [Hinge]

  /// The offer that the app prefers of each product with an offer for the customer, in byte order
  /// of the products (M3).
  public let preferred: [Preference]

  /// Returns the window that contains an instant; nil if none does.
  public func window(at now: Instant) -> Window? { windows.first { $0.contains(now) } }
}

/// What a customer is shown in an app (M1).
public enum Screen: Sendable, Hashable {
  /// Nothing is sold: a subscription will renew.
  case hidden
  /// The best offer of a kind.
  case offer(OfferKind)
  /// The products at their prices.
  case plain
  /// It cannot be decided, because a fact is not known.
  case undetermined

  /// The introductory offer.
  public static let introductory = Screen.offer(.introductory)

  /// The best win-back offer.
  public static let winBack = Screen.offer(.winBack)

  /// The screens that a rule set can choose.
  package static let choices = allCases.filter { $0 != .undetermined }

  /// The kind of the offer that it shows; nil if it shows none.
  package var offerKind: OfferKind? { if case .offer(let kind) = self { kind } else { nil } }
}

extension Screen: RawRepresentable, CaseIterable {
  /// All screens, in their order.
  public static let allCases =
    [.hidden] + OfferKind.allCases.map { Screen.offer($0) } + [.plain, .undetermined]

  /// Creates the screen with a name; nil if none has it.
  public init?(rawValue: String) {
    guard let screen = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = screen
  }

  /// The name in rule sets and results: for an offer, its kind.
  public var rawValue: String {
    switch self {
    case .hidden: "hidden"
    case .offer(let kind): kind.rawValue
    case .plain: "plain"
    case .undetermined: "undetermined"
    }
  }
}

package struct Shown: Sendable, Hashable {
  package let screen: Screen
  package var productId: String?
  package var offerId: String?

  static let undetermined = Shown(.undetermined)

  init(_ screen: Screen, of offer: PlacedOffer? = nil) {
    self.screen = screen
    productId = offer?.subscription.productId
    offerId = offer?.terms.offerId
  }
}

extension Shown: Comparable {
  /// Returns whether a screen comes before another: in the order of ``Screen``, then products and
  /// offers in byte order.
  package static func < (lhs: Shown, rhs: Shown) -> Bool {
    lhs.sortKey.lexicographicallyPrecedes(rhs.sortKey) { $0.lexicographicallyPrecedes($1) }
  }

  private var sortKey: [[UInt8]] {
    let rank = Screen.allCases.firstIndex(of: screen) ?? 0
    return [[UInt8(clamping: rank)], Array((productId ?? "").utf8), Array((offerId ?? "").utf8)]
  }
}
