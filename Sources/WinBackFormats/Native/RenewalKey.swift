import WinBack

/// The keys of a decoded renewal information payload of the App Store Server API that are read.
enum RenewalKey: Int, CaseIterable, Sendable {
  case originalTransactionId, productId, autoRenewStatus, expirationIntent
  case isInBillingRetryPeriod, gracePeriodExpiresDate, signedDate
  case eligibleWinBackOfferIds, environment

  private var field: PayloadField<RenewalInfo> {
    switch self {
    case .originalTransactionId:
      .init("originalTransactionId", .identifier) { swap(&$0.originalTransactionId, &$1) }
    case .productId: .init("productId", .symbol) { swap(&$0.productId, &$1) }
    case .autoRenewStatus:
      .init("autoRenewStatus", .code) { (renewal: inout RenewalInfo, status: inout Int?) in
        // A number that is not whole is certainly not 1.
        status = status ?? 0
        swap(&renewal.autoRenewStatus, &status)
      }
    case .expirationIntent: .init("expirationIntent", .code) { swap(&$0.expirationIntent, &$1) }
    case .isInBillingRetryPeriod:
      .init("isInBillingRetryPeriod", .flag) { swap(&$0.isInBillingRetryPeriod, &$1) }
    case .gracePeriodExpiresDate:
      .init("gracePeriodExpiresDate", .date) { swap(&$0.gracePeriodExpiresDate, &$1) }
    case .signedDate: .init("signedDate", .date) { swap(&$0.signedDate, &$1) }
    case .eligibleWinBackOfferIds:
      .init("eligibleWinBackOfferIds", .symbols) { swap(&$0.eligibleWinBackOfferIds, &$1) }
    case .environment: .init("environment", .word, "Xcode", .xcode) { swap(&$0.environment, &$1) }
    }
  }
}

extension RenewalKey: PayloadKey {
  static let fields = allCases.map { $0.field }

  static var required: [RenewalKey] { [] }

  @inline(__always)
  static func append(
    _ values: PayloadValues<RenewalKey>,
    at start: Int,
    to history: inout HistoryRecord
  ) {
    history.renewals.append(
      RenewalRecord(
        originalTransactionId: values.range(.originalTransactionId),
        productId: values.symbol(.productId),
        // A number that is not whole is certainly not 1.
        autoRenews: values.has(.autoRenewStatus) ? values.number(.autoRenewStatus) == 1 : nil,
        expirationIntent: values.number(.expirationIntent).flatMap { Int(exactly: $0) },
        isInBillingRetryPeriod: values.number(.isInBillingRetryPeriod).map { $0 == 1 },
        gracePeriodExpiresDate: values.date(.gracePeriodExpiresDate),
        signedDate: values.date(.signedDate),
        eligibleOffers: values.range(.eligibleWinBackOfferIds)?.indices,
        isOfXcode: values.effects.contains(.xcode)
      )
    )
  }
}

extension RenewalInfo {
  init(reading scanner: inout JSONScanner) throws(JSONError) {
    self.init()
    try RenewalKey.read(&scanner, into: &self)
  }
}
