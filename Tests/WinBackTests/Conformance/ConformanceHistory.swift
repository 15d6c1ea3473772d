import WinBack

/// A native history as Foundation reads it, so that the reference needs none of the package's readers.
struct ConformanceHistory: Decodable {
  struct Transaction: Decodable {
    let transactionId: String?
    let originalTransactionId: String?
    let productId: String
    let subscriptionGroupIdentifier: String?
    /// Absent where the type is not one that renews.
    let purchaseDate: ConformanceDate?
    let expiresDate: ConformanceDate?
    let revocationDate: ConformanceDate?
    let revocationType: String?
    let signedDate: ConformanceDate?
    let type: String?
    let inAppOwnershipType: String?
    let transactionReason: String?
    let price: Int64?
    let storefront: String?
    let offerType: Int?
    let offerIdentifier: String?
    let offerDiscountType: String?
    let billingPlanType: String?
  }

  struct Renewal: Decodable {
    let originalTransactionId: String?
    let productId: String?
    let autoRenewStatus: Int?
    let expirationIntent: Int?
    let isInBillingRetryPeriod: Bool?
    let gracePeriodExpiresDate: ConformanceDate?
    let signedDate: ConformanceDate?
    let renewalDate: ConformanceDate?
  }

  /// One renewal information, or a list.
  enum Renewals: Decodable {
    case one(Renewal)
    case list([Renewal])

    init(from decoder: any Decoder) throws {
      do {
        self = .list(try [Renewal](from: decoder))
      } catch DecodingError.typeMismatch {
        self = .one(try Renewal(from: decoder))
      }
    }
  }

  let customerId: String
  let storefront: String?
  let subscriptionGroupIdentifier: String?
  let transactions: [Transaction]
  let renewalInfo: Renewals?
  let unknown: [String]?

  /// The history as the engine's own type.
  func history() -> CustomerHistory {
    var history = CustomerHistory(
      customerId: customerId,
      storefront: storefront.flatMap { Storefront($0) },
      subscriptionGroupIdentifier: subscriptionGroupIdentifier,
      transactions: transactions.compactMap { $0.transaction() }
    )
    switch renewalInfo {
    case .one(let renewal): history.renewalInfo = [renewal.renewalInfo()]
    case .list(let renewals):
      history.renewalInfo = renewals.map { $0.renewalInfo() }
      history.renewalInfoIsList = true
    case nil: break
    }
    if unknown?.contains("redemptions") ?? false { history.gaps.insert(.redemptions) }
    if unknown?.contains("paidMonths") ?? false { history.gaps.insert(.paidMonths) }
    if unknown?.contains("otherPurchases") ?? false { history.gaps.insert(.otherPurchases) }
    return history
  }
}

/// A date: milliseconds since 1970, or ISO 8601 text.
struct ConformanceDate: Decodable, Equatable {
  let date: TimelineDate

  init(milliseconds: Int64) { date = TimelineDate(Instant(milliseconds: milliseconds)) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let milliseconds = try? container.decode(Double.self) {
      date = TimelineDate(Instant(milliseconds: Int64(milliseconds.rounded(.down))))
    } else {
      date = try TimelineDate(iso8601: container.decode(String.self))
    }
  }
}

extension ConformanceHistory.Transaction {
  fileprivate func transaction() -> WinBack.Transaction? {
    guard let purchaseDate, let expiresDate else { return nil }
    return WinBack.Transaction(
      transactionId: transactionId,
      originalTransactionId: originalTransactionId,
      productId: productId,
      subscriptionGroupIdentifier: subscriptionGroupIdentifier,
      purchaseDate: purchaseDate.date,
      expiresDate: expiresDate.date,
      revocationDate: revocationDate?.date,
      revocationType: revocationType,
      signedDate: signedDate?.date,
      type: type,
      inAppOwnershipType: inAppOwnershipType,
      transactionReason: transactionReason,
      price: price,
      storefront: storefront.flatMap { Storefront($0) },
      offerType: offerType,
      offerIdentifier: offerIdentifier,
      offerDiscountType: offerDiscountType,
      billingPlanType: billingPlanType
    )
  }
}

extension ConformanceHistory.Renewal {
  fileprivate func renewalInfo() -> RenewalInfo {
    RenewalInfo(
      originalTransactionId: originalTransactionId,
      productId: productId,
      autoRenewStatus: autoRenewStatus,
      expirationIntent: expirationIntent,
      isInBillingRetryPeriod: isInBillingRetryPeriod,
      gracePeriodExpiresDate: gracePeriodExpiresDate?.date,
      signedDate: signedDate?.date,
      renewalDate: renewalDate?.date
    )
  }
}
