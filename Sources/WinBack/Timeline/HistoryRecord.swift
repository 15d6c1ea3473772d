package import CEL
package import CalendarTime

/// One customer's history as the engine reads it: plain values in storage that is used again.
///
/// Every reader fills one of these, for one customer or for millions. ``CustomerHistory`` is the
/// same in a library user's terms.
package struct HistoryRecord: Sendable {
  package var customerId: TextRange = TextRange(start: 0, count: 0)
  package var storefront: Storefront?
  package var subscriptionGroupIdentifier: Symbol?
  package var gaps: HistoryGaps = []
  package var transactions: ContiguousArray<TransactionRecord> = []
  package var renewals: ContiguousArray<RenewalRecord> = []
  /// Whether the renewal information came as a list, whose entries say what they describe (F3).
  package var renewalsAreList: Bool = false
  /// The offers that renewal information names.
  package var offers: ContiguousArray<Symbol> = []
  /// The attributes that a rule set declares, by their place in it; absent where nothing is given.
  package var attributes: ContiguousArray<Binding> = []
  /// Text that the identifiers that are no symbols are pieces of.
  package var text: ContiguousArray<UInt8> = []
  /// Indices into `transactions`, used while looking for duplicates.
  private var identified: ContiguousArray<Int32> = []

  package init() {}

  /// Empties the record and keeps its storage.
  package mutating func removeAll(attributeCount: Int) {
    customerId = TextRange(start: 0, count: 0)
    storefront = nil
    subscriptionGroupIdentifier = nil
    gaps = []
    transactions.removeAll(keepingCapacity: true)
    renewals.removeAll(keepingCapacity: true)
    renewalsAreList = false
    offers.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    if attributeCount > 0 {
      attributes.removeAll(keepingCapacity: true)
      for _ in 0..<attributeCount { attributes.append(.absent) }
    }
  }

  /// Adds a piece of text.
  package mutating func append(text utf8: some Sequence<UInt8>) -> TextRange {
    let start = text.count
    text.append(contentsOf: utf8)
    return TextRange(start: start, count: text.count - start)
  }

  /// Returns a piece of text.
  package func string(_ range: TextRange) -> String {
    String(decoding: text[range.indices], as: UTF8.self)
  }

  /// Merges transactions that share a `transactionId` into the one that was signed last (P1).
  ///
  /// - Parameter offset: The time zone of dates without a time (T4).
  /// - Throws: ``HistoryError`` where versions that were signed last at the same time differ.
  /// - Complexity: O(*n*) where identifiers ascend, as they mostly do; else O(*n* log *n*).
  package mutating func mergeDuplicates(at offset: UTCOffset) throws(HistoryError) {
    guard !identifiersAscend() else { return }
    identified.removeAll(keepingCapacity: true)
    for index in transactions.indices where transactions[index].transactionId != nil {
      identified.append(Int32(truncatingIfNeeded: index))
    }
    sortIdentified()
    var hasDuplicates = false
    var first = identified.startIndex
    while first < identified.endIndex {
      var end = first + 1
      while end < identified.endIndex, haveSameIdentifier(identified[first], identified[end]) {
        end += 1
      }
      if end - first > 1 {
        try keepNewest(of: first..<end, at: offset)
        hasDuplicates = true
      }
      first = end
    }
    if hasDuplicates { transactions.removeAll { $0.sourceOffset < 0 } }
  }

  private func identifiersAscend() -> Bool {
    var previous: TextRange?
    let transactions = transactions.span
    let bytes = unsafe text.span.bytes
    for index in transactions.indices {
      guard let identifier = transactions[index].transactionId else { continue }
      if let previous, bytes.compare(previous.indices, identifier.indices) >= 0 { return false }
      previous = identifier
    }
    return true
  }

  private mutating func sortIdentified() {
    // An insertion sort needs no storage of its own; long histories are rare.
    guard identified.count <= 64 else {
      var sorted = identified
      sorted.sort { isOrdered(before: $0, $1) }
      identified = sorted
      return
    }
    for end in identified.indices.dropFirst() {
      var index = end
      while index > 0, isOrdered(before: identified[index], identified[index - 1]) {
        identified.swapAt(index, index - 1)
        index -= 1
      }
    }
  }

  private func isOrdered(before lhs: Int32, _ rhs: Int32) -> Bool {
    guard let left = transactions[Int(lhs)].transactionId,
      let right = transactions[Int(rhs)].transactionId
    else { return false }
    return compare(left, right) < 0
  }

  private func haveSameIdentifier(_ lhs: Int32, _ rhs: Int32) -> Bool {
    guard let left = transactions[Int(lhs)].transactionId,
      let right = transactions[Int(rhs)].transactionId
    else { return false }
    return compare(left, right) == 0
  }

  /// Marks all but the newest version for removal, by a negative source offset.
  private mutating func keepNewest(
    of duplicates: Range<Int>,
    at offset: UTCOffset
  ) throws(HistoryError) {
    var newest = Int(identified[duplicates.lowerBound])
    for position in duplicates.dropFirst() {
      let index = Int(identified[position])
      if signedDate(of: newest, at: offset) < signedDate(of: index, at: offset) { newest = index }
    }
    for position in duplicates {
      let index = Int(identified[position])
      guard index != newest else { continue }
      if signedDate(of: index, at: offset) == signedDate(of: newest, at: offset),
        differ(index, newest)
      {
        throw HistoryError(
          kind: .conflictingDuplicates(
            transactionId: transactions[index].transactionId.map(string) ?? ""
          ),
          sourceOffset: max(transactions[index].sourceOffset, transactions[newest].sourceOffset)
        )
      }
    }
    for position in duplicates where Int(identified[position]) != newest {
      transactions[Int(identified[position])].sourceOffset = -1
    }
  }

  /// The date by which versions are compared; an absent one is the oldest (P1).
  private func signedDate(of index: Int, at offset: UTCOffset) -> Int64 {
    transactions[index].signedDate?.resolved(at: offset).milliseconds ?? Int64.min
  }

  private func differ(_ lhs: Int, _ rhs: Int) -> Bool {
    let left = transactions[lhs]
    let right = transactions[rhs]
    return !haveSameText(left.originalTransactionId, right.originalTransactionId)
      || !left.hasSameContents(as: right)
  }

  /// Returns whether two pieces of text are the same, or both absent.
  package func haveSameText(_ lhs: TextRange?, _ rhs: TextRange?) -> Bool {
    guard let lhs, let rhs else { return lhs == nil && rhs == nil }
    return compare(lhs, rhs) == 0
  }

  /// Compares the identifiers of two transactions in byte order, an absent one first.
  package func compareIdentifiers(_ lhs: TransactionRecord, _ rhs: TransactionRecord) -> Int {
    switch (lhs.transactionId, rhs.transactionId) {
    case (nil, nil): 0
    case (nil, _): -1
    case (_, nil): 1
    case (let left?, let right?): compare(left, right)
    }
  }

  /// Compares two pieces of text in byte order: negative, zero or positive.
  func compare(_ lhs: TextRange, _ rhs: TextRange) -> Int {
    unsafe text.span.bytes.compare(lhs.indices, rhs.indices)
  }
}
