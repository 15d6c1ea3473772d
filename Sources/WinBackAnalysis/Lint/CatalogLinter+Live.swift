import CEL

extension CatalogLinter {
  /// Finds changes since the live catalog that the App Store does not allow.
  func changes(in offers: [PlacedOffer], since live: Catalog) -> [LintFinding] {
    let offset = engine.policies.facts.timeZone
    let today = now.adding(milliseconds: offset.milliseconds).date
    var symbols = SymbolTable()
    let liveOffers = live.placedSubscriptions.flatMap { $0.offers(&symbols) }
      .filter { $0.kind == engine.kind }
    let before = Dictionary(keepingFirst: liveOffers.map { ($0.key, $0) })
    let moved = movedProducts(since: live)
    // The offers of a product that has moved are neither new nor deleted.
    let products = Set(moved.compactMap { $0.productId })
    let kept = Set(offers.map { $0.key })
    return moved + changedPeriods(since: live)
      + offers.filter { !products.contains($0.subscription.productId) }.flatMap { placed in
        findings(on: placed) { $0.changes(since: before[placed.key], at: today, offset) }
      }
      + liveOffers.filter { known in
        !kept.contains(known.key) && !products.contains(known.subscription.productId)
      }.flatMap(deletion)
  }

  private func movedProducts(since live: Catalog) -> [LintFinding] {
    let groups = Dictionary(
      keepingFirst: live.placedSubscriptions.map { ($0.subscription.productId, $0.group.id) }
    )
    return engine.catalog.placedSubscriptions.compactMap { placed in
      let product = placed.subscription.productId
      guard let known = groups[product], known != placed.group.id else { return nil }
      return placed.finding(
        .productMoved,
        at: placed.place.member("productId"),
        "expected '\(product)' in the group '\(known)', as it is live, found it in "
          + "'\(placed.group.id)': a subscription stays in its group"
      )
    }
  }

  private func changedPeriods(since live: Catalog) -> [LintFinding] {
    let known = Dictionary(
      keepingFirst: live.placedSubscriptions.compactMap { placed in
        placed.subscription.subscriptionPeriod.map { (placed.subscription.productId, $0) }
      }
    )
    return engine.catalog.placedSubscriptions.compactMap { placed in
      let subscription = placed.subscription
      guard let old = known[subscription.productId], let new = subscription.subscriptionPeriod,
        old != new
      else { return nil }
      return placed.finding(
        .periodChanged,
        at: placed.place.member("subscriptionPeriod"),
        "expected \(old.rawValue), as '\(subscription.productId)' is live, found \(new.rawValue): "
          + "a subscription keeps its period"
      )
    }
  }

  private func deletion(of known: PlacedOffer) -> [LintFinding] {
    let group = engine.catalog.subscriptionGroups.firstIndex { $0.id == known.key.group }
    let own = engine.index.subscriptions[known.subscription.productId]?.place
    let place = own.flatMap { $0.group == group ? $0 : nil } ?? CatalogPlace(group: group ?? 0)
    return findings(on: known) { linter in
      linter.add(
        .offerDeleted,
        at: place,
        "expected the live offer '\(known.id)', found none: you cannot undo a deletion, "
          + "and its id cannot be used again"
      )
    }
  }
}

extension OfferLinter {
  /// Finds what must not change, if the offer is live, and a start that is not in the future.
  fileprivate mutating func changes(
    since known: PlacedOffer?,
    at today: CivilDate,
    _ offset: UTCOffset
  ) {
    let hasStarted = known?.startDate.map { $0.day <= today } ?? false
    if !hasStarted, let start = placed.startDate?.day, start <= today {
      add(
        .startDatePassed,
        at: .startDate,
        "expected \(known == nil ? "a new offer" : "an offer that has not started") to start after "
          + "today, \(today), found \(start)"
      )
    }
    guard let known else { return }
    guard placed.subscription.productId == known.subscription.productId else {
      return add(
        .offerIdUsed,
        at: .offerId,
        "expected a new offer id, because '\(placed.id)' was used for "
          + "'\(known.subscription.productId)', and an id is used only once in a group"
      )
    }
    for variable in OfferVariable.allCases {
      guard let lock = variable.attribute.lock, lock == .creation || hasStarted else { continue }
      guard !variable.isUnknown(for: known), !variable.isUnknown(for: placed) else { continue }
      let old = variable.text(of: known, at: offset)
      let new = variable.text(of: placed, at: offset)
      guard old != new else { continue }
      let start = "since the start on \(OfferVariable.startDate.text(of: known, at: offset))"
      add(
        lock == .creation ? .lockedAtCreation : .lockedAtStart,
        at: variable,
        "expected \(old), as it is live and locked "
          + (lock == .creation ? "since the offer was created" : start) + ", found \(new)"
      )
    }
    // Another finding has the territories.
    let live = Dictionary(keepingFirst: known.terms.prices.map { ($0.territory, $0) })
    for (index, price) in placed.terms.prices.enumerated() {
      guard let old = live[price.territory]?.amount, let new = price.amount, old != new else {
        continue
      }
      add(
        .lockedAtCreation,
        atPrice: index,
        "expected \(old) in \(price.territory.code), as it is live and locked since the offer was "
          + "created, found \(new)"
      )
    }
  }
}
