package import WinBack

/// Writes catalogs as a response of the App Store Connect API.
///
/// It is the response to the request for all subscriptions of a group, with their offers and
/// prices. Identifiers of groups are kept. A catalog does not have those of other resources, so
/// they are made from its values.
package enum ConnectWriter {
  package static func bytes(of catalog: Catalog) -> ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.array("data") { json in
        for group in catalog.subscriptionGroups {
          for subscription in group.subscriptions { append(subscription, of: group, to: &json) }
        }
      }
      json.array("included") { json in
        for group in catalog.subscriptionGroups {
          json.resource("subscriptionGroups", group.id) { json in
            json.object("attributes") { $0.member("referenceName", group.referenceName) }
          }
          for subscription in group.subscriptions {
            for (index, offer) in subscription.introductoryOffers.enumerated() {
              append(offer, at: index, of: subscription, to: &json)
            }
          }
          for offer in group.subscriptions.flatMap({ $0.winBackOffers }) {
            append(offer, of: group, to: &json)
          }
        }
      }
    }
  }

  private static func append(
    _ subscription: Subscription,
    of group: SubscriptionGroup,
    to writer: inout JSONWriter
  ) {
    writer.resource("subscriptions", subscription.productId) { json in
      json.object("attributes") { json in
        json.member("name", subscription.referenceName)
        json.member("productId", subscription.productId)
        json.member("subscriptionPeriod", subscription.subscriptionPeriod?.rawValue)
        json.member("groupLevel", subscription.groupLevel)
      }
      json.object("relationships") { json in
        json.relationship("group", to: "subscriptionGroups", group.id)
        json.relationship(
          "winBackOffers",
          toAll: "winBackOffers",
          subscription.winBackOffers.map { id(of: $0, in: group) }
        )
        guard !subscription.introductoryOffers.isEmpty else { return }
        json.relationship(
          "introductoryOffers",
          toAll: "subscriptionIntroductoryOffers",
          subscription.introductoryOffers.enumerated().flatMap { index, offer in
            ids(of: offer, at: index, in: subscription).map { $0.id }
          }
        )
      }
    }
  }

  private static func append(
    _ offer: WinBackOffer,
    of group: SubscriptionGroup,
    to writer: inout JSONWriter
  ) {
    let id = id(of: offer, in: group)
    // Without prices, the territories are not known.
    let prices = offer.hasUnknownTerritories ? [] : offer.territories.map { "\(id)/\($0)" }
    writer.resource("winBackOffers", id) { json in
      json.object("attributes") { $0.members(of: offer) }
      guard !prices.isEmpty else { return }
      json.object("relationships") {
        $0.relationship("prices", toAll: "winBackOfferPrices", prices)
      }
    }
    for (price, territory) in zip(prices, offer.territories) {
      writer.resource("winBackOfferPrices", price) { json in
        json.object("relationships") {
          $0.relationship("territory", to: "territories", territory.code)
        }
      }
    }
  }

  /// Writes an introductory offer; App Store Connect has one for each territory.
  private static func append(
    _ offer: IntroductoryOffer,
    at index: Int,
    of subscription: Subscription,
    to writer: inout JSONWriter
  ) {
    for (id, territory) in ids(of: offer, at: index, in: subscription) {
      writer.resource("subscriptionIntroductoryOffers", id) { json in
        json.object("attributes") { $0.members(of: offer) }
        guard let territory else { return }
        json.object("relationships") {
          $0.relationship("territory", to: "territories", territory.code)
        }
      }
    }
  }

  private static func ids(
    of offer: IntroductoryOffer,
    at index: Int,
    in subscription: Subscription
  ) -> [(id: String, territory: Storefront?)] {
    let id = "\(subscription.productId)/introductory/\(index + 1)"
    guard !offer.territories.isEmpty else { return [(id, nil)] }
    return offer.territories.map { ("\(id)/\($0)", $0) }
  }

  private static func id(of offer: WinBackOffer, in group: SubscriptionGroup) -> String {
    "\(group.id)/\(offer.offerId)"
  }
}

extension JSONWriter {
  fileprivate mutating func resource(
    _ type: String,
    _ id: String,
    _ members: (inout JSONWriter) -> Void = { _ in }
  ) {
    object { json in
      json.member("type", type)
      json.member("id", id)
      members(&json)
    }
  }

  fileprivate mutating func relationship(_ name: String, to type: String, _ id: String) {
    object(name) { json in
      json.key("data")
      json.resource(type, id)
    }
  }

  fileprivate mutating func relationship(_ name: String, toAll type: String, _ ids: [String]) {
    object(name) { json in
      json.array("data") { for id in ids { $0.resource(type, id) } }
    }
  }
}
