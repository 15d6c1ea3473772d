package import WinBack

/// Writes catalogs as StoreKit configurations of version 4, the first with win-back offers.
package enum StoreKitWriter {
  /// The price of what the catalog gives no price, so that Xcode takes the file.
  private static let placeholderPrice = "0.99"

  /// Returns the text of a catalog as a StoreKit configuration.
  ///
  /// - Parameters:
  ///   - catalog: The catalog; each subscription has its period.
  ///   - eligible: The offers that are switched on; nil for none.
  /// - Returns: A JSON document.
  /// - Complexity: O(*n*) in the size of the catalog.
  package static func bytes(
    of catalog: Catalog,
    eligible: StoreKitSwitches?
  ) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(.xcode)
    writer.beginObject()
    writer.member("identifier", "\(StoreKitInternalId("configuration"))")
    writer.emptyArray("nonRenewingSubscriptions")
    writer.emptyArray("products")
    writer.key("settings")
    writer.beginObject()
    writer.member("_storefront", "USA")
    writer.endObject()
    writer.key("subscriptionGroups")
    writer.beginArray()
    for group in catalog.subscriptionGroups {
      writer.beginObject()
      writer.member("id", group.id)
      writer.emptyArray("localizations")
      writer.member("name", group.referenceName ?? group.id)
      writer.key("subscriptions")
      writer.beginArray()
      for subscription in group.subscriptions {
        append(subscription, of: group, eligible: eligible, to: &writer)
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.key("version")
    writer.beginObject()
    writer.member("major", 4)
    writer.member("minor", 0)
    writer.endObject()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func append(
    _ subscription: Subscription,
    of group: SubscriptionGroup,
    eligible: StoreKitSwitches?,
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.emptyArray("adHocOffers")
    writer.emptyArray("codeOffers")
    writer.member("displayPrice", placeholderPrice)
    writer.key("familyShareable")
    writer.bool(false)
    writer.member("groupNumber", subscription.groupLevel ?? 1)
    writer.member("internalID", "\(StoreKitInternalId(group.id, subscription.productId))")
    writer.key("introductoryOffer")
    writer.null()
    writer.key("localizations")
    writer.beginArray()
    writer.beginObject()
    writer.member("description", "")
    writer.member("displayName", subscription.referenceName ?? "")
    writer.member("locale", "en_US")
    writer.endObject()
    writer.endArray()
    writer.member("productID", subscription.productId)
    writer.member(
      "recurringSubscriptionPeriod",
      (subscription.subscriptionPeriod ?? .oneMonth).iso8601
    )
    writer.member("referenceName", subscription.referenceName ?? subscription.productId)
    writer.member("subscriptionGroupID", group.id)
    writer.member("type", "RecurringSubscription")
    writer.key("winbackOffers")
    writer.beginArray()
    for offer in subscription.winBackOffers {
      append(
        offer,
        of: subscription,
        isEligible: eligible?.contains(offer.offerId, group: group.id) ?? false,
        to: &writer
      )
    }
    writer.endArray()
    writer.endObject()
  }

  /// Writes an offer.
  static func append(
    _ offer: WinBackOffer,
    of subscription: Subscription,
    isEligible: Bool,
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    if offer.offerMode != .freeTrial { writer.member("displayPrice", placeholderPrice) }
    writer.member("internalID", "\(StoreKitInternalId(subscription.productId, offer.offerId))")
    writer.key("isEligible")
    writer.bool(isEligible)
    if offer.offerMode == .payAsYouGo || offer.periodCount > 1 {
      writer.member("numberOfPeriods", offer.periodCount)
    }
    writer.member("offerID", offer.offerId)
    writer.member("paymentMode", offer.offerMode.paymentMode)
    writer.member("referenceName", offer.referenceName ?? offer.offerId)
    writer.member("subscriptionPeriod", offer.duration.iso8601)
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func emptyArray(_ name: String) {
    key(name)
    beginArray()
    endArray()
  }
}
