import WinBackCommandLine

extension CheckReport.Comparison {
  /// What the change does to customers in one sentence: who loses, who gains, and what it costs.
  var effect: String {
    let parts = reach + costs + others
    guard !parts.isEmpty else {
      return "No customer gains or loses an offer, and no price changes."
    }
    return parts.joined(separator: ", ").capitalizedFirst + "."
  }

  /// The first customer who loses an offer and the first who gains one, in a sentence each.
  var examples: [String] {
    [("Loses", \OfferComparison.lost), ("Gains", \OfferComparison.gained)].compactMap {
      verb,
      path in
      result.changedOffers.lazy.compactMap { $0[keyPath: path] }.first
        .map { "\(verb): \(result.comparison.sentence(about: $0))" }
    }
  }

  private var reach: [String] {
    let kinds: [(ReachChange, one: String, many: String)] = [
      (.removed, "offer is gone", "offers are gone"),
      (.narrower, "offer reaches fewer customers", "offers reach fewer customers"),
      (.incomparable, "offer reaches other customers", "offers reach other customers"),
      (.undetermined, "offer may reach other customers", "offers may reach other customers"),
      (.wider, "offer reaches more customers", "offers reach more customers"),
      (.added, "offer is new", "offers are new"),
    ]
    return kinds.compactMap { kind, one, many in
      let keys = result.changedOffers.filter { $0.change == kind }.map(\.key)
      guard !keys.isEmpty else { return nil }
      return keys.count.counted(one, many) + counts(of: keys)
    }
  }

  /// How many customers of the files lose and gain offers, such as ` (2 of your 60)`.
  private func counts(of keys: [OfferKey]) -> String {
    guard let total = result.cohorts.first?.comparison.customerCount else { return "" }
    func count(_ part: (CohortComparison.Movement) -> Int) -> Int {
      keys.reduce(0) { sum, key in
        let counts = result.cohorts.filter { $0.offers?.contains(key) ?? true }
          .map { $0.comparison.movements[key].map(part) ?? 0 }
        return sum + (counts.max() ?? 0)
      }
    }
    let (lost, gained) = (count { $0.lost.count }, count { $0.gained.count })
    let times = keys.count == 1 ? "" : " " + (lost + gained).noun("time")
    let parts = [(lost, "lose"), (gained, "gain")].filter { $0.0 > 0 }
    guard parts.count > 1 else {
      return " (\((lost + gained).grouped)\(times) of your \(total.grouped))"
    }
    let words = parts.map { "\($0.0.grouped)\(times) \($0.1)" }.joined(separator: ", ")
    return " (\(words), of your \(total.grouped))"
  }

  // MARK: - What it costs

  private var costs: [String] {
    let offers = prices(result.offers.flatMap(\.edits), "price")
    let products = prices(result.comparison.subscriptions.flatMap(\.edits), "regular price")
    let modes = result.offers.flatMap(\.edits).filter { $0.attribute == "offerMode" }
    let free = OfferMode.freeTrial.rawValue
    let terms = result.offers.count { offer in
      offer.edits.contains { $0.isTerm && !$0.isPrice && $0.attribute != "offerMode" }
    }
    let periods = result.comparison.subscriptions.count { product in
      product.edits.contains { !$0.isPrice }
    }
    return offers + products
      + [
        phrase(modes.count { $0.to == free }, "offer is free now", "offers are free now"),
        phrase(modes.count { $0.to != free }, "offer has another mode", "offers have another mode"),
        phrase(terms, "offer has another length or wait", "offers have another length or wait"),
        phrase(periods, "product has another period", "products have another period"),
      ].compactMap(\.self)
  }

  private func phrase(_ count: Int, _ one: String, _ many: String) -> String? {
    count == 0 ? nil : count.counted(one, many)
  }

  private func prices(_ edits: [OfferComparison.Edit], _ noun: String) -> [String] {
    let edits = edits.filter(\.isPrice)
    var (falls, rises): ([Double], [Double]) = ([], [])
    for edit in edits {
      guard let old = Double(edit.from), let new = Double(edit.to), old > 0, old != new else {
        continue
      }
      let share = (new - old) / old * 100
      if share < 0 { falls.append(-share) } else { rises.append(share) }
    }
    let open = edits.count - falls.count - rises.count
    return [("fall", falls), ("rise", rises)].compactMap { verb, shares in
      guard let most = shares.max() else { return nil }
      // A change of less than half a percent is a change.
      let percent = min(max(most.rounded(), 1), 1e9)
      return shares.count.counted("\(noun) \(verb)s by", "\(noun)s \(verb), by up to")
        + " \(Int(percent).grouped) %"
    } + [phrase(open, "\(noun) is new or gone", "\(noun)s are new or gone")].compactMap(\.self)
  }

  // MARK: - What is shown

  private var others: [String] {
    let comparison = result.comparison
    let screens =
      result.cohorts.compactMap { $0.comparison.screens?.changedCount }.max() ?? 0
    return [
      phrase(
        result.orderChanges.count,
        "offer comes before others that came first",
        "offers come before others that came first"
      ),
      phrase(
        comparison.productChanges.count { $0.from != nil && $0.to != nil },
        "product has another group",
        "products have other groups"
      ),
      comparison.swaps.isEmpty
        ? nil : "the ids of \(2 * comparison.swaps.count) offers are swapped",
      comparison.factPolicyChanges.isEmpty ? nil : "facts are read differently",
      phrase(screens, "timeline is shown something else", "timelines are shown something else"),
    ].compactMap(\.self)
      + comparison.otherOffers.map(\.phrase)
  }
}
