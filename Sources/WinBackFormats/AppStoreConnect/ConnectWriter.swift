package import WinBack

/// Writes catalogs as a response of the App Store Connect API.
///
/// It is the response to the question for all subscriptions of a group, with their offers and prices.
/// Identifiers of groups are kept; those of other resources, which a catalog does not have, are made
/// of what it has.
package enum ConnectWriter {
  /// Returns a catalog as a JSON document.
  ///
  /// - Complexity: O(*n*) in the size of the catalog.
  package static func bytes(of catalog: Catalog) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.key("data")
    writer.beginArray()
    for group in catalog.subscriptionGroups {
      for subscription in group.subscriptions { append(subscription, of: group, to: &writer) }
    }
    writer.endArray()
    writer.key("included")
    writer.beginArray()
    for group in catalog.subscriptionGroups {
      append(group, to: &writer)
      for offer in group.subscriptions.flatMap(\.winBackOffers) {
        append(offer, of: group, to: &writer)
      }
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func append(
    _ subscription: Subscription,
    of group: SubscriptionGroup,
    to writer: inout JSONWriter
  ) {
    writer.beginResource("subscriptions", subscription.productId)
    writer.key("attributes")
    writer.beginObject()
    writer.member("name", subscription.referenceName)
    writer.member("productId", subscription.productId)
    writer.member("subscriptionPeriod", subscription.subscriptionPeriod?.rawValue)
    writer.member("groupLevel", subscription.groupLevel)
    writer.endObject()
    writer.key("relationships")
    writer.beginObject()
    writer.relationship("group", to: "subscriptionGroups", group.id)
    writer.relationship(
      "winBackOffers",
      toAll: "winBackOffers",
      subscription.winBackOffers.map { id(of: $0, in: group) }
    )
    writer.endObject()
    writer.endObject()
  }

  private static func append(_ group: SubscriptionGroup, to writer: inout JSONWriter) {
    writer.beginResource("subscriptionGroups", group.id)
    writer.key("attributes")
    writer.beginObject()
    writer.member("referenceName", group.referenceName)
    writer.endObject()
    writer.endObject()
  }

  private static func append(
    _ offer: WinBackOffer,
    of group: SubscriptionGroup,
    to writer: inout JSONWriter
  ) {
    let id = id(of: offer, in: group)
    writer.beginResource("winBackOffers", id)
    writer.key("attributes")
    writer.beginObject()
    writer.members(of: offer)
    writer.endObject()
    if !offer.territories.isEmpty {
      writer.key("relationships")
      writer.beginObject()
      writer.relationship(
        "prices",
        toAll: "winBackOfferPrices",
        offer.territories.map { "\(id)/\($0)" }
      )
      writer.endObject()
    }
    writer.endObject()
    for territory in offer.territories {
      writer.beginResource("winBackOfferPrices", "\(id)/\(territory)")
      writer.key("relationships")
      writer.beginObject()
      writer.relationship("territory", to: "territories", territory.code)
      writer.endObject()
      writer.endObject()
    }
  }

  private static func id(of offer: WinBackOffer, in group: SubscriptionGroup) -> String {
    "\(group.id)/\(offer.offerId)"
  }
}

extension JSONWriter {
  fileprivate mutating func beginResource(_ type: String, _ id: String) {
    beginObject()
    member("type", type)
    member("id", id)
  }

  fileprivate mutating func relationship(_ name: String, to type: String, _ id: String) {
    key(name)
    beginObject()
    key("data")
    beginResource(type, id)
    endObject()
    endObject()
  }

  fileprivate mutating func relationship(_ name: String, toAll type: String, _ ids: [String]) {
    key(name)
    beginObject()
    key("data")
    beginArray()
    for id in ids {
      beginResource(type, id)
      endObject()
    }
    endArray()
    endObject()
  }
}
