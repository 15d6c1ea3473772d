import CalendarTime

extension CatalogLinter {
  /// Finds subscriptions that have more offers than the App Store takes, in all or at once.
  func crowds() -> [LintFinding] {
    var findings: [LintFinding] = []
    for (groupIndex, group) in engine.catalog.subscriptionGroups.enumerated() {
      for (index, subscription) in group.subscriptions.enumerated() {
        let place = CatalogPlace(group: groupIndex, subscription: index)
        func finding(_ code: LintCode, _ place: CatalogPlace, _ message: String) -> LintFinding {
          LintFinding(
            code: code,
            message: message,
            place: place,
            productId: subscription.productId,
            group: group.id
          )
        }
        let count = subscription.winBackOffers.count
        if count > limits.offersPerSubscription {
          findings.append(
            finding(
              .offersPerSubscription,
              place.member("winBackOffers"),
              "expected at most \(limits.offersPerSubscription) offers of '\(subscription.productId)', "
                + "found \(count)"
            )
          )
        }
        for crowd in crowds(of: subscription) {
          let ids = crowd.offers.map { "'\($0)'" }.joined(separator: ", ")
          var newcomer = place
          newcomer.offer = crowd.newcomer
          findings.append(
            finding(
              .runningAtOnce,
              newcomer,
              "expected at most \(limits.offersRunningAtOnce) offers of '\(subscription.productId)' "
                + "at once in a storefront, found \(crowd.offers.count) from \(crowd.day) on in "
                + "\(Self.text(of: crowd.storefronts)): \(ids)"
            )
          )
        }
      }
    }
    return findings
  }

  /// More offers than may run, from a day on.
  private struct Crowd {
    let day: CivilDate
    /// The position of the offer that starts then.
    let newcomer: Int
    let offers: [String]
    /// The storefronts; nil for all that no offer names.
    var storefronts: [Storefront?]
  }

  private func crowds(of subscription: Subscription) -> [Crowd] {
    let offers = subscription.winBackOffers
    guard offers.count > limits.offersRunningAtOnce else { return [] }
    var named: Set<Storefront> = []
    for offer in offers { named.formUnion(offer.territories) }
    let storefronts: [Storefront?] = [nil] + named.sorted()
    var crowds: [Crowd] = []
    for (index, newcomer) in offers.enumerated() {
      let day = newcomer.startDate.day
      var found: [Crowd] = []
      for storefront in storefronts {
        let running = offers.indices.filter { offers[$0].runs(on: day, in: storefront) }
        // Of several that start on the day, the last one is one too many.
        guard running.count > limits.offersRunningAtOnce, running.contains(index),
          running.last(where: { offers[$0].startDate.day == day }) == index
        else { continue }
        let ids = running.map { offers[$0].offerId }
        if let known = found.firstIndex(where: { $0.offers == ids }) {
          found[known].storefronts.append(storefront)
        } else {
          found.append(Crowd(day: day, newcomer: index, offers: ids, storefronts: [storefront]))
        }
      }
      crowds += found
    }
    return crowds
  }

  private static func text(of storefronts: [Storefront?]) -> String {
    guard storefronts.first != .some(nil) else {
      return storefronts.count == 1 ? "all storefronts" : "all storefronts, or nearly all"
    }
    let codes = storefronts.compactMap { $0?.code }
    let shown = codes.prefix(5).joined(separator: ", ")
    return codes.count > 5 ? "\(shown) and \(codes.count - 5) more" : shown
  }
}

extension WinBackOffer {
  /// Returns whether the offer runs on a day in a storefront; nil is one that no offer names.
  fileprivate func runs(on day: CivilDate, in storefront: Storefront?) -> Bool {
    guard startDate.day <= day, endDate.map({ day <= $0.day }) ?? true else { return false }
    return territories.isEmpty || storefront.map(territories.contains) ?? false
  }
}
