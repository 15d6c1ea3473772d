import BuiltInFiles

/// What the formats of catalogs and the folder `Rules` call offers of a kind.
extension OfferKind {
  struct Names {
    /// The name of the shipped rule set, and its file in the folder `Rules`.
    let rules: (name: String, file: BuiltInFile)
    /// The type of resources in the App Store Connect API.
    let resource: String
    /// The list in StoreKit configurations, which Xcode names after how an app uses the offers.
    let storeKitList: String
    /// The attribute that transactions have as `offerIdentifier`; nil if there is none.
    var identifier: String?
    /// The other attributes that only offers of this kind have.
    var attributes: [String] = []
  }

  var names: Names {
    switch self {
    case .introductory:
      Names(
        rules: ("IntroductoryOffer", rulesIntroductoryOffer),
        resource: "subscriptionIntroductoryOffers",
        storeKitList: "introductoryOffers",
        attributes: ["startDate", "endDate"]
      )
    case .promotional:
      Names(
        rules: ("PromotionalOffer", rulesPromotionalOffer),
        resource: "subscriptionPromotionalOffers",
        storeKitList: "adHocOffers",
        identifier: "offerCode",
        attributes: ["name"]
      )
    case .offerCode:
      Names(
        rules: ("OfferCode", rulesOfferCode),
        resource: "subscriptionOfferCodes",
        storeKitList: "codeOffers",
        identifier: "name",
        attributes: ["customerEligibilities", "offerEligibility", "isActive"]
      )
    case .winBack:
      Names(
        rules: ("AppStore", rulesAppStore),
        resource: "winBackOffers",
        storeKitList: "winbackOffers",
        identifier: "offerId"
      )
    }
  }

  /// The name of the shipped rule set.
  package var ruleSetName: String { names.rules.name }

  /// The shipped rule set, as a JSON document.
  package var ruleSet: [UInt8] { names.rules.file.contents }

  /// The type of the prices of its offers in the App Store Connect API.
  var priceResource: String { names.resource.dropLast() + "Prices" }

  /// The attributes that only offers of this kind have.
  var ownKeys: [String] { [names.identifier].compactMap { $0 } + names.attributes }

  /// The kind of the offers of a list of a catalog; nil if the list is none of offers.
  init?(list: String) {
    guard let kind = Self.allCases.first(where: { $0.list == list }) else { return nil }
    self = kind
  }

  /// The kind of the offers of a type of resource; nil if the type is none of offers.
  init?(resource: String) {
    guard let kind = Self.allCases.first(where: { $0.names.resource == resource }) else {
      return nil
    }
    self = kind
  }
}
