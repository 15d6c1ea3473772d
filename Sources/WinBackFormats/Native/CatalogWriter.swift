import CalendarTime
package import WinBack

/// Writes catalogs in the native format.
package enum CatalogWriter {
  /// Returns a catalog as a JSON document of the schema `catalog`.
  ///
  /// - Complexity: O(*n*) in the size of the catalog.
  package static func bytes(of catalog: Catalog) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.key("subscriptionGroups")
    writer.beginArray()
    for group in catalog.subscriptionGroups {
      writer.beginObject()
      writer.member("id", group.id)
      writer.member("referenceName", group.referenceName)
      writer.key("subscriptions")
      writer.beginArray()
      for subscription in group.subscriptions { append(subscription, to: &writer) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func append(_ subscription: Subscription, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("productId", subscription.productId)
    writer.member("referenceName", subscription.referenceName)
    writer.member("subscriptionPeriod", subscription.subscriptionPeriod?.rawValue)
    writer.member("groupLevel", subscription.groupLevel)
    if !subscription.winBackOffers.isEmpty {
      writer.key("winBackOffers")
      writer.beginArray()
      for offer in subscription.winBackOffers {
        writer.beginObject()
        writer.members(of: offer)
        if !offer.territories.isEmpty {
          writer.key("territories")
          writer.beginArray()
          for territory in offer.territories { writer.string(territory.code) }
          writer.endArray()
        }
        writer.endObject()
      }
      writer.endArray()
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes the attributes of an offer, which are called the same here and in App Store Connect.
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
    key("customerEligibilityTimeSinceLastSubscribedInMonths")
    beginObject()
    member("minimum", offer.customerEligibilityTimeSinceLastSubscribedInMonths.minimum)
    member("maximum", offer.customerEligibilityTimeSinceLastSubscribedInMonths.maximum)
    endObject()
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

extension CatalogDate {
  /// The date as catalogs write it; one with a time has an offset that keeps its day.
  fileprivate var written: String {
    guard case .instant(let instant, let day) = self else { return "\(day)" }
    let start = Instant(day)
    let early = instant.milliseconds(until: start)
    let late = start.adding(milliseconds: Instant.millisecondsPerDay).milliseconds(until: instant)
    let minutes = early > 0 ? (early + 59_999) / 60_000 : late >= 0 ? -(late / 60_000 + 1) : 0
    let local = instant.adding(milliseconds: minutes * 60_000).iso8601.dropLast()
    let (hour, minute) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
    let digits = [hour, minute].map { ($0 < 10 ? "0" : "") + String($0) }
    return "\(local)\(minutes < 0 ? "-" : "+")\(digits.joined(separator: ":"))"
  }
}
