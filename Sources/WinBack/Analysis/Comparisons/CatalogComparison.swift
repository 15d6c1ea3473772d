import CEL

/// What changes for customers between two engines: two catalogs, two rule sets, two choices of
/// policies, or all of these.
///
/// It is said of all customers that there can be, with somebody who shows it.
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
    /// The group before; nil where the product was in no group.
    package let from: String?
    /// The group after; nil where the product is in no group.
    package let to: String?
  }

  private let from: CatalogAnalysis
  private let to: CatalogAnalysis

  /// The policies by which facts are read differently.
  ///
  /// With such, the same history is another assignment in the space, and the boxes of the two cannot be
  /// subtracted: customers who show a change are looked for, and none need be found.
  package let factPolicyChanges: [FactPolicyChange]

  /// The products that have changed their groups, by which transactions that name none are read.
  package let productChanges: [ProductChange]

  /// Creates a comparison.
  package init(from: EligibilityEngine, to: EligibilityEngine) {
    let space = CustomerSpace([from, to])
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

  /// Returns what becomes of each offer, in the order of groups and identifiers.
  ///
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  package func offers() -> [OfferComparison] {
    let before = Dictionary(
      from.audiences.map { ($0.key, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let after = Dictionary(
      to.audiences.map { ($0.key, $0) },
      uniquingKeysWith: { first, _ in first }
    )
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
    let change: OfferComparison.Change =
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
    return OfferComparison(
      key: key,
      change: change,
      gained: gained.witness,
      lost: lost.witness,
      edits: edits(before, after),
      changedRules: before == nil || after == nil ? [] : changedRules(of: key)
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
    let maker = side.maker(for: audience.key.group)
    var isPossible = false
    for box in rest.boxes {
      guard let assignment = maker.finder.assignment(in: box) else { continue }
      isPossible = true
      guard let witness = maker.witness(of: assignment) else { continue }
      let verdicts = otherSide.engine.verdicts(
        on: witness.history,
        group: audience.key.group,
        asOf: witness.asOf
      )
      if side.verdicts(on: witness)[audience.key] == .eligible,
        !verdicts.contains(where: { $0.offer == audience.key && $0.verdict == .eligible })
      {
        return .somebody(witness)
      }
    }
    return isPossible ? .undetermined : .nobody
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
      }
  }

  /// Returns the rules that ask something else of customers on the two sides.
  private func changedRules(of key: OfferKey) -> [String] {
    let before = from.engine.residuals(of: key)
    let after = to.engine.residuals(of: key)
    let ids = (after + before).map(\.rule)
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
  /// - Complexity: O(*o*²) for *o* offers of a group.
  package func orderChanges() -> [OrderChange] {
    var ranks: [OfferKey: Int] = [:]
    for (rank, audience) in from.audiences.enumerated() { ranks[audience.key] = rank }
    var changes: [OrderChange] = []
    for (index, first) in to.audiences.enumerated() {
      for second in to.audiences[(index + 1)...] where second.key.group == first.key.group {
        guard let before = ranks[first.key], let after = ranks[second.key], after < before else {
          continue
        }
        let existence = to.existence(
          in: first.region.intersection(second.region),
          of: first.key.group
        ) { $0[first.key] == .eligible && $0[second.key] == .eligible }
        guard existence != .nobody else { continue }
        changes.append(
          OrderChange(first: first.key, second: second.key, witness: existence.witness)
        )
      }
    }
    return changes
  }

  /// Returns what a customer may have before and after, best first.
  package func eligibleOffers(of witness: Witness) -> (from: [String], to: [String]) {
    func ids(_ engine: EligibilityEngine) -> [String] {
      engine.verdicts(on: witness.history, group: witness.facts.group, asOf: witness.asOf)
        .filter { $0.verdict == .eligible }.map(\.offer.offerId)
    }
    return (ids(from.engine), ids(to.engine))
  }
}

extension EligibilityEngine {
  /// Returns what is left of each rule for an offer, as text.
  fileprivate func residuals(of key: OfferKey) -> [(rule: String, condition: String)] {
    guard let program = programs.first(where: { self.key(of: $0) == key }) else { return [] }
    return zip(rules.rules, program.rules).map { rule, conditions in
      (rule.rule.id, conditions.map(\.description).joined(separator: " && "))
    }
  }
}

extension Catalog {
  /// The group of each product.
  fileprivate var groupsOfProducts: [String: String] {
    Dictionary(
      subscriptionGroups.flatMap { group in group.subscriptions.map { ($0.productId, group.id) } },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension Existence {
  /// The customer; nil where there is none, or none is known.
  package var witness: Witness? {
    if case .somebody(let witness) = self { witness } else { nil }
  }
}
