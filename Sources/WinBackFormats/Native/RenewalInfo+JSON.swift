import WinBack

extension RenewalInfo {
  /// Reads a decoded renewal information payload of the App Store Server API.
  ///
  /// - Throws: ``FormatError`` for a value of another type.
  init(json node: JSONNode) throws(FormatError) {
    let object = try node.object()
    var offers: [String]?
    if let eligible = object.optional("eligibleWinBackOfferIds") {
      var ids: [String] = []
      for id in try eligible.array() { ids.append(try id.string()) }
      offers = ids
    }
    self.init(
      originalTransactionId: try object.optional("originalTransactionId")?.string(),
      productId: try object.optional("productId")?.string(),
      // A number that is neither 0 nor 1 is known not to be 1.
      autoRenewStatus: try object.optional("autoRenewStatus").map { node throws(FormatError) in
        try node.code() ?? 0
      },
      expirationIntent: try object.optional("expirationIntent")?.code(),
      isInBillingRetryPeriod: try object.optional("isInBillingRetryPeriod")?.bool(),
      gracePeriodExpiresDate: try object.optional("gracePeriodExpiresDate")?.timelineDate(),
      signedDate: try object.optional("signedDate")?.timelineDate(),
      eligibleWinBackOfferIds: offers,
      environment: try object.optional("environment")?.string()
    )
  }
}
