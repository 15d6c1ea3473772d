import WinBack

/// An introductory offer of the App Store Connect API, and what is known of its surroundings.
struct ConnectIntroductoryOffer {
  var offer: IntroductoryOffer
  /// The identifier of the subscription resource.
  let subscription: String?
  /// The only territory of the offer; nil if it is offered in all.
  let territory: String?
  let place: JSONNode

  /// Returns the only storefront of the offer, if it has one.
  func storefront() throws(FormatError) -> Storefront? {
    guard let territory else { return nil }
    guard let storefront = Storefront(territory) else {
      throw place.error(Storefront.refusal(of: territory))
    }
    return storefront
  }

  /// Returns whether another offer, which is for one more storefront, is the same in all else.
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
  /// Reads the attributes of an introductory offer; keys that are not known are ignored.
  ///
  /// - Throws: ``FormatError`` if mode or duration is missing, or no value of it is known.
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
