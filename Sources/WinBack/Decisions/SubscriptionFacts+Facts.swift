extension SubscriptionFacts {
  /// Creates the facts in a reader's terms.
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
