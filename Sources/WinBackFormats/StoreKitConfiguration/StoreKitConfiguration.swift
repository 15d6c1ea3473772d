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
    let kind: OfferKind
    /// The identifier; an offer code has its name, and an introductory offer none.
    let offerId: String
    let referenceName: String?
    let terms: Terms
    /// The switch; nil if the offer has none.
    var isEligible: JSONNode?
    /// The classes of customers of an offer code; empty for all of them.
    var eligibility: [JSONNode] = []
    /// Whether an offer code goes together with an introductory offer.
    var isStackable = false
    var node: JSONNode { terms.node }
  }

  struct Subscription {
    let productId: String
    let referenceName: String?
    let recurringSubscriptionPeriod: String?
    /// The level of service in the group; 1 is the highest.
    let groupNumber: Int?
    let displayPrice: String?
    let otherOffers: [Offer]
    /// The win-back offers.
    let offers: [Offer]
    /// The lists of offers that have identifiers, which can be null; none if the version of the file has
    /// no such offers.
    let lists: [OfferKind: JSONNode]
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
  func offers(of kind: OfferKind) -> [StoreKitConfiguration.Offer] {
    kind == .winBack ? offers : otherOffers.filter { $0.kind == kind }
  }

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
        kind: .winBack,
        offerId: try object.required("offerID").identifier(),
        referenceName: try object.optional("referenceName")?.string(),
        terms: try StoreKitConfiguration.Terms(node),
        isEligible: object.optional("isEligible")
      )
    }
    var lists: [OfferKind: JSONNode] = [:]
    lists[.winBack] = list
    lists[.promotional] = object.member(OfferKind.promotional.storeKitList)
    lists[.offerCode] = object.member(OfferKind.offerCode.storeKitList)
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
      otherOffers: try introductory.map { node throws(FormatError) in
        StoreKitConfiguration.Offer(
          kind: .introductory,
          offerId: "",
          referenceName: nil,
          terms: try StoreKitConfiguration.Terms(node)
        )
      } + object.promotionalOffers() + object.offerCodes(),
      offers: offers,
      lists: lists,
      node: node
    )
  }
}

extension JSONObject {
  /// Returns the value of a member, also null; nil without the member.
  fileprivate func member(_ name: String) -> JSONNode? {
    members.first { $0.key.spells(name) }?.value
  }

  fileprivate func promotionalOffers() throws(FormatError) -> [StoreKitConfiguration.Offer] {
    try elements(OfferKind.promotional.storeKitList).map { node throws(FormatError) in
      let object = try node.object()
      return StoreKitConfiguration.Offer(
        kind: .promotional,
        offerId: try object.required("offerID").identifier(),
        referenceName: try object.optional("referenceName")?.string(),
        terms: try StoreKitConfiguration.Terms(node)
      )
    }
  }

  fileprivate func offerCodes() throws(FormatError) -> [StoreKitConfiguration.Offer] {
    try elements(OfferKind.offerCode.storeKitList).map { node throws(FormatError) in
      let object = try node.object()
      // Xcode writes no identifier of a code; other tools do.
      let id = object.optional("referenceName") ?? object.optional("offerID")
      let name = if let id { id } else { try object.required("referenceName") }
      return StoreKitConfiguration.Offer(
        kind: .offerCode,
        offerId: try name.identifier(),
        referenceName: nil,
        terms: try StoreKitConfiguration.Terms(node),
        eligibility: try object.elements("eligibility"),
        isStackable: try object.optional("isStackable")?.bool() ?? true
      )
    }
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
