import CEL

/// What changes for customers between two engines: two catalogs, two rule sets, two choices of
/// policies, or all of these.
///
/// It is true for all possible customers, and names a customer who shows it.
package struct CatalogComparison: Sendable {
  package struct ProductChange: Sendable, Hashable {
    package let productId: String
    /// The group before; nil if the product was in no group.
    package let from: String?
    /// The group after; nil if the product is in no group.
    package let to: String?
  }

  package struct OtherOffers: Sendable {
    package let kind: OfferKind
    package let count: Int

    /// That they differ, such as `2 promotional offers differ`.
    package var phrase: String {
      count.counted("\(kind.phrase) differs", "\(kind.plural) differ")
    }
  }

  private let from: CatalogAnalysis
  private let to: CatalogAnalysis
  /// Whether rules and policies are the same on both sides.
  private let hasSameRules: Bool

  /// The policies of facts that differ.
  ///
  /// With such policies the same history is another assignment in the space, so the boxes of the
  /// two cannot be subtracted. The comparison then searches customers who show a change, and can
  /// miss some.
  package let factPolicyChanges: [OfferComparison.Edit]

  /// The products that have changed their groups; they decide the group of transactions that name
  /// none.
  package let productChanges: [ProductChange]

  /// The subscriptions of both sides whose period or regular prices differ.
  package let subscriptions: [SubscriptionComparison]

  /// The rules of both sides that have other conditions.
  package let rules: [OfferComparison.Edit]

  /// The pairs of offers that have exchanged their identifiers.
  package let swaps: [(OfferKey, OfferKey)]

  /// How many offers of other kinds differ, or are new or gone; their rules are not compared.
  package let otherOffers: [OtherOffers]

  /// The instants that count.
  private let instants: Region

  /// `since` is the first instant that counts; nil for all time.
  package init(from: EligibilityEngine, to: EligibilityEngine, since: Instant? = nil) {
    let space = CustomerSpace([from, to])
    instants =
      since.map { first in
        Region([Box([space.id(of: .now): Domain(first.milliseconds...Int64.max)])])
      } ?? .everything
    hasSameRules = from.rules.ruleSet == to.rules.ruleSet && from.policies == to.policies
    self.from = CatalogAnalysis(from, in: space)
    self.to = CatalogAnalysis(to, in: space)
    let (before, after) = (from.index.subscriptions, to.index.subscriptions)
    productChanges = Set(before.keys).union(after.keys).ordered().compactMap { product in
      let (old, new) = (before[product]?.group.id, after[product]?.group.id)
      return old == new ? nil : ProductChange(productId: product, from: old, to: new)
    }
    subscriptions = to.catalog.placedSubscriptions.compactMap { placed in
      let new = placed.subscription
      let edits = before[new.productId].map { new.edits(since: $0.subscription) } ?? []
      return edits.isEmpty
        ? nil : SubscriptionComparison(productId: new.productId, edits: edits)
    }
    let requirements = from.rules.ruleSet.rules
    rules = to.rules.ruleSet.rules.compactMap { rule in
      requirements.first { $0.id == rule.id }.flatMap {
        OfferComparison.Edit(rule.id, from: $0.require, to: rule.require)
      }
    }
    swaps = Self.swaps(from, to)
    otherOffers = OfferKind.withoutCriteria.filter { $0 != to.kind }.map { kind in
      let (old, new) = (from.index.offers(of: kind), to.index.offers(of: kind))
      let names = Set(old.keys).union(new.keys)
      return OtherOffers(kind: kind, count: names.count { old[$0] != new[$0] })
    }.filter { $0.count > 0 }
    factPolicyChanges = FactPolicy.all.compactMap { policy in
      let before = policy.text(from.policies.facts)
      return OfferComparison.Edit(policy.name, from: before, to: policy.text(to.policies.facts))
    }
  }

  /// Returns the result of each offer, in the order of groups and identifiers.
  package func offers() -> [OfferComparison] {
    let before = Dictionary(keepingFirst: from.audiences.map { ($0.key, $0) })
    let after = Dictionary(keepingFirst: to.audiences.map { ($0.key, $0) })
    return Set(before.keys).union(after.keys).ordered().map { key in
      compare(key, before[key], after[key])
    }
  }

  private func compare(
    _ key: OfferKey,
    _ before: Audience?,
    _ after: Audience?
  ) -> OfferComparison {
    let edits = edits(before, after)
    let changedRules = changedRules(before, after)
    // The same conditions accept the same customers, even if they cannot be solved for facts.
    let isSame =
      changedRules.isEmpty && isComparable(key.group) && before?.isKnown ?? false
      && after?.isKnown ?? false
    let (old, new) = isSame ? (nil, nil) : (before, after)
    let gained = new.map { difference($0, in: to, without: before, in: from) } ?? .nobody
    let lost = old.map { difference($0, in: from, without: after, in: to) } ?? .nobody
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
    let isDoubtful = gained == .undetermined || lost == .undetermined
    return OfferComparison(
      key: key,
      offer: (after ?? before)?.offer.terms,
      change: change,
      gained: gained.witness,
      loss: lost,
      edits: edits,
      changedRules: changedRules,
      doubt: isDoubtful ? doubt(about: key, before, after) : nil
    )
  }

  /// Returns why nobody knows how an offer's reach changes.
  private func doubt(about key: OfferKey, _ before: Audience?, _ after: Audience?) -> String {
    if let policy = factPolicyChanges.first(where: { $0.attribute != "timeZone" }) {
      return "facts are read by another value of \(policy.attribute)"
    }
    if !isComparable(key.group) { return "a product has another group" }
    for (side, audience) in [(from, before), (to, after)] {
      guard let audience else { continue }
      if let unknown = side.unknown(of: audience) {
        return "the catalog does not have '\(unknown)'"
      }
      let rules = zip(side.engine.rules.rules, audience.rules)
      if let open = rules.first(where: { !$0.1.isExact }) {
        return "the rule '\(open.0.rule.id)' relates facts in a way that cannot be solved"
      }
    }
    return "no history was found for a customer who would show it"
  }

  /// Returns the pairs of offers of which each has the terms that the other one had.
  private static func swaps(
    _ from: EligibilityEngine,
    _ to: EligibilityEngine
  ) -> [(OfferKey, OfferKey)] {
    func terms(_ engine: EligibilityEngine) -> [(key: OfferKey, terms: Terms)] {
      engine.index.offers.compactMap { placed in
        placed.winBack.map { (placed.key, Terms(placed, $0)) }
      }
    }
    let before = terms(from)
    let owners = Dictionary(keepingFirst: before.map { ($0.terms, $0.key) })
    let earlier = Dictionary(keepingFirst: before.map { ($0.key, $0.terms) })
    let after = terms(to)
    let later = Dictionary(keepingFirst: after.map { ($0.key, $0.terms) })
    return after.compactMap { key, terms in
      guard let owner = owners[terms], key < owner, let own = earlier[key],
        own != terms, later[owner] == own
      else { return nil }
      return (key, owner)
    }
  }

  /// Whether customers have the same facts about a group on both sides.
  private func isComparable(_ group: String) -> Bool {
    factPolicyChanges.allSatisfy { $0.attribute == "timeZone" }
      && !productChanges.contains { $0.from == group }
  }

  /// Returns whether a customer is eligible for an offer on one side, and not on the other.
  private func difference(
    _ audience: Audience,
    in side: CatalogAnalysis,
    without other: Audience?,
    in otherSide: CatalogAnalysis
  ) -> Existence {
    let rest = audience.region.subtracting(
      (isComparable(audience.key.group) ? other?.region : nil) ?? .nothing
    )
    return side.existence(in: rest.intersection(instants), of: audience.key.group) { witness in
      side.isEligible(witness, for: audience.key)
        && !otherSide.isEligible(witness, for: audience.key)
    }
  }

  private func edits(_ before: Audience?, _ after: Audience?) -> [OfferComparison.Edit] {
    guard let before, let after else { return [] }
    let offset = to.engine.policies.facts.timeZone
    return OfferVariable.allCases.compactMap { variable in
      OfferComparison.Edit(
        variable.name,
        from: variable.text(of: before.offer, at: offset),
        to: variable.text(of: after.offer, at: offset)
      )
    } + after.offer.terms.priceEdits(since: before.offer.terms)
  }

  /// Returns the rules that accept other customers, as far as they can be solved for facts.
  private func changedRules(_ before: Audience?, _ after: Audience?) -> [String] {
    guard let before, let after, !(hasSameRules && hasSameValues(before, after)) else { return [] }
    let old = from.requirements(of: before)
    let new = to.requirements(of: after)
    return (new + old).map { $0.rule }.withoutRepeats.filter { id in
      let (old, new) = (old.first { $0.rule == id }, new.first { $0.rule == id })
      guard let old, let new else { return true }
      // Texts of a list are in another order, but accept the same.
      let isSolved = old.region.isExact && new.region.isExact
      return old.condition != new.condition && !(isSolved && old.region == new.region)
    }
  }

  /// Whether all that rules can read of an offer is the same.
  private func hasSameValues(_ before: Audience, _ after: Audience) -> Bool {
    OfferVariable.allCases.allSatisfy { variable in
      variable.binding(of: before.offer, at: from.engine.policies.facts.timeZone)
        == variable.binding(of: after.offer, at: to.engine.policies.facts.timeZone)
    } && before.offer.terms.prices == after.offer.terms.prices
  }

  /// Returns the pairs of offers whose order has changed, if they share customers.
  ///
  /// For an offer that has passed many others, it returns at most ``OfferNames/limit`` pairs.
  ///
  /// - Complexity: O(*o*²) comparisons of ranks for *o* offers of a group.
  package func orderChanges() -> [OrderChange] {
    let ranks = Dictionary(keepingFirst: zip(from.audiences.map { $0.key }, from.audiences.indices))
    // For each group, the best earlier rank of the offers that now come later.
    var best: [String: Int] = [:]
    var passing: [(index: Int, rank: Int)] = []
    for (index, audience) in to.audiences.enumerated().reversed() {
      guard let rank = ranks[audience.key] else { continue }
      if let other = best[audience.key.group], other < rank { passing.append((index, rank)) }
      best[audience.key.group] = min(best[audience.key.group] ?? rank, rank)
    }
    return passing.reversed().flatMap { index, rank in
      let first = to.audiences[index]
      var changes: [OrderChange] = []
      for other in to.offerIndices(meeting: first) where other > index {
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
        let witness = existence.witness
        changes.append(OrderChange(first: first.key, second: second.key, witness: witness))
      }
      return changes
    }
  }

  /// Returns the offers that a customer is eligible for before and after, best first.
  package func eligibleOffers(of witness: Witness) -> (from: OfferNames, to: OfferNames) {
    func names(_ side: CatalogAnalysis) -> OfferNames {
      OfferNames(side.eligibleOffers(of: witness, atMost: OfferNames.needed))
    }
    return (names(from), names(to))
  }
}

/// An offer without its identifier.
private struct Terms: Hashable {
  private let group: String
  private let productId: String
  private let offer: WinBackOffer

  init(_ placed: PlacedOffer, _ offer: WinBackOffer) {
    group = placed.key.group
    productId = placed.subscription.productId
    var offer = offer
    offer.offerId = ""
    self.offer = offer
  }
}

extension Audience {
  /// What rules can read of the offer for all customers and the catalog does not have; nil if it has
  /// all.
  fileprivate var unknown: String? {
    OfferVariable.allCases.first { $0.isUnknown(for: offer) }?.name
  }

  fileprivate var isKnown: Bool { unknown == nil }
}

extension CatalogAnalysis {
  /// Returns what rules read of an offer and the catalog does not have; nil if it has all.
  fileprivate func unknown(of audience: Audience) -> String? {
    let price = Vocabulary.id(of: .offerPrice)
    let readsPrice = program(of: audience.key)?.rules.joined().contains { condition in
      condition.reads(price)
    }
    return readsPrice == true ? FactVariable.offerPrice.name : audience.unknown
  }

  /// Returns what each rule requires of customers, as a condition and as those who fulfil it.
  fileprivate func requirements(
    of audience: Audience
  ) -> [(rule: String, condition: String, region: Region)] {
    guard let program = program(of: audience.key) else { return [] }
    return zip(zip(engine.rules.rules, program.rules), audience.rules).map { requirement, region in
      // The two sides can give their attributes other identifiers, so only texts can be compared.
      let condition = requirement.1.map { $0.description }.joined(separator: " && ")
      return (requirement.0.rule.id, condition, region)
    }
  }
}

extension CatalogIndex {
  /// Returns the terms of the offers of a kind, by the product and the identifier.
  fileprivate func offers(of kind: OfferKind) -> [[String]: [SubscriptionOffer]] {
    Dictionary(grouping: allOffers.filter { $0.kind == kind }) {
      [$0.subscription.productId, $0.id]
    }.mapValues { offers in offers.map { $0.terms } }
  }
}
