import WinBack
import WinBackFormats

extension JSONWriter {
  /// Writes what has changed, also of offers that stay the same.
  mutating func members(of result: CompareResult) {
    let comparison = result.comparison
    objects("factPolicies", comparison.factPolicyChanges) { json, change in
      json.member("policy", change.policy)
      json.member("from", change.from)
      json.member("to", change.to)
    }
    objects("products", comparison.productChanges) { json, change in
      json.member("productId", change.productId)
      json.member("from", change.from)
      json.member("to", change.to)
    }
    objects("offers", result.offers) { json, offer in
      json.offer(offer.key)
      json.member("change", offer.change.rawValue)
      json.objects("edits", offer.edits) { json, edit in
        json.member("attribute", edit.attribute)
        json.member("from", edit.from)
        json.member("to", edit.to)
      }
      json.member("rules", offer.changedRules)
      json.witness("gained", offer.gained, comparison)
      json.witness("lost", offer.lost, comparison)
    }
    objects("order", result.orderChanges) { json, change in
      json.member("subscriptionGroupIdentifier", change.first.group)
      json.member("first", change.first.offerId)
      json.member("second", change.second.offerId)
      if change.hasMore { json.member("firstPassesMore", true) }
      json.witness("example", change.witness, comparison)
    }
    if let cohort = result.cohort { object("cohort") { $0.members(of: cohort) } }
  }

  fileprivate mutating func offer(_ key: OfferKey) {
    member("subscriptionGroupIdentifier", key.group)
    member("offerId", key.offerId)
  }

  fileprivate mutating func witness(
    _ name: String,
    _ witness: Witness?,
    _ comparison: CatalogComparison
  ) {
    guard let witness else { return }
    let (from, to) = comparison.eligibleOffers(of: witness)
    object(name) { json in
      json.member("asOf", witness.asOf)
      json.member("from", from.ids)
      json.member("to", to.ids)
      if from.hasMore || to.hasMore { json.member("moreAreEligible", true) }
      json.key("history")
      json.history(witness.history)
    }
  }

  mutating func members(of cohort: CompareResult.Cohort) {
    let comparison = cohort.comparison
    member("asOf", cohort.asOf)
    member("customers", comparison.customerCount)
    member("changed", comparison.changed.count)
    let movements = comparison.movements.filter { cohort.offers?.contains($0.key) ?? true }
      .sorted { $0.key < $1.key }
    objects("offers", movements) { json, element in
      let movement = element.value
      json.offer(element.key)
      json.member("before", movement.before)
      json.member("after", movement.after)
      json.causes("gained", movement.gained)
      json.causes("lost", movement.lost)
      json.object("reordered") { $0.members(of: movement.reordered) }
    }
    if let screens = comparison.screens { object("merchandising") { $0.members(of: screens) } }
  }

  private mutating func members(of screens: ScreenComparison) {
    member("timelines", screens.timelineCount)
    member("changed", screens.changedCount)
    objects("shown", screens.sortedCounts) { json, element in
      json.members(of: element.shown)
      json.member("before", element.counts.before)
      json.member("after", element.counts.after)
    }
    objects("changes", screens.sortedChanges) { json, element in
      json.object("from", orNull: element.change.from) { $0.members(of: $1) }
      json.object("to", orNull: element.change.to) { $0.members(of: $1) }
      json.members(of: element.customers)
    }
  }

  private mutating func members(of shown: Shown) {
    member("show", shown.screen.rawValue)
    member("productId", orNull: shown.productId)
    member("offerId", orNull: shown.offerId)
  }

  private mutating func causes(
    _ name: String,
    _ causes: [CohortComparison.Cause: CohortComparison.Customers]
  ) {
    objects(name, causes.sortedByCount) { json, element in
      let (cause, customers) = element
      json.member("cause", cause.name)
      if !cause.rules.isEmpty { json.member("rules", cause.rules) }
      json.members(of: customers)
    }
  }

  private mutating func members(of customers: CohortComparison.Customers) {
    member("count", customers.count)
    member("samples", customers.samples)
  }
}
