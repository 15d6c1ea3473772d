/// Writes catalogs as StoreKit configurations of version 4, the first with win-back offers.
package struct StoreKitWriter {
  /// The price if the catalog has none, so that Xcode accepts the file.
  private static let placeholderPrice = "0.99"

  /// The usual storefront of a configuration.
  static let usualStorefront = "USA"

  /// The offers of each group that are switched on; nil if there are none.
  let eligible: [String: Set<String>]?
  /// The code of the storefront whose prices are written.
  let storefront: String

  private func displayPrice(_ prices: [OfferPrice]) -> String {
    let price = prices.first { $0.territory.code == storefront && $0.amount != nil }
    return price?.customerPrice ?? Self.placeholderPrice
  }

  /// Returns the identifier of an object: eight hexadecimal digits, as in files of Xcode.
  ///
  /// Xcode uses random digits. Here they are derived from the object, so that the same catalog
  /// always gives the same file.
  private static func internalId(_ parts: [String]) -> String {
    var hash: UInt32 = 0x811C_9DC5
    for byte in parts.joined(separator: "\u{0}").utf8 {
      hash = (hash ^ UInt32(byte)) &* 0x0100_0193
    }
    let digits = String(hash, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Returns the text of a catalog as a StoreKit configuration.
  ///
  /// - Parameters:
  ///   - catalog: The catalog; each subscription has its period.
  ///   - eligible: The offers of each group that are switched on; nil if there are none.
  /// - Returns: A JSON document.
  package static func bytes(
    of catalog: Catalog,
    eligible: [String: Set<String>]?
  ) -> ContiguousArray<UInt8> {
    let priced = catalog.subscriptionGroups.flatMap { $0.subscriptions }.flatMap { $0.prices }
      .map { $0.territory.code }
    let usual = usualStorefront
    let storefront = priced.contains(usual) ? usual : priced.first ?? usual
    let writer = StoreKitWriter(eligible: eligible, storefront: storefront)
    return JSONWriter.document(.xcode) { json in
      json.member("identifier", internalId(["configuration"]))
      json.array("nonRenewingSubscriptions") { _ in }
      json.array("products") { _ in }
      json.object("settings") { $0.member("_storefront", storefront) }
      json.objects("subscriptionGroups", catalog.subscriptionGroups) { json, group in
        json.member("id", group.id)
        json.array("localizations") { _ in }
        json.member("name", group.referenceName ?? group.id)
        json.objects("subscriptions", group.subscriptions) { json, subscription in
          writer.members(of: subscription, group, to: &json)
        }
      }
      json.object("version") { json in
        json.member("major", 4)
        json.member("minor", 0)
      }
    }
  }

  private func members(
    of subscription: Subscription,
    _ group: SubscriptionGroup,
    to json: inout JSONWriter
  ) {
    func list(_ kind: OfferKind, to json: inout JSONWriter) {
      json.objects(kind.names.storeKitList, subscription.terms(of: kind)) { json, offer in
        members(of: offer, of: subscription, group, to: &json)
      }
    }
    list(.promotional, to: &json)
    list(.offerCode, to: &json)
    json.member("displayPrice", displayPrice(subscription.prices))
    json.member("familyShareable", false)
    json.member("groupNumber", subscription.groupLevel ?? 1)
    json.member("internalID", Self.internalId([group.id, subscription.productId]))
    // A configuration has at most one: the first in the catalog.
    if let offer = subscription.offers(of: .introductory).first {
      json.object("introductoryOffer") { members(of: offer, of: subscription, group, to: &$0) }
    } else {
      json.member("introductoryOffer", orNull: nil as String?)
    }
    json.objects("localizations", [subscription.referenceName ?? ""]) { json, name in
      json.member("description", "")
      json.member("displayName", name)
      json.member("locale", "en_US")
    }
    json.member("productID", subscription.productId)
    json.member(
      "recurringSubscriptionPeriod",
      (subscription.subscriptionPeriod ?? .oneMonth).iso8601
    )
    json.member("referenceName", subscription.referenceName ?? subscription.productId)
    json.member("subscriptionGroupID", group.id)
    json.member("type", "RecurringSubscription")
    list(.winBack, to: &json)
  }

  /// Writes the members of an offer.
  func members(
    of offer: SubscriptionOffer,
    of subscription: Subscription,
    _ group: SubscriptionGroup,
    to json: inout JSONWriter
  ) {
    let isCode = offer.kind == .offerCode
    if offer.offerMode != .freeTrial { json.member("displayPrice", displayPrice(offer.prices)) }
    if isCode {
      json.member("eligibility", offer.customerEligibilities.map { $0.rawValue.lowercased() })
    }
    let kind = offer.kind == .winBack || offer.kind == .promotional ? nil : offer.kind.rawValue
    let names = [kind, offer.offerId].compactMap { $0 }
    json.member("internalID", Self.internalId([subscription.productId] + names))
    if offer.kind == .winBack {
      json.member("isEligible", isSwitchedOn(offer.offerId, in: group) ?? false)
    }
    if isCode {
      json.member("isStackable", offer.offerEligibility != "REPLACE_INTRO_OFFERS")
    }
    if offer.offerMode == .payAsYouGo || offer.numberOfPeriods > 1 {
      json.member("numberOfPeriods", offer.numberOfPeriods)
    }
    if !isCode { json.member("offerID", offer.offerId) }
    json.member("paymentMode", offer.offerMode.paymentMode)
    if let id = offer.offerId { json.member("referenceName", offer.referenceName ?? id) }
    json.member("subscriptionPeriod", offer.duration.iso8601)
  }

  /// Returns whether an offer is switched on; nil if switches are not set.
  func isSwitchedOn(_ offerId: String?, in group: SubscriptionGroup) -> Bool? {
    eligible.map { $0[group.id]?.contains(offerId ?? "") ?? false }
  }
}

extension Subscription {
  /// Returns the offers of a kind, without criteria.
  func terms(of kind: OfferKind) -> [SubscriptionOffer] {
    kind == .winBack ? winBackOffers.map { SubscriptionOffer($0) } : offers(of: kind)
  }
}
