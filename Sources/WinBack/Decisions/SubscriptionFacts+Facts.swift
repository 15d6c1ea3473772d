extension SubscriptionFacts {
  /// Creates the facts in a reader's terms.
  init(_ facts: Facts, _ symbols: SymbolTable) {
    self.init(
      productId: facts.productId.map(symbols.text(of:)),
      lapsedAt: facts.lapsedAt,
      state: facts.state,
      willAutoRenew: facts.willAutoRenew,
      hasSharedAccess: facts.hasSharedAccess,
      paidMonths: Int(facts.paidMonths),
      storefront: facts.storefront,
      expirationIntent: facts.expirationIntent
    )
  }
}
