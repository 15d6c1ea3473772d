import WinBack

/// The subscriptions and offers of a StoreKit configuration of Xcode, a file `.storekit`.
///
/// It has products and offers, but no criteria of eligibility: each offer has a switch instead, for
/// tests only.
struct StoreKitConfiguration {
  /// What a customer pays with an offer, and how long.
  struct Terms {
    let paymentMode: String?
    let subscriptionPeriod: String?
    let numberOfPeriods: Int
    let hasPrice: Bool
    let node: JSONNode
  }

  struct Offer {
    let offerId: String
    let referenceName: String?
    let terms: Terms
    /// The switch; nil if the offer has none.
    let isEligible: JSONNode?
    var node: JSONNode { terms.node }
  }

  struct Subscription {
    let productId: String
    let referenceName: String?
    let recurringSubscriptionPeriod: String?
    /// The level of service in the group; 1 is the highest.
    let groupNumber: Int?
    let displayPrice: String?
    let introductoryOffers: [Terms]
    let offers: [Offer]
    /// The list of offers, which can be null; nil if the version of the file has no offers.
    let list: JSONNode?
    let node: JSONNode
  }

  struct Group {
    let name: String?
    let subscriptions: [Subscription]
    let node: JSONNode
  }

  let groups: [Group]

  /// The code of the storefront of the prices; nil if the file has none.
  let storefront: String?

  var subscriptions: [Subscription] { groups.flatMap { $0.subscriptions } }

  /// Reads a configuration of any version.
  init(parsing bytes: ContiguousArray<UInt8>) throws(FormatError) {
    let root = try JSONDocument(parsing: bytes).root.object()
    _ = try root.required("version").object().required("major").integer()
    storefront = try root.optional("settings")?.object().optional("_storefront")?.string()
    groups = try root.required("subscriptionGroups").array().map { node throws(FormatError) in
      let group = try node.object()
      return Group(
        name: try group.optional("name")?.string(),
        subscriptions: try group.elements("subscriptions").map { node throws(FormatError) in
          try Subscription(node)
        },
        node: node
      )
    }
  }
}

extension StoreKitConfiguration.Subscription {
  fileprivate init(_ node: JSONNode) throws(FormatError) {
    let object = try node.object()
    // Tools other than Xcode use the name of App Store Connect.
    let list = object.members.first { member in
      member.key.spells("winbackOffers") || member.key.spells("winBackOffers")
    }?.value
    let nodes = list?.kind == .null ? [] : try list?.array() ?? []
    let offers = try nodes.map { node throws(FormatError) in
      let object = try node.object()
      return StoreKitConfiguration.Offer(
        offerId: try object.required("offerID").identifier(),
        referenceName: try object.optional("referenceName")?.string(),
        terms: try StoreKitConfiguration.Terms(node),
        isEligible: object.optional("isEligible")
      )
    }
    // Version 6 has a list; versions before it have at most one.
    let introductory =
      try (object.optional("introductoryOffer").map { [$0] } ?? [])
      + object.elements("introductoryOffers")
    self.init(
      productId: try object.required("productID").identifier(),
      referenceName: try object.optional("referenceName")?.string(),
      recurringSubscriptionPeriod: try object.optional("recurringSubscriptionPeriod")?.string(),
      groupNumber: try object.optional("groupNumber")?.groupLevel(),
      displayPrice: try object.optional("displayPrice")?.string(),
      introductoryOffers: try introductory.map { node throws(FormatError) in
        try StoreKitConfiguration.Terms(node)
      },
      offers: offers,
      list: list,
      node: node
    )
  }
}

extension StoreKitConfiguration.Terms {
  fileprivate init(_ node: JSONNode) throws(FormatError) {
    let object = try node.object()
    self.init(
      paymentMode: try object.optional("paymentMode")?.string(),
      subscriptionPeriod: try object.optional("subscriptionPeriod")?.string(),
      numberOfPeriods: try object.optional("numberOfPeriods")?.integer(in: 0...1_000) ?? 1,
      hasPrice: object.optional("displayPrice") != nil,
      node: node
    )
  }
}

// The terms that are different in App Store Connect and in StoreKit configurations.

extension OfferMode {
  /// The value of the key paymentMode.
  var paymentMode: String {
    switch self {
    case .freeTrial: "free"
    case .payUpFront: "payUpFront"
    case .payAsYouGo: "payAsYouGo"
    }
  }
}

extension OfferDuration {
  var iso8601: String { PeriodLength(self).iso8601 }
}

extension SubscriptionPeriod {
  var iso8601: String { PeriodLength(self).iso8601 }
}

extension PeriodLength {
  /// The period in ISO 8601, such as `P3M`.
  fileprivate var iso8601: String {
    let (count, unit) = inLargestUnit
    return "P\(count)\(unit.prefix(1).uppercased())"
  }
}
