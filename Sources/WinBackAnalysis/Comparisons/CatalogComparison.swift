import CEL
package import CalendarTime
package import WinBack

/// What changes for customers between two engines: two catalogs, two rule sets, two choices of
/// policies, or all of these.
///
/// It holds for all possible customers, and names a customer who shows it.
package struct CatalogComparison: Sendable {
  /// A policy by which facts are read, and which the two read differently.
  package struct FactPolicyChange: Sendable, Hashable {
    package let policy: String
    package let from: String
    package let to: String
  }

  /// A product that is in another subscription group, or in none.
  package struct ProductChange: Sendable, Hashable {
    package let productId: String
    /// The group before; nil if the product was in no group.
    package let from: String?
    /// The group after; nil if the product is in no group.
    package let to: String?
  }

  private let from: CatalogAnalysis
  private let to: CatalogAnalysis
  /// Whether rules and policies are the same on both sides.
  private let hasSameRules: Bool

  /// The policies by which facts are read differently.
  ///
  /// With such, the same history is another assignment in the space, and the boxes of the two cannot be
  /// subtracted: customers who show a change are looked for, and none need be found.
  package let factPolicyChanges: [FactPolicyChange]

  /// The products that have changed their groups, by which transactions that name none are read.
  package let productChanges: [ProductChange]

  /// The instants at which offers gain and lose customers that count.
  private let instants: Region

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - from: The engine before the change.
  ///   - to: The engine after the change.
  ///   - since: The first instant at which customers count; nil for all time.
  package init(from: EligibilityEngine, to: EligibilityEngine, since: Instant? = nil) {
    let space = CustomerSpace([from, to])
    instants =
      since.map { first in
        let later = Domain(.numbers(IntervalSet(first.milliseconds...Int64.max)))
        return Region(boxes: [Box([space.id(of: .now): later])])
      } ?? .everything
    hasSameRules = from.rules.ruleSet == to.rules.ruleSet && from.policies == to.policies
    self.from = CatalogAnalysis(from, in: space, writesDays: false)
    self.to = CatalogAnalysis(to, in: space, writesDays: false)
    let groups = from.catalog.groupsOfProducts
    let newGroups = to.catalog.groupsOfProducts
    productChanges = Set(groups.keys).union(newGroups.keys).sorted().compactMap { product in
      groups[product] == newGroups[product]
        ? nil
        : ProductChange(productId: product, from: groups[product], to: newGroups[product])
    }
    factPolicyChanges = FactPolicy.all.compactMap { policy in
      let before = policy.text(from.policies.facts)
      let after = policy.text(to.policies.facts)
      return before == after
        ? nil : FactPolicyChange(policy: policy.name, from: before, to: after)
    }
  }

  /// Returns the result of each offer, in the order of groups and identifiers.
  ///
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  package func offers() -> [OfferComparison] {
    let before = Dictionary(keepingFirst: from.audiences.map { ($0.key, $0) })
    let after = Dictionary(keepingFirst: to.audiences.map { ($0.key, $0) })
    return Set(before.keys).union(after.keys).sorted().map { key in
      compare(key, before[key], after[key])
    }
  }

  private func compare(
    _ key: OfferKey,
    _ before: Audience?,
    _ after: Audience?
  ) -> OfferComparison {
    let gained = after.map { difference($0, in: to, without: before, in: from) } ?? .nobody
    let lost = before.map { difference($0, in: from, without: after, in: to) } ?? .nobody
    let change: ReachChange =
      switch (before, after) {
      case (nil, _): .added
      case (_, nil): .removed
      default:
        switch (gained, lost) {
        case (.nobody, .nobody): .same
        case (.somebody, .nobody): .wider
        case (.nobody, .somebody): .narrower
        case (.somebody, .somebody): .incomparable
        case (.undetermined, _), (_, .undetermined): .undetermined
        }
      }
    let edits = edits(before, after)
    // The same offer asks the same of customers, in any order its territories are written.
    let canDiffer = before != nil && after != nil && !(edits.isEmpty && hasSameRules)
    return OfferComparison(
      key: key,
      offer: (after ?? before)?.offer.winBack,
      change: change,
      gain: gained,
      loss: lost,
      edits: edits,
      changedRules: canDiffer ? changedRules(of: key) : []
    )
  }

  /// Returns whether somebody may have an offer on one side, and not on the other.
  private func difference(
    _ audience: Audience,
    in side: CatalogAnalysis,
    without other: Audience?,
    in otherSide: CatalogAnalysis
  ) -> Existence {
    let isComparable = factPolicyChanges.allSatisfy { $0.policy == "timeZone" }
    let rest =
      isComparable
      ? other.map { audience.region.subtracting($0.region) } ?? audience.region : audience.region
    return side.existence(in: rest.intersection(instants), of: audience.key.group) { witness in
      side.isEligible(witness, for: audience.key)
        && !otherSide.isEligible(witness, for: audience.key)
    }
  }

  private func edits(_ before: Audience?, _ after: Audience?) -> [OfferComparison.Edit] {
    guard let before, let after else { return [] }
    let product =
      before.productId == after.productId
      ? []
      : [OfferComparison.Edit(attribute: "productId", from: before.productId, to: after.productId)]
    return product
      + OfferVariable.allCases.compactMap { variable in
        let old = variable.text(of: before.offer)
        let new = variable.text(of: after.offer)
        return old == new
          ? nil : OfferComparison.Edit(attribute: variable.name, from: old, to: new)
      } + (after.offer.winBack?.priceEdits(since: before.offer.winBack) ?? [])
  }

  /// Returns the rules that ask something else of customers on the two sides.
  private func changedRules(of key: OfferKey) -> [String] {
    let before = from.residuals(of: key)
    let after = to.residuals(of: key)
    let ids = (after + before).map { $0.rule }
    var changed: [String] = []
    for id in ids where !changed.contains(id) {
      let old = before.first { $0.rule == id }?.condition
      let new = after.first { $0.rule == id }?.condition
      if old != new { changed.append(id) }
    }
    return changed
  }

  /// Returns the pairs of offers that have changed places, where somebody may have both.
  ///
  /// Of an offer that has passed many others, it returns as many as ``OfferNames`` name.
  ///
  /// - Complexity: O(*o*²) comparisons of places for *o* offers of a group.
  package func orderChanges() -> [OrderChange] {
    let ranks = Dictionary(
      keepingFirst: from.audiences.enumerated().map { ($0.element.key, $0.offset) }
    )
    // The best rank before of those that come later in the group now.
    var best: [String: Int] = [:]
    var passing: [(place: Int, rank: Int)] = []
    for (place, audience) in to.audiences.enumerated().reversed() {
      guard let rank = ranks[audience.key] else { continue }
      if let other = best[audience.key.group], other < rank { passing.append((place, rank)) }
      best[audience.key.group] = min(best[audience.key.group] ?? rank, rank)
    }
    return passing.reversed().flatMap { place, rank in
      let first = to.audiences[place]
      var changes: [OrderChange] = []
      for other in to.places(meeting: first) where other > place {
        let second = to.audiences[other]
        guard let before = ranks[second.key], before < rank else { continue }
        let existence = to.existence(
          in: first.region.intersection(second.region),
          of: first.key.group
        ) { to.isEligible($0, for: first.key) && to.isEligible($0, for: second.key) }
        guard existence != .nobody else { continue }
        guard changes.count < OfferNames.limit else {
          changes[changes.count - 1].hasMore = true
          break
        }
        changes.append(
          OrderChange(first: first.key, second: second.key, witness: existence.witness)
        )
      }
      return changes
    }
  }

  /// Returns what a customer is eligible for before and after, best first.
  package func eligibleOffers(of witness: Witness) -> (from: OfferNames, to: OfferNames) {
    func names(_ side: CatalogAnalysis) -> OfferNames {
      OfferNames(side.eligibleOffers(of: witness, atMost: OfferNames.needed))
    }
    return (names(from), names(to))
  }
}

extension CatalogAnalysis {
  /// Returns the remaining conditions of each rule for an offer, as text.
  fileprivate func residuals(of key: OfferKey) -> [(rule: String, condition: String)] {
    guard let program = program(of: key) else { return [] }
    return zip(engine.rules.rules, program.rules).map { rule, conditions in
      (rule.rule.id, conditions.map { $0.description }.joined(separator: " && "))
    }
  }
}

extension Catalog {
  fileprivate var groupsOfProducts: [String: String] {
    Dictionary(
      keepingFirst: subscriptionGroups.flatMap { group in
        group.subscriptions.map { ($0.productId, group.id) }
      }
    )
  }
}

extension WinBackOffer {
  /// What `prices` are called in an edit, with the storefront behind it.
  package static let priceAttribute = "prices."

  /// Returns the prices that are other ones than those of the same offer before, by storefront.
  ///
  /// Storefronts in which the offer is on one side only are edits of its territories.
  func priceEdits(since before: WinBackOffer?) -> [OfferComparison.Edit] {
    guard let before else { return [] }
    let old = before.amounts
    let new = amounts
    let known = territories.isEmpty && before.territories.isEmpty
    let common = Set(territories).intersection(before.territories)
    return Set(old.keys).union(new.keys).sorted().compactMap { storefront in
      guard known || common.contains(storefront), old[storefront] != new[storefront] else {
        return nil
      }
      return OfferComparison.Edit(
        attribute: Self.priceAttribute + storefront.code,
        from: old[storefront] ?? "none",
        to: new[storefront] ?? "none"
      )
    }
  }

  /// The price in each storefront, as the catalog writes it, or without what does not change it.
  private var amounts: [Storefront: String] {
    Dictionary(
      keepingFirst: prices.compactMap { price in
        (price.amount ?? price.customerPrice).map { (price.territory, $0) }
      }
    )
  }
}
