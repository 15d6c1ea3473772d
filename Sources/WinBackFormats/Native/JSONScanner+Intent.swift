import WinBack

extension JSONScanner {
  /// Reads the intent that led a customer to an offer (M4).
  @inline(never)
  mutating func readIntent() throws(JSONError) -> PurchaseIntent {
    enum Key: String, CaseIterable {
      case kind
      case offerId
      case createdAt
    }
    let start = offset
    var kind = PurchaseIntent.Kind.purchaseIntent
    var offerId: String?
    var createdAt: TimelineDate?
    let keys = JSONKeyTable<Key>()
    var seen = SeenKeys()
    try beginObject()
    while let key = try nextKey(of: keys, &seen) {
      if try readNullIfNext() { continue }
      switch key {
      case .kind: kind = try readChoice()
      case .offerId: offerId = text(of: try readString())
      case .createdAt: createdAt = try readDate()
      }
    }
    guard let offerId else {
      throw missing("offerId", among: Key.allCases.map { $0.rawValue }, inObjectAt: start)
    }
    guard let createdAt else {
      throw missing("createdAt", among: Key.allCases.map { $0.rawValue }, inObjectAt: start)
    }
    return PurchaseIntent(kind, offerId: offerId, createdAt: createdAt)
  }
}

extension PurchaseIntent {
  func record(_ symbols: inout SymbolTable) -> IntentRecord {
    IntentRecord(kind, offer: symbols.intern(offerId), createdAt: createdAt)
  }
}
