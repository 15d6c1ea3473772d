public import CalendarTime

/// The facts of a timeline at an instant (section 3 of the semantics).
public struct SubscriptionFacts: Sendable, Hashable {
  /// The product of the owned period that ends last; nil before the first one, and if it is not
  /// known (F1, F13b).
  public let productId: String?

  /// The end of service; nil before the first owned period, and if it is not known (F2, F13b).
  public let lapsedAt: Instant?

  /// The state of the subscription; nil if it is not known (F4, F13).
  public let state: SubscriptionState?

  /// Whether the subscription renews; nil if it is not known (F5, F13).
  public let willAutoRenew: Bool?

  /// Whether somebody else's purchase gives access (F6).
  public let hasSharedAccess: Bool

  /// The paid months that the transactions show (F7).
  public let paidMonths: Int

  /// Whether there can be more paid months than the transactions show (F13c).
  public let mayHavePaidMore: Bool

  /// The storefront; nil if it is not known (F10).
  public let storefront: Storefront?

  /// The expiration intent; nil if it is not known.
  public let expirationIntent: Int?
}

extension SubscriptionFacts {
  init(_ facts: Facts, _ symbols: SymbolTable) {
    let isKnown = facts.ending == .known
    let isRenewed = facts.ending == .mayBeRenewed
    self.init(
      productId: isRenewed ? nil : facts.productId.map(symbols.text(of:)),
      lapsedAt: isRenewed ? nil : facts.lapsedAt,
      state: isKnown ? facts.state : nil,
      willAutoRenew: isKnown ? facts.willAutoRenew : nil,
      hasSharedAccess: facts.hasSharedAccess,
      paidMonths: Int(facts.paidMonths),
      mayHavePaidMore: facts.mayHavePaidMore,
      storefront: facts.storefront,
      expirationIntent: facts.expirationIntent
    )
  }
}
