import WinBack

extension Transaction {
  /// Reads a decoded transaction payload of the App Store Server API.
  ///
  /// - Returns: The transaction; nil for a product that does not renew by itself (P1).
  /// - Throws: ``FormatError`` for a value of another type, and where a date or the product is
  ///   missing.
  init?(json node: JSONNode) throws(FormatError) {
    let object = try node.object()
    let type = try object.optional("type")?.string()
    let transactionId = try object.optional("transactionId")?.string()
    let originalTransactionId = try object.optional("originalTransactionId")?.string()
    let group = try object.optional("subscriptionGroupIdentifier")?.string()
    let product = try object.optional("productId")?.string()
    let purchaseDate = try object.optional("purchaseDate")?.timelineDate()
    let expiresDate = try object.optional("expiresDate")?.timelineDate()
    let revocationDate = try object.optional("revocationDate")?.timelineDate()
    let revocationType = try object.optional("revocationType")?.string()
    let signedDate = try object.optional("signedDate")?.timelineDate()
    let ownership = try object.optional("inAppOwnershipType")?.string()
    let reason = try object.optional("transactionReason")?.string()
    let price = try object.optional("price")?.milliunits()
    let storefront = try object.optional("storefront")?.storefront()
    let offerType = try object.optional("offerType")?.code()
    let offerIdentifier = try object.optional("offerIdentifier")?.string()
    let offerDiscountType = try object.optional("offerDiscountType")?.string()
    let billingPlanType = try object.optional("billingPlanType")?.string()
    guard type.map({ $0 == "Auto-Renewable Subscription" }) ?? true else { return nil }
    guard let product else { throw object.missing("productId") }
    guard let purchaseDate else { throw object.missing("purchaseDate") }
    guard let expiresDate else { throw object.missing("expiresDate") }
    self.init(
      transactionId: transactionId,
      originalTransactionId: originalTransactionId,
      productId: product,
      subscriptionGroupIdentifier: group,
      purchaseDate: purchaseDate,
      expiresDate: expiresDate,
      revocationDate: revocationDate,
      revocationType: revocationType,
      signedDate: signedDate,
      type: type,
      inAppOwnershipType: ownership,
      transactionReason: reason,
      price: price,
      storefront: storefront,
      offerType: offerType,
      offerIdentifier: offerIdentifier,
      offerDiscountType: offerDiscountType,
      billingPlanType: billingPlanType
    )
  }
}
