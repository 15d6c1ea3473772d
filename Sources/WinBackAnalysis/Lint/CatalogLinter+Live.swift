import CEL
import CalendarTime
import WinBack

extension CatalogLinter {
  /// Finds changes since the live catalog that the App Store does not allow.
  func changes(in offers: [PlacedOffer], since live: Catalog) -> [LintFinding] {
    let offset = engine.policies.facts.timeZone
    let today = now.adding(milliseconds: offset.milliseconds).date
    var symbols = SymbolTable()
    let liveOffers = live.placedSubscriptions.flatMap { $0.offers(&symbols) }
      .filter { $0.kind == .winBack }
    let before = Dictionary(keepingFirst: liveOffers.map { ($0.key, $0) })
    let moved = movedProducts(since: live)
    var findings = moved
    // The offers of a product that has moved are neither new nor deleted.
    let products = Set(moved.compactMap { $0.productId })
    for placed in offers where !products.contains(placed.subscription.productId) {
      let known = before[placed.key]
      let hasStarted = known?.startDate.map { $0.day <= today } ?? false
      if !hasStarted, let start = placed.startDate?.day, start <= today {
        findings.append(
          placed.finding(
            .startDatePassed,
            at: .startDate,
            "expected \(known == nil ? "a new offer" : "an offer that has not started") to start after "
              + "today, \(today), found \(start)"
          )
        )
      }
      if let known { findings += changes(of: placed, since: known, hasStarted: hasStarted) }
    }
    let kept = Set(offers.map { $0.key })
    for known in liveOffers
    where !kept.contains(known.key) && !products.contains(known.subscription.productId) {
      findings.append(deletion(of: known))
    }
    return findings
  }

  private func movedProducts(since live: Catalog) -> [LintFinding] {
    let groups = live.groupsOfProducts
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

  private func changes(
    of placed: PlacedOffer,
    since known: PlacedOffer,
    hasStarted: Bool
  ) -> [LintFinding] {
    guard placed.subscription.productId == known.subscription.productId else {
      return [
        placed.finding(
          .offerIdUsed,
          at: .offerId,
          "expected a new offer id, because '\(placed.id)' was used for "
            + "'\(known.subscription.productId)', and an id is used only once in a group"
        )
      ]
    }
    var findings: [LintFinding] = []
    for variable in OfferVariable.allCases {
      guard let lock = variable.attribute.lock, lock == .creation || hasStarted else { continue }
      guard !variable.isUnknown(for: known), !variable.isUnknown(for: placed) else { continue }
      let old = variable.text(of: known)
      let new = variable.text(of: placed)
      guard old != new else { continue }
      findings.append(
        placed.finding(
          lock == .creation ? .lockedAtCreation : .lockedAtStart,
          at: variable,
          "expected \(old), as it is live and locked "
            + (lock == .creation
              ? "since the offer was created"
              : "since the start on \(OfferVariable.startDate.text(of: known))") + ", found \(new)"
        )
      )
    }
    return findings + priceChanges(of: placed, since: known)
  }

  /// Finds prices that differ from the live ones; another finding has the territories.
  private func priceChanges(of placed: PlacedOffer, since known: PlacedOffer) -> [LintFinding] {
    let live = Dictionary(keepingFirst: known.prices.map { ($0.territory, $0) })
    return placed.prices.enumerated().compactMap { index, price in
      guard let old = live[price.territory]?.amount, let new = price.amount, old != new else {
        return nil
      }
      return placed.finding(
        .lockedAtCreation,
        at: "prices",
        element: index,
        "expected \(old) in \(price.territory.code), as it is live and locked since the offer was "
          + "created, found \(new)"
      )
    }
  }

  private func deletion(of known: PlacedOffer) -> LintFinding {
    let groups = engine.catalog.subscriptionGroups
    let group = groups.firstIndex { $0.id == known.key.group }
    var place = CatalogPlace(group: group ?? 0)
    if let group {
      place.subscription = groups[group].subscriptions.firstIndex {
        $0.productId == known.subscription.productId
      }
    }
    return known.finding(
      .offerDeleted,
      at: place,
      "expected the live offer '\(known.id)', found none: you cannot undo a deletion, "
        + "and its id cannot be used again"
    )
  }
}
