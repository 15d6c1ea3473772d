import Testing
import WinBack

/// A change that somebody makes to one offer of a catalog.
struct CatalogChange: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The catalog after the change.
  let catalog: Catalog
  /// The offer that is changed, as it was, and the product that it is for.
  let offer: WinBackOffer
  let productId: String

  /// All changes of a catalog: each criterion by one, dates by a day and more, territories, prices, priorities
  /// and terms, offers that are deleted, renamed, moved and added.
  static func all(of catalog: Catalog) -> [CatalogChange] {
    catalog.subscriptionGroups.indices.flatMap { group in
      let subscriptions = catalog.subscriptionGroups[group].subscriptions
      return subscriptions.indices.flatMap { subscription in
        let place = Place(catalog: catalog, group: group, subscription: subscription)
        return subscriptions[subscription].winBackOffers.indices.flatMap { index in
          edits(of: place, index) + moves(of: place, index)
        }
      }
    }
  }

  /// A subscription of a catalog, whose offers are changed.
  private struct Place {
    let catalog: Catalog
    let group: Int
    let subscription: Int

    var subscriptions: [Subscription] { catalog.subscriptionGroups[group].subscriptions }

    func change(
      _ name: String,
      of index: Int,
      _ edit: (inout [Subscription]) -> Void
    ) -> CatalogChange {
      var changed = catalog
      edit(&changed.subscriptionGroups[group].subscriptions)
      let offer = subscriptions[subscription].winBackOffers[index]
      return CatalogChange(
        testDescription: "\(offer.offerId): \(name)",
        catalog: changed,
        offer: offer,
        productId: subscriptions[subscription].productId
      )
    }
  }

  // MARK: - Of one offer

  private static func edits(of place: Place, _ index: Int) -> [CatalogChange] {
    let old = place.subscriptions[place.subscription].winBackOffers[index]
    func edit(_ name: String, _ edit: (inout WinBackOffer) -> Void) -> CatalogChange {
      place.change(name, of: index) { edit(&$0[place.subscription].winBackOffers[index]) }
    }
    var changes = [-1, 1].flatMap { step in
      [
        edit("paid \(step)") {
          $0.customerEligibilityPaidSubscriptionDurationInMonths += step
        },
        edit("minimum \(step)") {
          $0.customerEligibilityTimeSinceLastSubscribedInMonths.minimum += step
        },
        edit("maximum \(step)") {
          $0.customerEligibilityTimeSinceLastSubscribedInMonths.maximum += step
        },
        edit("start \(step) days") { $0.startDate = $0.startDate.moved(by: step) },
      ]
    }
    if let wait = old.customerEligibilityWaitBetweenOffersInMonths {
      changes += [wait - 1, wait + 1, nil].map { months in
        edit("wait \(months.map(String.init) ?? "dropped")") {
          $0.customerEligibilityWaitBetweenOffersInMonths = months
        }
      }
    } else {
      changes += [2, 3, 4, 6, 12, 24].map { (months: Int) in
        edit("wait set to \(months)") { $0.customerEligibilityWaitBetweenOffersInMonths = months }
      }
    }
    if let end = old.endDate {
      changes += [-30, -1, 1, 30, 365].map { days in
        edit("end \(days) days") { $0.endDate = end.moved(by: days) }
      }
      changes.append(edit("end dropped") { $0.endDate = nil })
    } else {
      changes += [30, 365, 2_000].map { days in
        edit("end set \(days) days after the start") {
          $0.endDate = $0.startDate.moved(by: days)
        }
      }
    }
    return changes + terms(old, edit)
  }

  private static func terms(
    _ old: WinBackOffer,
    _ edit: (String, (inout WinBackOffer) -> Void) -> CatalogChange
  ) -> [CatalogChange] {
    func territories(_ name: String, _ codes: [String]) -> CatalogChange {
      edit("territories \(name)") { offer in
        offer.prices = []
        offer.territories = codes.compactMap { Storefront($0) }
      }
    }
    let codes = old.territories.map(\.code)
    let all = Storefront.all.map(\.code)
    var changes =
      codes.isEmpty
      ? [territories("set to USA", ["USA"]), territories("set to two", ["JPN", "DEU"])]
        + ["AFG", "KOR", "USA", "ZWE"].map { code in
          territories("set to all but \(code)", all.filter { $0 != code })
        }
      : codes.map { code in territories("without \(code)", codes.filter { $0 != code }) }
        + [territories("dropped", []), territories("twice", codes + codes)]
        + ["ATA", "BRA", "DEU", "JPN", "KOR", "NOR", "XKS"].filter { !codes.contains($0) }.map {
          territories("with \($0)", codes + [$0])
        }
        + codes.prefix(1).map { territories("\($0) replaced", codes.dropFirst() + ["ZAF"]) }
    for index in old.prices.indices {
      changes.append(
        edit("another price in \(old.prices[index].territory)") { offer in
          offer.prices[index] = OfferPrice(
            territory: old.prices[index].territory,
            customerPrice: "1.99"
          )
        }
      )
    }
    changes.append(edit("priority") { $0.priority = old.priority == .high ? .normal : .high })
    changes.append(edit("reference name") { $0.referenceName = "another name" })
    changes.append(edit("promotion") { $0.promotionIntent = "NOT_PROMOTED" })
    return changes
  }

  // MARK: - Of several

  private static func moves(of place: Place, _ index: Int) -> [CatalogChange] {
    let here = place.subscription
    let offer = place.subscriptions[here].winBackOffers[index]
    func copy(_ edit: (inout WinBackOffer) -> Void = { _ in }) -> WinBackOffer {
      var copy = offer
      copy.offerId = "zz_another"
      copy.referenceName = nil
      edit(&copy)
      return copy
    }
    let others = place.subscriptions.indices.filter { $0 != here }
    return [
      place.change("deleted", of: index) { $0[here].winBackOffers.remove(at: index) },
      place.change("renamed", of: index) { $0[here].winBackOffers[index].offerId += "_2" },
      place.change("listed last", of: index) { subscriptions in
        let moved = subscriptions[here].winBackOffers.remove(at: index)
        subscriptions[here].winBackOffers.append(moved)
      },
      place.change("another with its criteria", of: index) {
        $0[here].winBackOffers.append(copy())
      },
      place.change("another without its wait and end", of: index) {
        $0[here].winBackOffers.append(
          copy { copy in
            copy.customerEligibilityWaitBetweenOffersInMonths = nil
            copy.endDate = nil
          }
        )
      },
    ]
      + others.map { other in
        place.change("moved to \(place.subscriptions[other].productId)", of: index) {
          $0[other].winBackOffers.append($0[here].winBackOffers.remove(at: index))
        }
      }
      + others.map { other in
        place.change("another on \(place.subscriptions[other].productId)", of: index) {
          $0[other].winBackOffers.append(copy())
        }
      }
  }
}

extension CatalogDate {
  /// Returns the day so many days later.
  fileprivate func moved(by days: Int) -> CatalogDate {
    .day(Instant(day).adding(milliseconds: Int64(days) * Instant.millisecondsPerDay).date)
  }
}
