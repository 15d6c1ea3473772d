import CEL

extension EvidenceTally {
  /// The most names that get a warning each.
  private static let nameLimit = 3

  /// Returns what of the input an engine's catalog lacks, as warnings: it may be the wrong one.
  package func gaps(in engine: EligibilityEngine) -> [String] {
    let groups = engine.catalog.subscriptionGroups
    let products = groups.flatMap { $0.subscriptions }.map { $0.productId }
    let skipped = self[.withoutGroup]
    return missing("product", unknownProducts, among: products, of: .transactions)
      + (skipped == 0
        ? [] : ["\(skipped.counted("transaction")) skipped: no group has their product"])
      + missing("subscription group", unknownGroups, among: groups.map { $0.id }, of: .timelines)
      + missing("redeemed offer", unknownOffers, among: engine.offerIds, of: .transactions)
      + reversal
  }

  private var reversal: [String] {
    let count = self[.reversed]
    guard count > 0 else { return [] }
    return [
      "expected 'expiresDate' after 'purchaseDate', found \(count.grouped) of "
        + "\(self[.transactions].grouped) transactions that end before they start; are the dates "
        + "exchanged?"
    ]
  }

  private func missing(
    _ kind: String,
    _ names: Names,
    among known: [String],
    of whole: Count
  ) -> [String] {
    func warning(_ names: String, _ count: Int) -> String {
      let all = self[whole].counted(whole == .timelines ? "timeline" : "transaction")
      let share = Percentage(count, of: self[whole]).rounded
      return "the catalog lacks \(names): \(count.grouped) of \(all), \(share)"
    }
    let sorted = names.mostFirst
    let rest = sorted.dropFirst(Self.nameLimit)
    return sorted.prefix(Self.nameLimit).map { name, count in
      warning("the \(kind) '\(name)'", count).suggesting(nearestName(to: name, among: known))
    }
      + (rest.isEmpty
        ? [] : [warning(rest.count.counted("more \(kind)"), rest.reduce(0) { $0 + $1.value })])
  }
}

extension EvidenceTally.Names {
  /// The names with their numbers, the most frequent first.
  package var mostFirst: [(key: String, value: Int)] {
    counts.ordered { ($1.value, $0.key) < ($0.value, $1.key) }
  }
}
