/// Writes transactions with the keys of a payload.
struct TransactionWriter {
  let catalog: Catalog
  let payload: Payload
  private var members: Members

  // Apple added prices in 2023.
  private static let firstPrice = Milliseconds(year: 2023, month: 1, day: 1)

  init(catalog: Catalog, payload: Payload, dates: DateForm) {
    self.catalog = catalog
    self.payload = payload
    members = Members(dates: dates)
  }

  /// Writes a transaction; `random` decides what the payload leaves to chance.
  mutating func write(
    _ transaction: Transaction,
    inTwoGroups: Bool,
    with random: inout RandomSource,
    to buffer: inout ByteBuffer
  ) {
    members.removeAll()
    switch payload {
    case .full, .trimmed:
      add(transaction, inTwoGroups: inTwoGroups)
    case .lean:
      addLean(transaction)
    case .shuffled:
      add(transaction, inTwoGroups: inTwoGroups)
      members.shuffle(with: &random)
    case .nested:
      add(transaction, inTwoGroups: inTwoGroups)
      members.addNested(count: random.next(in: 1...3), with: &random)
    case .varied:
      add(transaction, inTwoGroups: inTwoGroups, currency: random.letters(count: 3).uppercased())
      addIdentifiers(of: transaction, with: &random)
    }
    members.write(to: &buffer)
  }

  /// Writes a purchase that no subscription rule looks at.
  mutating func writeConsumable(purchaseDate: Milliseconds, to buffer: inout ByteBuffer) {
    members.removeAll()
    members.add("transactionId", "1")
    members.add("productId", "gems.100")
    members.add("type", "Consumable")
    members.add("purchaseDate", date: purchaseDate)
    members.write(to: &buffer)
  }

  private mutating func add(
    _ transaction: Transaction,
    inTwoGroups: Bool,
    currency code: String? = nil
  ) {
    let product = catalog.products[transaction.product]
    members.add("transactionId", digits: transaction.id)
    if payload.hasAllKeys || inTwoGroups {
      members.add("originalTransactionId", digits: transaction.originalID)
    }
    members.add("productId", product.id)
    if payload.hasAllKeys || inTwoGroups {
      members.add("subscriptionGroupIdentifier", product.group)
    }
    members.add("purchaseDate", date: transaction.purchaseDate)
    members.add("expiresDate", date: transaction.expiresDate)
    if payload.hasAllKeys {
      members.add("quantity", number: 1)
      members.add("type", "Auto-Renewable Subscription")
    }
    members.add("inAppOwnershipType", transaction.isShared ? "FAMILY_SHARED" : "PURCHASED")
    members.add("signedDate", date: transaction.signedDate)
    addRevocation(of: transaction)
    if transaction.isUpgraded {
      members.add("isUpgraded", flag: true)
    }
    if let offer = transaction.offer {
      add(offer)
    }
    if payload.hasAllKeys {
      members.add("environment", "Production")
    }
    members.add("transactionReason", transaction.isRenewal ? "RENEWAL" : "PURCHASE")
    if let storefront = transaction.storefront {
      members.add("storefront", storefront)
    }
    if transaction.purchaseDate >= Self.firstPrice {
      let currency = Currency(of: transaction.storefront)
      members.add("price", number: currency.price(ofDollars: transaction.price))
      if payload.hasAllKeys {
        members.add("currency", code ?? currency.code)
      }
    }
    if let offer = transaction.offer {
      members.add("offerDiscountType", offer.mode.rawValue)
    }
  }

  private mutating func addRevocation(of transaction: Transaction) {
    guard let revocation = transaction.revocation else {
      return
    }
    if payload.hasAllKeys {
      members.add("revocationReason", number: 0)
    }
    members.add("revocationDate", date: transaction.revocationDate)
    if revocation == .prorated {
      members.add("revocationType", "REFUND_PRORATED")
      members.add("revocationPercentage", number: 50_000)
    } else if transaction.purchaseDate >= Self.firstPrice {
      members.add("revocationType", "REFUND_FULL")
    }
  }

  private mutating func add(_ offer: Transaction.AppliedOffer) {
    members.add("offerType", number: offer.kind.rawValue)
    if let id = offer.id {
      members.add("offerIdentifier", id)
    }
  }

  /// Seven keys; more only for a refund, a family's share and a redemption.
  private mutating func addLean(_ transaction: Transaction) {
    let currency = Currency(of: transaction.storefront)
    members.add("transactionId", digits: transaction.id)
    members.add("originalTransactionId", digits: transaction.originalID)
    members.add("productId", catalog.products[transaction.product].id)
    members.add("purchaseDate", date: transaction.purchaseDate)
    members.add("expiresDate", date: transaction.expiresDate)
    members.add("price", number: currency.price(ofDollars: transaction.price))
    members.add("transactionReason", transaction.isRenewal ? "RENEWAL" : "PURCHASE")
    if let revocation = transaction.revocation {
      members.add("revocationDate", date: transaction.revocationDate)
      if revocation == .prorated {
        members.add("revocationType", "REFUND_PRORATED")
      }
    }
    if transaction.isShared {
      members.add("inAppOwnershipType", "FAMILY_SHARED")
    }
    if let offer = transaction.offer, offer.kind == .winBack {
      add(offer)
    }
  }

  /// Adds more of Apple's keys, and a name as exports have it; their values all differ.
  private mutating func addIdentifiers(
    of transaction: Transaction,
    with random: inout RandomSource
  ) {
    let earlier = random.next(below: 400 * .day)
    members.add("originalPurchaseDate", date: transaction.purchaseDate - earlier)
    members.add("webOrderLineItemId", digits: random.digits(count: 16))
    members.add("bundleId", "com.\(random.letters(count: 7)).\(random.letters(count: 9))")
    members.add("appAccountToken", random.uuid())
    members.add("appTransactionId", digits: random.digits(count: 16))
    members.add("storefrontId", digits: random.digits(count: 6))
    members.add("referenceName", random.words(count: random.next(in: 1...4)))
  }
}
