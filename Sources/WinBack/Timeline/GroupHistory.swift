public import CalendarTime

/// One customer's history in one subscription group, which can be used for any instant.
///
/// All answers about a customer come from a ``Snapshot`` of it.
public struct GroupHistory: Sendable {
  /// The parts that all snapshots share, so that a new snapshot copies no array.
  private final class Contents: Sendable {
    let record: HistoryRecord
    /// The history as it was read, which can have duplicates.
    let original: HistoryRecord
    let symbols: SymbolTable
    let products: ProductGroups
    let timeline: Timeline
    let known: Instant

    init(
      _ record: HistoryRecord,
      _ original: HistoryRecord,
      _ group: AskedGroup,
      _ symbols: SymbolTable,
      _ products: ProductGroups,
      at offset: UTCOffset,
      knownBy known: Instant
    ) {
      self.record = record
      self.original = original
      self.symbols = symbols
      self.products = products
      self.known = known
      var timeline = Timeline()
      timeline.build(from: record, group, products: products, at: offset, knownBy: known)
      self.timeline = timeline
    }
  }

  private let contents: Contents
  package let policies: FactPolicies

  /// The history without duplicates.
  package var record: HistoryRecord { contents.record }
  package var symbols: SymbolTable { contents.symbols }
  var products: ProductGroups { contents.products }
  /// The last instant of which anything is known; what comes later is omitted (T6).
  var known: Instant { contents.known }
  package var timeline: Timeline { contents.timeline }
  package var group: Symbol? { contents.timeline.group }
  package var asked: AskedGroup { contents.timeline.asked }

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
    self.policies = policies
    contents = Contents(
      record,
      original ?? record,
      group,
      symbols,
      products,
      at: policies.timeZone,
      knownBy: known
    )
  }

  private init(_ contents: Contents, _ policies: FactPolicies) {
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
    var record = contents.original
    guard (try? record.mergeDuplicates(at: policies.timeZone)) != nil else { return nil }
    return GroupHistory(
      record,
      original: contents.original,
      AskedGroup(group, isOnly: record.askedGroups(in: contents.products, symbols).count == 1),
      symbols,
      contents.products,
      policies
    )
  }

  /// Whether any date has no time, so that its instant depends on the time zone (T4).
  package var hasDays: Bool { contents.original.hasDays }

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
    return GroupHistory(record, asked, symbols, contents.products, policies, knownBy: now)
  }
}
