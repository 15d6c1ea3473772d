extension EligibilityEngine {
  /// Opens the history of a customer.
  ///
  /// ```swift
  /// for group in try engine.groups(of: history) {
  ///   print(engine.eligibleWinBackOfferIDs(in: group.snapshot(asOf: now)))
  /// }
  /// ```
  ///
  /// - Parameter history: What is known of the customer.
  /// - Returns: The history in each subscription group of the customer, in byte order (R5); a
  ///   customer without transactions has one.
  /// - Throws: ``HistoryError`` if versions of a transaction contradict each other.
  /// - Complexity: O(*n* log *n*) for *n* transactions.
  public func groups(of history: CustomerHistory) throws(HistoryError) -> [GroupHistory] {
    let (record, symbols) = record(of: history)
    return try groups(of: record, symbols)
  }

  package func record(of history: CustomerHistory) -> (HistoryRecord, SymbolTable) {
    var symbols = index.symbols
    let attributes = rules.ruleSet.attributes.map { $0.name }
    return (HistoryRecord(history, attributes: attributes, &symbols), symbols)
  }

  package func groups(
    of record: HistoryRecord,
    _ symbols: SymbolTable
  ) throws(HistoryError) -> [GroupHistory] {
    var merged = record
    try merged.mergeDuplicates(at: policies.facts.timeZone)
    return merged.askedGroups(in: index.productGroups, symbols).map { group in
      GroupHistory(merged, original: record, group, symbols, index.productGroups, policies.facts)
    }
  }

  /// The offers in the order of the result, all groups together (R2).
  package var offerIds: [String] { programs.map { $0.offer.id } }

  package var placedOffers: [PlacedOffer] { programs.map { $0.offer } }

  /// Returns the indices of the offers of a group, in the order of the result (R2).
  package func offerIndices(in group: Symbol?) -> [Int] {
    group.flatMap { offersByGroup[$0] } ?? []
  }

  /// Evaluates the rules for the offers of a customer's group, without reasons, windows or changes.
  ///
  /// - Parameter snapshot: The facts, of a history that this engine has opened.
  /// - Returns: The result of the rules for each offer, in the order of the result (R2).
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  public func evaluations(of snapshot: Snapshot) -> [OfferEvaluation] {
    offerIndices(in: snapshot.group).map { OfferEvaluation(self, offerAt: $0, snapshot) }
  }

  /// Returns the offers that the customer is eligible for, best first (R2).
  ///
  /// - Parameter snapshot: The facts, of a history that this engine has opened.
  /// - Returns: Their identifiers.
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules; it skips the rules of an offer after
  ///   the first that does not hold.
  public func eligibleWinBackOfferIDs(in snapshot: Snapshot) -> [String] {
    eligibleOffers(in: snapshot).map(snapshot.history.symbols.text(of:))
  }

  func eligibleOffers(in snapshot: Snapshot) -> ContiguousArray<Symbol> {
    ContiguousArray(
      offerIndices(in: snapshot.group).compactMap { index in
        let program = programs[index]
        return snapshot.verdict(on: program) == .eligible ? program.offer.symbol : nil
      }
    )
  }
}
