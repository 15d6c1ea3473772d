package import CalendarTime

/// Counts the evidence of one customer after another.
///
/// It is a class, so that a reader which has one does not count references to all that it holds.
package final class EvidenceCounter: Sendable {
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
    tally.transactions += transactions.count
    var groups = HistoryRecord.Groups.none
    var (first, last) = (transactions[0].purchase, transactions[0].purchase)
    // The first of the transactions that follow one another with the same product, which mostly are all.
    var start = 0
    for index in transactions.indices {
      let purchase = transactions[index].purchase
      if purchase < first { first = purchase } else if purchase > last { last = purchase }
      let next = index + 1
      guard next == transactions.count || !transactions[next].isSold(as: transactions[index]) else {
        continue
      }
      let product = transactions[index].productId
      if products[product] == nil {
        tally.unknownProducts.add(symbols.text(of: product), next - start)
      }
      if let group = products.group(of: transactions[index], in: record) {
        groups.add(group)
      } else {
        tally.withoutGroup += next - start
      }
      start = next
    }
    tally.note(purchase: first)
    tally.note(purchase: last)
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
