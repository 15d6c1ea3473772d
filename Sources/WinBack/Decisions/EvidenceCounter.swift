/// Counts the evidence of one customer after another.
///
/// It is a class, so that a reader that has one does not count references to all of its parts.
package final class EvidenceCounter: Sendable {
  private let now: Instant

  // Copies of what every customer needs, as in ``BatchEvaluator``.
  private let products: ProductGroups
  private let knownProducts: SymbolSet
  private let policies: FactPolicies
  /// By a symbol: whether it is a group of the catalog.
  private let isGroup: ContiguousArray<Bool>
  /// The kind of the offers that the engine decides on.
  private let kind: OfferKind
  /// By a symbol: whether it is such an offer of the catalog.
  private let isOffer: ContiguousArray<Bool>

  package init(_ engine: EligibilityEngine, asOf now: Instant) {
    self.now = now
    products = engine.index.productGroups
    knownProducts = products.products
    policies = engine.policies.facts
    var isGroup = ContiguousArray(repeating: false, count: engine.index.symbols.count)
    for group in engine.catalog.subscriptionGroups {
      if let symbol = engine.index.symbols.find(group.id) { isGroup[Int(symbol.index)] = true }
    }
    self.isGroup = isGroup
    var isOffer = ContiguousArray(repeating: false, count: engine.index.symbols.count)
    kind = engine.kind
    for offer in engine.placedOffers { isOffer[Int(offer.symbol.index)] = true }
    self.isOffer = isOffer
  }

  /// Counts a customer whose history has no duplicates.
  ///
  /// `known` is the evidence of the only timeline, if its facts have been read already.
  package func count(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable,
    knowing known: TimelineEvidence?,
    into tally: inout EvidenceTally
  ) {
    countTransactions(record, symbols, into: &tally)
    // The catalog has all names of most histories.
    if symbols.count > isOffer.count { countRedemptions(record, symbols, into: &tally) }
    for group in record.askedGroups(in: products, symbols) {
      let known = group.isOnly && group.symbol != nil ? known : nil
      count(known ?? evidence(of: record, group), group, symbols, into: &tally)
    }
  }

  private func countRedemptions(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable,
    into tally: inout EvidenceTally
  ) {
    let transactions = record.transactions.span
    for index in transactions.indices where transactions[index].traits.redeems(kind) {
      guard let offer = transactions[index].offerIdentifier else { continue }
      if isOffer.indices.contains(Int(offer.index)), isOffer[Int(offer.index)] { continue }
      tally[.ofUnknownOffers] += 1
      tally.unknownOffers.add(symbols.text(of: offer), 1)
    }
  }

  private func evidence(
    of record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) -> TimelineEvidence {
    guard group.symbol != nil else { return TimelineEvidence() }
    var facts = Facts()
    if record.read(&facts, of: group, asOf: now, policies),
      let evidence = TimelineEvidence(withoutMonths: facts)
    {
      return evidence
    }
    var timeline = Timeline()
    timeline.build(from: record, group, products: products, at: policies.timeZone)
    facts = timeline.facts(asOf: now, policies)
    timeline.countMonths(&facts, asOf: now, policies)
    return TimelineEvidence(facts)
  }

  private func countTransactions(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable,
    into tally: inout EvidenceTally
  ) {
    let transactions = record.transactions.span
    tally[.transactions] += transactions.count
    if let survey = record.survey {
      tally[.reversed] += survey.reversedCount
      if let purchases = survey.purchases {
        tally.note(purchase: purchases.lowerBound)
        tally.note(purchase: purchases.upperBound)
      }
      if let signing = record.newestSigning(at: policies.timeZone) { tally.note(signing: signing) }
      if survey.products.isSurelySubset(of: knownProducts) { return }
    }
    // The first of consecutive transactions of one product.
    var start = 0
    for index in transactions.indices {
      let next = index + 1
      guard next == transactions.count || !transactions[next].isSold(as: transactions[index]) else {
        continue
      }
      let product = transactions[index].productId
      if products[product] == nil {
        tally[.ofUnknownProducts] += next - start
        tally.unknownProducts.add(symbols.text(of: product), next - start)
      }
      if products.group(of: transactions[index], in: record) == nil {
        tally[.withoutGroup] += next - start
      }
      start = next
    }
  }

  private func count(
    _ evidence: TimelineEvidence,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable,
    into tally: inout EvidenceTally
  ) {
    tally[.timelines] += 1
    if let symbol = group.symbol,
      !isGroup.indices.contains(Int(symbol.index)) || !isGroup[Int(symbol.index)]
    {
      tally.unknownGroups.add(symbols.text(of: symbol), 1)
    }
    tally.add(evidence)
  }
}
