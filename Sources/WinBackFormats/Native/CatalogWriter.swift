import CEL

/// Writes catalogs in the native format.
package enum CatalogWriter {
  /// Returns a catalog as a JSON document of the schema `catalog`.
  package static func bytes(of catalog: Catalog) -> ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.objects("subscriptionGroups", catalog.subscriptionGroups) { json, group in
        json.member("id", group.id)
        json.member("referenceName", group.referenceName)
        json.objects("subscriptions", group.subscriptions) { json, subscription in
          json.member("productId", subscription.productId)
          json.member("referenceName", subscription.referenceName)
          json.member("subscriptionPeriod", subscription.subscriptionPeriod?.rawValue)
          json.member("groupLevel", subscription.groupLevel)
          if !subscription.prices.isEmpty {
            json.objects("prices", subscription.prices) { json, price in
              json.member("territory", price.territory.code)
              json.member("customerPrice", price.customerPrice)
            }
          }
          for kind in OfferKind.withoutCriteria {
            let offers = subscription.offers(of: kind)
            guard !offers.isEmpty else { continue }
            json.objects(kind.list, offers) { json, offer in
              json.members(of: offer)
              json.places(of: offer)
            }
          }
          guard !subscription.winBackOffers.isEmpty else { return }
          json.objects("winBackOffers", subscription.winBackOffers) { json, offer in
            json.members(of: offer)
            json.places(
              of: SubscriptionOffer(offer),
              hasEmptyTerritories: offer.hasEmptyTerritories
            )
          }
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes the attributes of an offer, whose names are those of App Store Connect.
  mutating func members(of offer: WinBackOffer) {
    member("offerId", offer.offerId)
    member("referenceName", offer.referenceName)
    member("offerMode", offer.offerMode.rawValue)
    member("duration", offer.duration.rawValue)
    member("periodCount", offer.periodCount)
    member(
      "customerEligibilityPaidSubscriptionDurationInMonths",
      offer.customerEligibilityPaidSubscriptionDurationInMonths
    )
    object("customerEligibilityTimeSinceLastSubscribedInMonths") { json in
      json.member("minimum", offer.customerEligibilityTimeSinceLastSubscribedInMonths.minimum)
      json.member("maximum", offer.customerEligibilityTimeSinceLastSubscribedInMonths.maximum)
    }
    member(
      "customerEligibilityWaitBetweenOffersInMonths",
      offer.customerEligibilityWaitBetweenOffersInMonths
    )
    member("startDate", offer.startDate.written)
    member("endDate", offer.endDate?.written)
    member("priority", offer.priority.rawValue)
    member("promotionIntent", offer.promotionIntent)
    member("targetSubscriptionPlanType", offer.targetSubscriptionPlanType)
  }
}

extension JSONWriter {
  /// Writes the attributes of an offer of another kind, whose names are those of App Store Connect.
  fileprivate mutating func members(of offer: SubscriptionOffer) {
    if let key = offer.kind.names.identifier { member(key, offer.offerId) }
    if offer.kind == .promotional { member("name", offer.referenceName) }
    member("offerMode", offer.offerMode.rawValue)
    member("duration", offer.duration.rawValue)
    member("numberOfPeriods", offer.numberOfPeriods)
    member("startDate", offer.startDate?.written)
    member("endDate", offer.endDate?.written)
    member("targetSubscriptionPlanType", offer.targetSubscriptionPlanType)
    guard offer.kind == .offerCode else { return }
    member("customerEligibilities", offer.customerEligibilities.map { $0.rawValue })
    member("offerEligibility", offer.offerEligibility)
    member("isActive", offer.isActive)
  }

  /// Writes where an offer exists, with its prices.
  fileprivate mutating func places(of offer: SubscriptionOffer, hasEmptyTerritories: Bool = false) {
    if offer.hasUnknownTerritories {
      member("unknown", [UnknownAttribute.territories.rawValue])
    }
    guard !offer.territories.isEmpty || hasEmptyTerritories else { return }
    let prices = Dictionary(keepingFirst: offer.prices.map { ($0.territory, $0) })
    guard !prices.isEmpty else {
      return member("territories", offer.territories.map { $0.code })
    }
    objects("prices", offer.territories) { json, territory in
      json.member("territory", territory.code)
      json.member("customerPrice", prices[territory]?.customerPrice)
    }
  }
}

extension CatalogDate {
  /// The date in the form of catalogs; a date with a time gets an offset that keeps its day.
  fileprivate var written: String {
    guard case .instant(let instant, let day) = self else { return "\(day)" }
    let start = Instant(day)
    let early = instant.milliseconds(until: start)
    let late = start.adding(milliseconds: Instant.millisecondsPerDay).milliseconds(until: instant)
    let minutes: Int64 =
      early > 0 ? (early + 59_999) / 60_000 : late >= 0 ? -(late / 60_000 + 1) : 0
    let local = instant.adding(milliseconds: minutes * 60_000).iso8601.dropLast()
    let (hour, minute) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
    let digits = [hour, minute].map { ($0 < 10 ? "0" : "") + String($0) }
    return "\(local)\(minutes < 0 ? "-" : "+")\(digits.joined(separator: ":"))"
  }
}
