/// One customer's history in one subscription group, which can be used for any instant.
///
/// All answers about a customer come from a ``Snapshot`` of it.
public struct GroupHistory: Sendable {
  /// The parts that all snapshots share, so that a new snapshot copies no array.
  private struct Contents: Sendable {
    let record: HistoryRecord
    /// The history as it was read, which can have duplicates.
    let original: HistoryRecord
    let symbols: SymbolTable
    let products: ProductGroups
    let timeline: Timeline
    let known: Instant
  }

  private let contents: Shared<Contents>
  package let policies: FactPolicies

  /// The history without duplicates.
  package var record: HistoryRecord { contents.value.record }
  package var symbols: SymbolTable { contents.value.symbols }
  var products: ProductGroups { contents.value.products }
  /// The last instant of which anything is known; what comes later is omitted (T6).
  var known: Instant { contents.value.known }
  package var timeline: Timeline { contents.value.timeline }
  package var group: Symbol? { contents.value.timeline.group }
  package var asked: AskedGroup { contents.value.timeline.asked }

  /// Opens one group of a history without duplicates, as known at an instant; `original` is the
  /// history with its duplicates.
  package init(
    _ record: HistoryRecord,
    original: HistoryRecord? = nil,
    _ group: AskedGroup,
    _ symbols: SymbolTable,
    _ products: ProductGroups,
    _ policies: FactPolicies,
    knownBy known: Instant = .never
  ) {
    var timeline = Timeline()
    timeline.build(from: record, group, products: products, at: policies.timeZone, knownBy: known)
    self.policies = policies
    contents = Shared(
      Contents(
        record: record,
        original: original ?? record,
        symbols: symbols,
        products: products,
        timeline: timeline,
        known: known
      )
    )
  }

  private init(_ contents: Shared<Contents>, _ policies: FactPolicies) {
    self.contents = contents
    self.policies = policies
  }

  /// The customer.
  public var customerId: String { record.string(record.customerId) }

  package var hasTransactions: Bool { !timeline.owned.isEmpty || !timeline.shared.isEmpty }

  /// The group's identifier; empty if the customer has no transaction and does not name one.
  public var subscriptionGroupIdentifier: String { group.map(symbols.text(of:)) ?? "" }

  /// Reads the facts at an instant.
  ///
  /// - Parameter now: The instant; what comes after it has not happened (T6).
  /// - Returns: The facts.
  /// - Complexity: O(*n*) for *n* transactions.
  public func snapshot(asOf now: Instant) -> Snapshot { Snapshot(of: self, asOf: now) }

  /// Returns the same history under other policies; nil if it contradicts itself under them.
  ///
  /// Only a time zone changes it: it decides the instant of a date without a time (T4), and so
  /// which version of a transaction is the newest (P1).
  ///
  /// - Complexity: O(1); if the time zone is different, that of opening the history.
  package func reading(by policies: FactPolicies) -> GroupHistory? {
    guard policies.timeZone != self.policies.timeZone, hasDays else {
      return GroupHistory(contents, policies)
    }
    let original = contents.value.original
    var record = original
    guard (try? record.mergeDuplicates(at: policies.timeZone)) != nil else { return nil }
    return GroupHistory(
      record,
      original: original,
      AskedGroup(group, isOnly: record.askedGroups(in: products, symbols).count == 1),
      symbols,
      products,
      policies
    )
  }

  /// Whether any date has no time, so that its instant depends on the time zone (T4).
  package var hasDays: Bool { contents.value.original.hasDays }

  package func isSame(as other: GroupHistory) -> Bool { contents === other.contents }

  /// Returns the history as known at an instant, or nil if nothing later is known (T6).
  ///
  /// A forecast for a customer who buys nothing begins with it.
  func known(asOf now: Instant) -> GroupHistory? {
    let offset = policies.timeZone
    let hidesAny = record.transactions.contains { transaction in
      OwnedTransaction(transaction, at: 0, offset).announcedAt > now
        || transaction.revocationDate.map { $0.resolved(at: offset) > now } ?? false
    }
    guard group != nil, hidesAny else { return nil }
    // The history is as complete as before: it is known that nothing was bought later (F13f).
    var policies = policies
    policies.dataThrough = policies.dataThrough ?? record.newestSigning(at: offset)
    return GroupHistory(record, asked, symbols, products, policies, knownBy: now)
  }
}
