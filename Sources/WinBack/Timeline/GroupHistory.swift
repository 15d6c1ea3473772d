public import CalendarTime

/// One customer's history in one subscription group: made once, and used for any instant.
///
/// All answers about a customer come from a ``Snapshot`` of it.
public struct GroupHistory: Sendable {
  /// What is the same for all snapshots; they share it, so that to make one copies no array.
  private final class Contents: Sendable {
    let record: HistoryRecord
    /// The history as it was read, in which a transaction may be there twice.
    let original: HistoryRecord
    let symbols: SymbolTable
    let products: ProductGroups
    let timeline: Timeline

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
      var timeline = Timeline()
      timeline.build(from: record, group, products: products, at: offset, knownBy: known)
      self.timeline = timeline
    }
  }

  private let contents: Contents
  package let policies: FactPolicies

  /// The history, in which no transaction is there twice.
  package var record: HistoryRecord { contents.record }
  package var symbols: SymbolTable { contents.symbols }
  /// The customer's time in the group.
  package var timeline: Timeline { contents.timeline }
  /// The group; nil if the customer has none.
  package var group: Symbol? { contents.timeline.group }
  package var asked: AskedGroup { AskedGroup(group, isOnly: timeline.isOnlyGroup) }

  /// Opens one group of a history without duplicates, as it is known by an instant; `original` is the history
  /// as it was read.
  ///
  /// - Complexity: O(*n*) for *n* transactions in order, else O(*n* log *n*).
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

  /// Whether anything was bought in the group, or is shared in it.
  package var hasTransactions: Bool { !timeline.owned.isEmpty || !timeline.shared.isEmpty }

  /// The group's identifier; empty if the customer has no transaction and names none.
  public var subscriptionGroupIdentifier: String {
    group.map(symbols.text(of:)) ?? ""
  }

  /// Reads the facts at an instant.
  ///
  /// - Parameter now: The instant; what comes after it has not happened (T6).
  /// - Returns: The facts.
  /// - Complexity: O(*n*) for *n* transactions.
  public func snapshot(asOf now: Instant) -> Snapshot {
    Snapshot(of: self, asOf: now)
  }

  /// Returns the same history as it is under other policies; nil if it contradicts itself there.
  ///
  /// Nothing but a time zone makes it another one: it decides when a date without a time is (T4), and
  /// by that which version of a transaction is the newest (P1).
  ///
  /// - Complexity: O(1); where the time zone is another one, that of opening the history.
  package func reading(by policies: FactPolicies) -> GroupHistory? {
    guard policies.timeZone != self.policies.timeZone, hasDays else {
      return GroupHistory(contents, policies)
    }
    var record = contents.original
    guard (try? record.mergeDuplicates(at: policies.timeZone)) != nil else { return nil }
    return GroupHistory(
      record,
      original: contents.original,
      AskedGroup(group, isOnly: !record.hasSeveralGroups(in: contents.products)),
      symbols,
      contents.products,
      policies
    )
  }

  /// Whether any date has no time, so that it depends on the time zone when it is (T4).
  package var hasDays: Bool { contents.original.hasDays }

  /// Returns whether this is another reading of the same timeline.
  package func isSame(as other: GroupHistory) -> Bool {
    contents === other.contents
  }

  /// Returns what was known of the group at an instant, or nil if that is all that is known (T6).
  ///
  /// A forecast for a customer who buys nothing starts from this.
  func known(asOf now: Instant) -> GroupHistory? {
    let offset = policies.timeZone
    let hidesAny = record.transactions.contains { transaction in
      contents.products.group(of: transaction, in: record) == group
        && (transaction.purchaseDate.resolved(at: offset) > now
          || transaction.revocationDate.map { $0.resolved(at: offset) > now } ?? false)
    }
    guard group != nil, hidesAny else { return nil }
    // The history reaches as far as before: it is known that nothing was bought meanwhile (F13f).
    var policies = policies
    policies.dataThrough = policies.dataThrough ?? record.newestSigning(at: offset)
    return GroupHistory(record, asked, symbols, contents.products, policies, knownBy: now)
  }
}
