import WinBack

/// Reads one decoded renewal information payload of the App Store Server API.
struct RenewalReader: Sendable {
  private enum Key: String, CaseIterable {
    case originalTransactionId
    case productId
    case autoRenewStatus
    case expirationIntent
    case isInBillingRetryPeriod
    case gracePeriodExpiresDate
    case signedDate
    case eligibleWinBackOfferIds
    case environment
  }

  private let keys = JSONKeyTable<Key>()

  func read(
    _ scanner: inout JSONScanner,
    _ identifiers: inout IdentifierText,
    _ offers: inout ContiguousArray<Symbol>,
    _ symbols: inout SymbolTable
  ) throws(JSONError) -> RenewalRecord {
    var renewal = RenewalRecord()
    var seen = SeenKeys()
    try scanner.beginObject()
    while let key = try scanner.nextKey(of: keys, &seen) {
      if try scanner.readNullIfNext() { continue }
      switch key {
      case .originalTransactionId:
        renewal.originalTransactionId = identifiers.range(of: try scanner.readString())
      case .productId: renewal.productId = try scanner.readSymbol(&symbols)
      case .autoRenewStatus: renewal.autoRenews = try scanner.readNumber().integer == 1
      case .expirationIntent:
        renewal.expirationIntent = try scanner.readNumber().integer.flatMap { Int(exactly: $0) }
      case .isInBillingRetryPeriod: renewal.isInBillingRetryPeriod = try scanner.readBool()
      case .gracePeriodExpiresDate: renewal.gracePeriodExpiresDate = try scanner.readDate()
      case .signedDate: renewal.signedDate = try scanner.readDate()
      case .eligibleWinBackOfferIds:
        let start = offers.count
        try scanner.beginArray()
        while try scanner.nextElement() { offers.append(try scanner.readSymbol(&symbols)) }
        renewal.eligibleOffers = start..<offers.count
      case .environment:
        renewal.isOfXcode = scanner.matches(try scanner.readString(), "Xcode")
      }
    }
    return renewal
  }
}
