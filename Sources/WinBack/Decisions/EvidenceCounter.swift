package import CalendarTime

/// Counts the evidence of one customer after another.
package struct EvidenceCounter: Sendable {
  /// Tells what there is, and how facts are read.
  package let engine: EligibilityEngine
  /// The instant that is asked about.
  package let now: Instant

  // Copies of what is needed for every customer, as in ``BatchEvaluator``.
  private let products: ProductGroups
  private let policies: FactPolicies
  /// By a symbol: whether it is a group of the catalog.
  private let isGroup: ContiguousArray<Bool>

  /// Creates a counter.
  package init(_ engine: EligibilityEngine, asOf now: Instant) {
    self.engine = engine
    self.now = now
    products = engine.index.productGroups
    policies = engine.policies.facts
    var isGroup = ContiguousArray(repeating: false, count: engine.index.symbols.count)
    for group in engine.catalog.subscriptionGroups {
      if let symbol = engine.index.symbols.find(group.id) { isGroup[Int(symbol.index)] = true }
    }
    self.isGroup = isGroup
  }

  /// Counts a customer in whose history no transaction is there twice.
  ///
  /// - Parameters:
  ///   - record: The history.
  ///   - symbols: The symbols of the history.
  ///   - known: The facts of the only group as of the instant, where somebody has read them already.
  ///   - tally: What is added to.
  /// - Complexity: O(*n*) for *n* transactions.
  package func count(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable,
    knowing known: Facts?,
    into tally: inout EvidenceTally
  ) {
    switch countTransactions(record, symbols, into: &tally) {
    case .one(let group):
      let group = AskedGroup(group, isOnly: true)
      count(known ?? facts(of: record, group), group, symbols, into: &tally)
    case .none, .several:
      for group in record.askedGroups(in: products, copy symbols) {
        count(facts(of: record, group), group, symbols, into: &tally)
      }
    }
  }

  private func facts(of record: borrowing HistoryRecord, _ group: AskedGroup) -> Facts {
    group.symbol == nil ? Facts() : record.facts(in: group, products, asOf: now, policies)
  }

  /// Counts the transactions, and returns the groups that they belong to.
  private func countTransactions(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable,
    into tally: inout EvidenceTally
  ) -> HistoryRecord.Groups {
    let transactions = record.transactions.span
    guard transactions.count > 0 else { return .none }
    var groups = HistoryRecord.Groups.none
    tally.transactions += transactions.count
    // Purchases of a product mostly follow one another.
    var unknown: (product: Symbol, count: Int)?
    for index in transactions.indices {
      tally.note(purchase: transactions[index].purchase)
      let product = transactions[index].productId
      if products[product] == nil {
        if let run = unknown, run.product == product {
          unknown?.count += 1
        } else {
          tally.add(unknown, symbols)
          unknown = (product, 1)
        }
      }
      guard let group = products.group(of: transactions[index], in: record) else {
        tally.withoutGroup += 1
        continue
      }
      switch groups {
      case .none: groups = .one(group)
      case .one(let known) where known != group: groups = .several
      case .one, .several: break
      }
    }
    tally.add(unknown, symbols)
    if let signing = record.newestSigning(at: policies.timeZone) { tally.note(signing: signing) }
    return groups
  }

  private func count(
    _ facts: Facts,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable,
    into tally: inout EvidenceTally
  ) {
    tally.timelines += 1
    if let symbol = group.symbol,
      !isGroup.indices.contains(Int(symbol.index)) || !isGroup[Int(symbol.index)]
    {
      tally.unknownGroups.add(symbols.text(of: symbol), 1)
    }
    guard facts.productId != nil else { return }
    if !facts.hasRenewalInfo { tally.withoutRenewalInfo += 1 }
    switch facts.ending {
    case .known: break
    case .mayBeRetrying: tally.mayBeRetrying += 1
    case .mayBeRenewed: tally.mayBeRenewed += 1
    }
    if facts.mayHavePaidMore { tally.paidMonthsFromBelow += 1 }
    if facts.lacks(.redemptions) { tally.withoutRedemptions += 1 }
    if facts.storefront == nil { tally.withoutStorefront += 1 }
  }
}

extension EvidenceTally {
  /// Counts some transactions of a product that the catalog lacks.
  fileprivate mutating func add(
    _ run: (product: Symbol, count: Int)?,
    _ symbols: borrowing SymbolTable
  ) {
    if let run { unknownProducts.add(symbols.text(of: run.product), run.count) }
  }
}
