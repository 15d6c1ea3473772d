import WinBack

/// An introductory offer of the App Store Connect API, with its subscription and territory.
struct ConnectIntroductoryOffer {
  var offer: IntroductoryOffer
  /// The identifier of the subscription resource.
  let subscription: String?
  /// The only territory of the offer; nil if it is available in all territories.
  let territory: String?
  let place: JSONNode

  func storefront() throws(FormatError) -> Storefront? {
    guard let territory else { return nil }
    guard let storefront = Storefront(territory) else {
      throw place.error(Storefront.refusal(of: territory))
    }
    return storefront
  }

  /// Returns whether another offer, for another storefront, has no other difference.
  func isSame(as other: ConnectIntroductoryOffer, in storefront: Storefront?) -> Bool {
    guard let storefront, !offer.territories.isEmpty, !offer.territories.contains(storefront) else {
      return false
    }
    var twin = offer
    twin.territories = []
    return twin == other.offer
  }
}

extension IntroductoryOffer {
  /// Reads the attributes of an introductory offer; unknown keys are ignored.
  init(connect object: JSONObject) throws(FormatError) {
    self.init(
      offerMode: try object.required("offerMode").choice(),
      duration: try object.required("duration").choice(),
      numberOfPeriods: try object.optional("numberOfPeriods")?.integer(in: 1...1_000) ?? 1,
      startDate: try object.optional("startDate")?.catalogDate(),
      endDate: try object.optional("endDate")?.catalogDate(),
      targetSubscriptionPlanType: try object.optional("targetSubscriptionPlanType")?.string()
    )
  }
}
