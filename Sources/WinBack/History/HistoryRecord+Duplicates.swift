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
    if areEvents { mergeEvents(at: offset) }
    var survey = try TransactionSurvey(transactions.span)
    if !areEvents, !identifiersAscend(), identifiersMayRepeat(), try mergeIdentified(at: offset) {
      survey = try TransactionSurvey(transactions.span)
    }
    if rows.contains(.redemptions), !redemptionsAreKnown { gaps.insert(.redemptions) }
    if rows.contains(.renewals) { collectRenewals(at: offset) }
    // The time zone decides when a day ends, and so what is missing; it can be another one later.
    if survey.isOneGroup, !survey.hasDays, let count = survey.countInOrder {
      survey.mayLackPurchases = false
      forEachBoundary(among: 0..<count, at: offset) { _ in survey.mayLackPurchases = true }
    }
    self.survey = survey
  }

  /// Merges the rows of a table that are about one transaction (P1), unless another time zone can change
  /// what they say together (T4).
  ///
  /// - Parameters:
  ///   - areEvents: Whether several rows are one transaction together.
  ///   - tellRedemptions: Whether they tell which offers were redeemed.
  ///   - tellRenewals: Whether they tell the next renewal.
  ///   - offset: The time zone.
  /// - Throws: ``HistoryError`` for rows that contradict each other.
  package mutating func mergeRows(
    areEvents: Bool,
    tellRedemptions: Bool,
    tellRenewals: Bool,
    at offset: UTCOffset
  ) throws(HistoryError) {
    rows = tellRedemptions ? .redemptions : []
    if areEvents { rows.insert(.events) }
    if tellRenewals { rows.insert(.renewals) }
    // The policies decide which of these is the newest, and only the caller knows them.
    let keepsAll = !areEvents || hasDays
    let (transactions, details) = keepsAll ? (transactions, details) : ([], [])
    try mergeDuplicates(at: offset)
    if !restore(transactions, details) { rows = [] }
    if !tellRedemptions { gaps.insert(.redemptions) }
  }

  /// Restores the rows that were merged, if another time zone can change what they say together (T4).
  ///
  /// - Returns: Whether it did.
  private mutating func restore(
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
    let bytes = unsafe text.span.bytes
    var previous: (UInt64, UInt64) = (0, 0)
    for index in transactions.indices {
      let identifier = transactions[index].identifier
      guard isLong ? identifier.count >= 16 : identifier.count == length,
        let ends = bytes.ends(of: identifier.prefix(16))
      else { return identifiersOfAnyLengthAscend() }
      let words = (ends.first.bigEndian, ends.last.bigEndian)
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
        if compareIdentifiers(Int(identified[slot]), index) == 0 { return true }
        slot = (slot + 1) & (slotCount - 1)
      }
      identified[slot] = Int32(index)
    }
    return false
  }

  /// Keeps the newest version of each transaction, and returns whether it removed any.
  private mutating func mergeIdentified(at offset: UTCOffset) throws(HistoryError) -> Bool {
    var order: ContiguousArray<Int32> = []
    swap(&order, &identified)
    order.removeAll(keepingCapacity: true)
    for index in transactions.indices where transactions[index].transactionId != nil {
      order.append(Int32(truncatingIfNeeded: index))
    }
    // The versions of a transaction stand together, the newest first.
    order.sort {
      let comparison = compareIdentifiers(Int($0), Int($1))
      if comparison != 0 { return comparison < 0 }
      return signedDate(of: Int($0), at: offset) > signedDate(of: Int($1), at: offset)
    }
    identified = order
    var hasDuplicates = false
    var newest: Int?
    for place in order {
      let index = Int(place)
      guard let newest, compareIdentifiers(newest, index) == 0 else {
        newest = index
        continue
      }
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
      // This marks it for removal.
      transactions[index].sourceOffset = -1
      hasDuplicates = true
    }
    if hasDuplicates { transactions.removeAll { $0.sourceOffset < 0 } }
    return hasDuplicates
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
