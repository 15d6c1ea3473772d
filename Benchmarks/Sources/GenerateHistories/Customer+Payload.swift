extension Customer {
  /// Returns the customer as a payload describes them.
  func adapted(to payload: Payload, with random: inout RandomSource) -> Customer {
    switch payload {
    case .full, .trimmed, .shuffled, .nested: self
    case .lean: unloaded()
    case .varied: varied(with: &random)
    }
  }

  /// As a warehouse keeps it: subscriptions only, each transaction once, as it was signed last, and
  /// the storefront at the customer.
  private func unloaded() -> Customer {
    var customer = self
    customer.storefront = storefront ?? transactions.first?.storefront
    customer.consumablePurchaseDate = nil
    customer.transactions.removeAll { transaction in
      transactions.contains { $0.id == transaction.id && $0.signedDate > transaction.signedDate }
    }
    return customer
  }

  /// With other ids, prices, dates of signature and storefronts.
  private func varied(with random: inout RandomSource) -> Customer {
    var customer = self
    for index in transactions.indices {
      customer.transactions[index].vary(with: &random)
    }
    for index in renewals.indices {
      customer.renewals[index].originalID = Self.scattered(renewals[index].originalID)
    }
    return customer
  }

  /// Another id that depends on the id alone, so that chains and transactions given twice stay such.
  fileprivate static func scattered(_ id: Int) -> Int {
    var random = RandomSource(seed: UInt64(id))
    return random.digits(count: 16)
  }
}

extension Transaction {
  fileprivate mutating func vary(with random: inout RandomSource) {
    id = Customer.scattered(id)
    originalID = Customer.scattered(originalID)
    price = price == 0 ? 0 : random.next(in: 1...99_999_999)
    signedDate += random.next(below: 400)
    if storefront != nil {
      storefront = Catalog.territories[random.next(below: Catalog.territories.count)]
    }
  }
}
