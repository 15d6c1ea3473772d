import WinBackCommandLine

extension TextPage {
  func text(of result: CompareResult) -> String {
    let comparison = result.comparison
    let changed = result.changedOffers
    let doubts = Dictionary(grouping: changed.filter { $0.change == .undetermined }) { $0.doubt }
    let isSame = changed.isEmpty && result.orderChanges.isEmpty
    let parts =
      [comparison.notes.map { "\($0.printable)\n" }.joined()]
      + changed.filter { $0.change != .undetermined }.map { text(of: $0, result) }
      + doubts.ordered { $0.value[0].key < $1.value[0].key }.map { doubt, offers in
        let names = offers.map { style.bold(result.names.id(of: $0.key).printable) }
        return "\(mark(of: .undetermined)) \(names.joined(separator: ", ")): "
          + "\(ReachChange.undetermined.phrase)\(doubt.map { ": \($0.printable)" } ?? "")\n"
      } + result.orderChanges.map { text(of: $0, result) }
      + [isSame ? "no offer reaches other customers than before\n" : ""]
      + result.cohorts.map { text(of: $0, result.names) }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func text(of offer: OfferComparison, _ result: CompareResult) -> String {
    let name = style.bold(result.names.id(of: offer.key).printable)
    let lines = offer.lines(in: result.comparison)
    return "\(mark(of: offer.change)) \(name): \(offer.change.phrase)\n"
      + lines.map { "    \($0.printable)\n" }.joined()
  }

  private func text(of change: OrderChange, _ result: CompareResult) -> String {
    let witness = change.witness.map { witness in
      "    for \(result.comparison.sentence(about: witness).printable)\n"
    }
    let (first, second) = (result.names.id(of: change.first), result.names.id(of: change.second))
    return "\(style.yellow("↕")) \(style.bold(first.printable)): comes before "
      + "\(second.printable), which came first"
      + (change.hasMore ? "; before others, too\n" : "\n") + (witness ?? "")
  }

  private func mark(of change: ReachChange) -> String {
    switch change {
    case .added, .wider: style.green(change.mark)
    case .removed, .narrower: style.red(change.mark)
    case .incomparable, .undetermined: style.yellow(change.mark)
    case .same: change.mark
    }
  }

  // MARK: - The cohort

  private func text(of cohort: CompareResult.Cohort, _ names: CatalogNames) -> String {
    let movements = cohort.movements
    let comparison = cohort.comparison
    let screens = comparison.screens.map { self.text(of: $0, names) } ?? ""
    var text =
      style.bold(cohort.file.printable) + ", as of \(cohort.asOf.brief): "
      + "\(comparison.changed.count.grouped) of \(comparison.customerCount.counted("customer")) changed\n"
    guard !movements.isEmpty else { return text + screens }
    let rows = movements.map { key, movement in
      let (gained, lost) = (movement.gained.count, movement.lost.count)
      let counts = [movement.before, movement.after, gained, lost, movement.reordered.count]
      return ["  \(names.id(of: key).printable)"] + counts.map(\.grouped)
    }
    let titles = ["  offer", "before", "after", "gained", "lost", "reordered"]
    text += "\n" + ResultTable(titles, numbers: [1, 2, 3, 4, 5], rows).text(style: style)
    for (key, movement) in movements {
      text += "\n  \(style.bold(names.id(of: key).printable))\n"
      for (cause, customers) in movement.gained.sortedByCount {
        text += row("gained", cause.text(gains: true), customers)
      }
      for (cause, customers) in movement.lost.sortedByCount {
        text += row("lost", cause.text(gains: false), customers)
      }
      if movement.reordered.count > 0 { text += row("reordered", "the order", movement.reordered) }
    }
    return text + screens
  }

  private func text(of screens: ScreenComparison, _ names: CatalogNames) -> String {
    func phrase(_ shown: Shown?) -> String {
      guard let shown else { return "no group" }
      let offer = shown.offerId.map { names.id(of: names.key(of: $0, on: shown.productId)) }
      return shown.screen.phrase(shown.productId, offer)
    }
    let rows = screens.sortedCounts.map { shown, counts in
      ["  \(phrase(shown).printable)", counts.before.grouped, counts.after.grouped]
    }
    let table = ResultTable(["  shown", "before", "after"], numbers: [1, 2], rows)
    let others = "\(screens.changedCount.grouped) of \(screens.timelineCount.counted("timeline"))"
    var text = "\n" + table.text(style: style) + "\n  shown something else: \(others)\n"
    for (change, customers) in screens.sortedChanges {
      let what = [change.from, change.to].map(phrase).joined(separator: " → ")
      text += "    \(customers.count.grouped) \(what.printable): \(samples(of: customers))\n"
    }
    return text
  }

  private func row(
    _ movement: String,
    _ cause: String,
    _ customers: CohortComparison.Customers
  ) -> String {
    "    \(movement) \(customers.count.grouped) by \(cause.printable): \(samples(of: customers))\n"
  }

  private func samples(of customers: CohortComparison.Customers) -> String {
    let more = customers.count > customers.samples.count ? ", …" : ""
    return customers.samples.joined(separator: ", ").printable + more
  }
}

extension CatalogComparison {
  /// What changes besides single offers, a sentence each.
  var notes: [String] {
    factPolicyChanges.map { "facts are read differently: \($0.attribute) \($0.from) → \($0.to)" }
      + productChanges.map { change in
        "\(change.productId) is in \(change.to.map { "group \($0)" } ?? "no group"), "
          + "was in \(change.from.map { "group \($0)" } ?? "none")"
      } + subscriptions.map { "\($0.productId): \($0.phrases.joined(separator: "; "))" }
      + rules.map { "the rule \($0.attribute) requires \($0.to), was \($0.from)" }
      + swaps.map { "the ids \($0.offerId) and \($1.offerId) are swapped" }
      + otherOffers.map {
        "\($0.phrase): 'winback compare --kind \($0.kind.rawValue)' compares them"
      }
  }
}

extension JSONWriter {
  mutating func members(of result: CompareResult) {
    let comparison = result.comparison
    edits("factPolicies", comparison.factPolicyChanges, of: "policy")
    objects("products", comparison.productChanges) { json, change in
      json.member("productId", change.productId)
      json.member("from", change.from)
      json.member("to", change.to)
    }
    objects("subscriptions", comparison.subscriptions) { json, subscription in
      json.member("productId", subscription.productId)
      json.edits("edits", subscription.edits)
    }
    edits("rules", comparison.rules, of: "rule")
    objects("swaps", comparison.swaps) { json, offers in
      json.member("subscriptionGroupIdentifier", offers.0.group)
      json.member("offerIds", [offers.0.offerId, offers.1.offerId])
    }
    objects("otherOffers", comparison.otherOffers) { json, offers in
      json.member("kind", offers.kind.rawValue)
      json.member("count", offers.count)
    }
    objects("offers", result.offers) { json, offer in
      json.members(of: offer.key)
      json.member("change", offer.change.rawValue)
      json.member("doubt", offer.doubt)
      json.edits("edits", offer.edits)
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
  }

  private mutating func edits(
    _ name: String,
    _ edits: [OfferComparison.Edit],
    of what: String = "attribute"
  ) {
    objects(name, edits) { json, edit in
      json.member(what, edit.attribute)
      json.member("from", edit.from)
      json.member("to", edit.to)
    }
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
    objects("offers", cohort.allMovements) { json, element in
      let movement = element.value
      json.members(of: element.key)
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
