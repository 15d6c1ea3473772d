/// What one row says, before it is known what other rows say of the same transaction.
struct RowValues: Sendable {
  var transactionId = RowField.absent
  var transactionIdSuffix = RowField.absent
  var originalTransactionId = RowField.absent
  var productId = RowField.absent
  var group = RowField.absent
  var offerIdentifier = RowField.absent
  var purchaseDate: TimelineDate?
  var expiresDate: TimelineDate?
  var revocationDate: TimelineDate?
  var signedDate: TimelineDate?
  var storefront: Storefront?
  var details = TransactionDetails()
  /// The length of the period where the mapping has it.
  var length: PeriodLength?

  /// Whether the identifier is that of the first transaction of the chain.
  func isFirstOfChain(in text: borrowing ByteLoads) -> Bool {
    guard !transactionId.range.isEmpty else { return false }
    guard transactionId.escaping == .none, originalTransactionId.escaping == .none else {
      return transactionId.text(in: text.bytes) == originalTransactionId.text(in: text.bytes)
    }
    let bytes = text.bytes
    return bytes.compare(transactionId.range, with: bytes, originalTransactionId.range) == 0
  }

  /// Takes a value that stands in the mapping.
  @inline(never)
  mutating func set(_ value: FixedValue, of field: MappedField) {
    switch (value, field) {
    case (.word(let code), _): if let word = field.word { details.words[word] = code }
    case (.text(let text), .productId): productId = text
    case (.text(let text), .subscriptionGroupIdentifier): group = text
    case (.text(let text), _): offerIdentifier = text
    case (.date(let date), .purchaseDate): purchaseDate = date
    case (.date(let date), .expiresDate): expiresDate = date
    case (.date(let date), .signedDate): signedDate = date
    case (.date(let date), .gracePeriodExpiresDate): details.graceEnd = date
    case (.date(let date), .originalPurchaseDate): details.originalPurchaseDate = date
    case (.date(let date), _): revocationDate = date
    case (.price(let price), _): details.price = price
    case (.storefront(let storefront), _): self.storefront = storefront
    case (.length(let length), _): self.length = length
    }
  }
}
