import WinBack

/// Buys a product at full price, from one date until another.
func subscribe(_ productId: String, on start: String, until end: String) -> Transaction {
  Transaction(
    productId: productId,
    purchaseDate: date(start),
    expiresDate: date(end),
    transactionReason: "PURCHASE",
    price: 9990
  )
}

/// Buys a product at full price, for some calendar months.
func subscribe(_ productId: String, on start: String, months: Int) -> Transaction {
  subscribe(
    productId,
    on: start,
    until: Reference.text(Reference.add(months: months, to: Reference.instant(start)))
  )
}

/// The same, as a renewal.
func renew(_ productId: String, on start: String, until end: String) -> Transaction {
  subscribe(productId, on: start, until: end).with { $0.transactionReason = "RENEWAL" }
}

/// The same, as a renewal.
func renew(_ productId: String, on start: String, months: Int) -> Transaction {
  subscribe(productId, on: start, months: months).with { $0.transactionReason = "RENEWAL" }
}

/// A date with a time, or a day alone where none is written.
func date(_ text: String) -> TimelineDate {
  let instant = Instant(milliseconds: Reference.instant(text))
  return text.count > 10 ? TimelineDate(instant) : TimelineDate(instant.date)
}

extension Transaction {
  func with(_ change: (inout Transaction) -> Void) -> Transaction {
    var copy = self
    change(&copy)
    return copy
  }

  /// Costs nothing.
  var free: Transaction { with { $0.price = 0 } }

  /// Is a free trial by its type of discount, whatever its price.
  var trial: Transaction { with { $0.offerDiscountType = "FREE_TRIAL" } }

  /// Has no price.
  var unpriced: Transaction { with { $0.price = nil } }

  /// Belongs to somebody else, who shares it.
  var shared: Transaction { with { $0.inAppOwnershipType = "FAMILY_SHARED" } }

  /// Is billed each month of a commitment.
  var billedMonthly: Transaction { with { $0.billingPlanType = "MONTHLY" } }

  /// Redeems a win-back offer.
  func redeeming(_ offerId: String) -> Transaction {
    with {
      $0.offerType = 4
      $0.offerIdentifier = offerId
    }
  }

  func refunded(on day: String, type: String? = nil) -> Transaction {
    with {
      $0.revocationDate = date(day)
      $0.revocationType = type
    }
  }

  func prorated(on day: String) -> Transaction { refunded(on: day, type: "REFUND_PRORATED") }

  func id(_ id: String) -> Transaction { with { $0.transactionId = id } }

  func chain(_ id: String) -> Transaction { with { $0.originalTransactionId = id } }

  func signed(_ day: String) -> Transaction { with { $0.signedDate = date(day) } }

  func inGroup(_ group: String) -> Transaction { with { $0.subscriptionGroupIdentifier = group } }

  func bought(in storefront: String) -> Transaction {
    with { $0.storefront = Storefront(storefront) }
  }
}

/// What the store says about the next renewal.
func renewalInfo(
  status: Int? = nil,
  intent: Int? = nil,
  retry: Bool? = nil,
  grace: String? = nil,
  signed: String? = nil,
  chain: String? = nil,
  product: String? = nil
) -> RenewalInfo {
  RenewalInfo(
    originalTransactionId: chain,
    productId: product,
    autoRenewStatus: status,
    expirationIntent: intent,
    isInBillingRetryPeriod: retry,
    gracePeriodExpiresDate: grace.map(date),
    signedDate: signed.map(date)
  )
}
