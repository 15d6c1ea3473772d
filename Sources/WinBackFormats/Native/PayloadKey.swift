/// The keys of a decoded transaction payload of the App Store Server API that decisions depend on.
enum TransactionKey: Int, CaseIterable, Sendable {
  case transactionId, originalTransactionId, productId, subscriptionGroupIdentifier
  case purchaseDate, expiresDate, revocationDate, revocationType, signedDate
  case type, inAppOwnershipType, transactionReason, price, storefront
  case offerType, offerIdentifier, offerDiscountType, billingPlanType, commitmentInfo
  case originalPurchaseDate, paymentNumber, environment

  private var field: PayloadField<Transaction> {
    switch self {
    case .transactionId: .init("transactionId", .identifier) { swap(&$0.transactionId, &$1) }
    case .originalTransactionId:
      .init("originalTransactionId", .identifier) { swap(&$0.originalTransactionId, &$1) }
    case .productId: .init("productId", .symbol) { exchange(&$0.productId, &$1) }
    case .subscriptionGroupIdentifier:
      .init("subscriptionGroupIdentifier", .symbol) { swap(&$0.subscriptionGroupIdentifier, &$1) }
    case .purchaseDate: .init("purchaseDate", .date) { exchange(&$0.purchaseDate, &$1) }
    case .expiresDate: .init("expiresDate", .date) { exchange(&$0.expiresDate, &$1) }
    case .revocationDate: .init("revocationDate", .date) { swap(&$0.revocationDate, &$1) }
    case .revocationType:
      .init("revocationType", .word, "REFUND_PRORATED", .prorated) { swap(&$0.revocationType, &$1) }
    case .signedDate: .init("signedDate", .date) { swap(&$0.signedDate, &$1) }
    case .type:
      .init("type", .word, Transaction.subscriptionType, others: .otherType) {
        swap(&$0.type, &$1)
      }
    case .inAppOwnershipType:
      .init("inAppOwnershipType", .word, "PURCHASED", others: .shared) {
        swap(&$0.inAppOwnershipType, &$1)
      }
    case .transactionReason:
      .init("transactionReason", .word, "RENEWAL", [.reasoned, .renewal], others: .reasoned) {
        swap(&$0.transactionReason, &$1)
      }
    case .price: .init("price", .price) { swap(&$0.price, &$1) }
    case .storefront: .init("storefront", .storefront) { swap(&$0.storefront, &$1) }
    case .offerType: .init("offerType", .code) { swap(&$0.offerType, &$1) }
    case .offerIdentifier: .init("offerIdentifier", .symbol) { swap(&$0.offerIdentifier, &$1) }
    case .offerDiscountType:
      .init("offerDiscountType", .word, "FREE_TRIAL", .free) { swap(&$0.offerDiscountType, &$1) }
    case .billingPlanType:
      .init("billingPlanType", .word, "MONTHLY", .monthlyPlan) { swap(&$0.billingPlanType, &$1) }
    case .commitmentInfo:
      PayloadField(
        name: "commitmentInfo",
        kind: .commitment,
        read: { transaction, scanner throws(JSONError) in
          transaction.commitmentExpiresDate = try scanner.readCommitmentEnd()
        },
        write: { transaction, writer in
          guard let end = transaction.commitmentExpiresDate else { return }
          writer.object("commitmentInfo") { $0.member("commitmentExpiresDate", end) }
        }
      )
    case .originalPurchaseDate:
      .init("originalPurchaseDate", .date) { swap(&$0.originalPurchaseDate, &$1) }
    case .paymentNumber: .init("paymentNumber", .code) { swap(&$0.paymentNumber, &$1) }
    case .environment: .environment { swap(&$0.environment, &$1) }
    }
  }
}

extension TransactionKey: PayloadKey {
  static let fields = allCases.map { $0.field }

  static var required: [TransactionKey] { [.productId, .purchaseDate, .expiresDate] }

  @inline(__always)
  static func append(
    _ values: PayloadValues<TransactionKey>,
    at start: Int,
    of text: borrowing JSONText,
    to history: inout HistoryRecord
  ) {
    var record = TransactionRecord()
    record.sourceOffset = start
    if let text = values.range(.transactionId) { record.identifier = text }
    if let text = values.range(.originalTransactionId) { record.originalIdentifier = text }
    if let date = values.date(.purchaseDate) { record.purchaseDate = date }
    if let date = values.date(.expiresDate) { record.expiresDate = date }
    if let date = values.date(.revocationDate) { record.revocationDate = date }
    if let date = values.date(.signedDate) { record.signedDate = date }
    if let symbol = values.symbol(.productId) { record.productId = symbol }
    if let symbol = values.symbol(.subscriptionGroupIdentifier) { record.group = symbol }
    if let symbol = values.symbol(.offerIdentifier) { record.offer = symbol }
    if let packed = values.number(.storefront) {
      record.country = Storefront(packed: UInt32(truncatingIfNeeded: packed))
    }
    let unstored: TransactionTraits = [.shared, .otherType, .commitment, .otherEnvironment]
    record.traits = values.effects.subtracting(unstored)
    if !values.effects.contains(.shared) { record.traits.insert(.owned) }
    if let type = values.number(.offerType), (1...5).contains(type) {
      record.traits.offerType = UInt8(truncatingIfNeeded: type)
    }
    readOrigin(values, text, history.textStart, of: &record)
    if let code = values.environment(.environment, text, history.textStart) {
      history.environments.insert(StoreEnvironments(code: code))
    }
    history.transactions.append(record)
  }
}

extension TransactionKey {
  /// Reads what a payload says of purchases before it in its chain (F14a).
  @inline(__always)
  private static func readOrigin(
    _ values: PayloadValues<TransactionKey>,
    _ text: borrowing JSONText,
    _ textStart: Int,
    of record: inout TransactionRecord
  ) {
    if let number = values.number(.paymentNumber), number > 1 { record.traits.insert(.continued) }
    guard let date = values.date(.originalPurchaseDate), date.mayBeBefore(record.purchaseDate)
    else { return }
    // The dates of a first transaction can differ by a second.
    if !record.traits.contains(.renewal), let own = record.transactionId,
      let original = record.originalTransactionId,
      text.bytes.compare(
        own.indices.moved(by: textStart),
        with: text.bytes,
        original.indices.moved(by: textStart)
      ) == 0
    {
      return
    }
    record.setOrigin(date)
  }
}

extension PayloadField {
  /// Creates the field of the environment; the closure exchanges a payload's value with another one.
  fileprivate static func environment(
    _ exchange: @escaping @Sendable (inout Payload, inout String?) -> Void
  ) -> Self {
    Self(
      "environment",
      .environment,
      StoreEnvironments.names[0],
      others: .otherEnvironment,
      exchange
    )
  }
}

extension PayloadValues {
  /// Returns the code of the environment that a payload names; nil if it names none.
  @inline(__always)
  fileprivate func environment(
    _ key: Key,
    _ text: borrowing JSONText,
    _ textStart: Int
  ) -> Int8? {
    guard let value = number(key) else { return nil }
    // The value is the code, or the place of a name that the walk did not expect.
    guard value > Int64(Int8.max), let range = range(key) else {
      return Int8(truncatingIfNeeded: value)
    }
    return StoreEnvironments.code(of: text.bytes.text(in: range.indices.moved(by: textStart)))
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Range<Int> {
    lowerBound &+ distance..<upperBound &+ distance
  }
}

extension JSONScanner {
  /// Reads the end of a commitment; nil if it has none.
  mutating func readCommitmentEnd() throws(JSONError) -> TimelineDate? {
    var end: TimelineDate?
    try beginObject()
    while let key = try nextValue() {
      if key == "commitmentExpiresDate" { end = try readDate() } else { _ = try skipValue() }
    }
    return end
  }
}

extension Transaction {
  /// Reads a decoded transaction payload of the App Store Server API.
  ///
  /// - Returns: The transaction; nil if the product is not an auto-renewable subscription (P1).
  init?(reading scanner: inout JSONScanner) throws(JSONError) {
    let none = TimelineDate(Instant(milliseconds: 0))
    self.init(productId: "", purchaseDate: none, expiresDate: none)
    try TransactionKey.read(&scanner, into: &self)
    guard isOfSubscription else { return nil }
  }
}

/// The keys of a decoded renewal information payload of the App Store Server API that are read.
enum RenewalKey: Int, CaseIterable, Sendable {
  case originalTransactionId, productId, autoRenewStatus, expirationIntent
  case isInBillingRetryPeriod, gracePeriodExpiresDate, signedDate
  case eligibleWinBackOfferIds, environment, renewalDate

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
    case .environment: .environment { swap(&$0.environment, &$1) }
    case .renewalDate: .init("renewalDate", .date) { swap(&$0.renewalDate, &$1) }
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
    of text: borrowing JSONText,
    to history: inout HistoryRecord
  ) {
    var record = RenewalRecord()
    record.originalTransactionId = values.range(.originalTransactionId)
    record.productId = values.symbol(.productId)
    // A number that is not whole is certainly not 1.
    record.autoRenews = values.has(.autoRenewStatus) ? values.number(.autoRenewStatus) == 1 : nil
    record.expirationIntent = values.number(.expirationIntent).flatMap { Int(exactly: $0) }
    record.isInBillingRetryPeriod = values.number(.isInBillingRetryPeriod).map { $0 == 1 }
    record.gracePeriodExpiresDate = values.date(.gracePeriodExpiresDate)
    record.signedDate = values.date(.signedDate)
    record.renewalDate = values.date(.renewalDate)
    record.eligibleOffers = values.range(.eligibleWinBackOfferIds)?.indices
    if let code = values.environment(.environment, text, history.textStart) {
      history.environments.insert(StoreEnvironments(code: code))
    }
    history.renewals.append(record)
  }
}

extension RenewalInfo {
  init(reading scanner: inout JSONScanner) throws(JSONError) {
    self.init()
    try RenewalKey.read(&scanner, into: &self)
  }
}
