package import CalendarTime

extension HistoryRecord {
  /// Merges transactions with the same `transactionId` into the one that was signed last, and events
  /// into the transaction that they are about (P1).
  ///
  /// - Throws: ``HistoryError`` if versions that were signed last at the same time differ, and for
  ///   a date from before there were subscriptions (F13e).
  /// - Complexity: O(*n*) if no identifier is repeated, except for long histories whose identifiers
  ///   are not in ascending order; else O(*n* log *n*).
  package mutating func mergeDuplicates(at offset: UTCOffset) throws(HistoryError) {
    // The reader of tables has already merged those that no time zone changes.
    guard survey == nil else { return }
    let areEvents = rows.contains(.events)
    if areEvents { mergeEvents(at: offset) }
    var survey = try TransactionSurvey(transactions.span)
    if !areEvents, !identifiersAscend(), identifiersMayRepeat(), try mergeIdentified(at: offset) {
      survey = try TransactionSurvey(transactions.span)
    }
    if rows.contains(.redemptions), !redemptionsAreKnown { gaps.insert(.redemptions) }
    if rows.contains(.renewals) { collectRenewals(at: offset) }
    if survey.isOneGroup, survey.countInOrder != nil {
      survey.mayLackPurchases = seemsIncomplete(survey)
    }
    self.survey = survey
  }

  /// Restores the rows that were merged, if another time zone can change what they say together (T4).
  ///
  /// - Returns: Whether it did.
  package mutating func restore(
    _ transactions: ContiguousArray<TransactionRecord>,
    _ details: ContiguousArray<TransactionDetails>
  ) -> Bool {
    guard
      self.transactions.count < transactions.count
        ? transactions.contains(where: { $0.notes.haveDays })
        : rows.contains(.renewals) && survey?.hasDays == true
    else { return false }
    (self.transactions, self.details) = (transactions, details)
    renewals.removeAll()
    olderVersions.removeAll()
    gaps = []
    survey = nil
    return true
  }

  func identifiersAscend() -> Bool {
    let transactions = transactions.span
    guard transactions.count > 0, let length = transactions[0].transactionId?.count, length >= 8
    else { return identifiersOfAnyLengthAscend() }
    // The App Store's identifiers have the same length, and two words contain each of them. Those
    // of tables can be longer, and then differ in their first two words.
    let isLong = length > 16
    let second = Int(min(length, 16)) &- 8
    let bytes = unsafe text.span.bytes
    var previous: (UInt64, UInt64) = (0, 0)
    for index in transactions.indices {
      guard let identifier = transactions[index].transactionId,
        isLong ? identifier.count >= 16 : identifier.count == length
      else { return identifiersOfAnyLengthAscend() }
      let start = Int(identifier.start)
      let words = (bytes.word(at: start), bytes.word(at: start &+ second))
      guard previous < words else {
        return isLong && previous == words ? identifiersOfAnyLengthAscend() : false
      }
      previous = words
    }
    return true
  }

  private func identifiersOfAnyLengthAscend() -> Bool {
    var previous: TextRange?
    let transactions = transactions.span
    let bytes = unsafe text.span.bytes
    for index in transactions.indices {
      guard let identifier = transactions[index].transactionId else { continue }
      if let previous, bytes.compare(previous.indices, with: bytes, identifier.indices) >= 0 {
        return false
      }
      previous = identifier
    }
    return true
  }

  /// Returns whether two transactions share an identifier; true if there are many transactions.
  ///
  /// It uses a hash table. With many identifiers that are made to have one hash, the time would
  /// grow with the square of their number.
  private mutating func identifiersMayRepeat() -> Bool {
    guard transactions.count <= 64 else { return true }
    var slotCount = 4
    while slotCount < 2 * transactions.count { slotCount *= 2 }
    identified.removeAll(keepingCapacity: true)
    identified.append(contentsOf: repeatElement(-1, count: slotCount))
    for index in transactions.indices {
      guard let identifier = transactions[index].transactionId else { continue }
      let hash = unsafe text.span.bytes.extracting(identifier.indices).hash
      var slot = Int(truncatingIfNeeded: hash) & (slotCount - 1)
      while identified[slot] >= 0 {
        if haveSameIdentifier(identified[slot], Int32(index)) { return true }
        slot = (slot + 1) & (slotCount - 1)
      }
      identified[slot] = Int32(index)
    }
    return false
  }

  /// Keeps the newest version of each transaction, and returns whether it removed any.
  private mutating func mergeIdentified(at offset: UTCOffset) throws(HistoryError) -> Bool {
    identified.removeAll(keepingCapacity: true)
    for index in transactions.indices where transactions[index].transactionId != nil {
      identified.append(Int32(truncatingIfNeeded: index))
    }
    var sorted = identified
    sorted.sort { compareIdentifiers(Int($0), Int($1)) < 0 }
    identified = sorted
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
    return hasDuplicates
  }

  private func haveSameIdentifier(_ lhs: Int32, _ rhs: Int32) -> Bool {
    compareIdentifiers(Int(lhs), Int(rhs)) == 0
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
      if let date = transactions[index].signedDate {
        olderVersions.append((transactions[newest].sourceOffset, date))
      }
      transactions[index].sourceOffset = -1
    }
  }

  /// Returns the date by which versions are compared; an absent one is the oldest (P1).
  func signedDate(of index: Int, at offset: UTCOffset) -> Int64 {
    transactions[index].signedDate?.resolved(at: offset).milliseconds ?? Int64.min
  }

  private func differ(_ lhs: Int, _ rhs: Int) -> Bool {
    let left = transactions[lhs]
    let right = transactions[rhs]
    return compare(left.originalTransactionId, right.originalTransactionId) != 0
      || !left.hasSameContents(as: right)
      || rows.contains(.renewals)
        && !details[left.sourceOffset].tellSameRenewal(as: details[right.sourceOffset])
  }
}

extension HistoryRecord {
  package var hasDays: Bool {
    transactions.contains { $0.notes.haveDays }
      || details.contains { $0.graceEnd?.isDateOnly ?? false }
      || renewals.contains { renewal in
        [renewal.gracePeriodExpiresDate, renewal.signedDate, renewal.renewalDate]
          .contains { $0?.isDateOnly ?? false }
      }
  }
}
