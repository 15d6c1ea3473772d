/// The subscriptions and offers of a StoreKit configuration of Xcode, a file `.storekit`.
///
/// It has products and offers, but no criteria of eligibility: each offer has a switch instead, for
/// tests only.
struct StoreKitConfiguration {
  struct Offer {
    let kind: OfferKind
    /// The identifier; an offer code has its name, and an introductory offer none.
    let offerId: String
    let referenceName: String?
    let paymentMode: String?
    let subscriptionPeriod: String?
    let numberOfPeriods: Int
    let hasPrice: Bool
    /// The switch; nil if the offer has none.
    var isEligible: JSONNode?
    /// The classes of customers of an offer code; empty for all of them.
    var eligibility: [JSONNode] = []
    /// Whether an offer code goes together with an introductory offer.
    var isStackable = false
    let node: JSONNode
  }

  struct Subscription {
    let productId: String
    let referenceName: String?
    let recurringSubscriptionPeriod: String?
    /// The level of service in the group; 1 is the highest.
    let groupNumber: Int?
    let displayPrice: String?
    /// The offers of all kinds.
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
    offers.filter { $0.kind == kind }
  }

  fileprivate init(_ node: JSONNode) throws(FormatError) {
    let object = try node.object()
    var lists: [OfferKind: JSONNode] = [:]
    var offers: [StoreKitConfiguration.Offer] = []
    for kind in OfferKind.allCases {
      lists[kind] = object.list(of: kind)
      var nodes: [JSONNode] = []
      if let list = lists[kind], list.kind != .null { nodes = try list.array() }
      // Version 6 has a list; versions before it have at most one.
      if kind == .introductory, let only = object.optional("introductoryOffer") {
        nodes.insert(only, at: 0)
      }
      for node in nodes { offers.append(try StoreKitConfiguration.Offer(node, of: kind)) }
    }
    self.init(
      productId: try object.required("productID").identifier(),
      referenceName: try object.optional("referenceName")?.string(),
      recurringSubscriptionPeriod: try object.optional("recurringSubscriptionPeriod")?.string(),
      groupNumber: try object.optional("groupNumber")?.groupLevel(),
      displayPrice: try object.optional("displayPrice")?.string(),
      offers: offers,
      lists: lists,
      node: node
    )
  }
}

extension JSONObject {
  /// Returns the list of the offers of a kind, also null; nil if there is none.
  fileprivate func list(of kind: OfferKind) -> JSONNode? {
    members.first { member in
      member.key.spells(kind.names.storeKitList)
        // Tools other than Xcode use the name of App Store Connect.
        || kind == .winBack && member.key.spells(kind.list)
    }?.value
  }
}

extension StoreKitConfiguration.Offer {
  fileprivate init(_ node: JSONNode, of kind: OfferKind) throws(FormatError) {
    let object = try node.object()
    let name = object.optional("referenceName")
    let isCode = kind == .offerCode
    let id: String
    switch kind {
    case .winBack, .promotional: id = try object.required("offerID").identifier()
    case .introductory: id = ""
    case .offerCode:
      // Xcode writes no identifier of a code; other tools do.
      let key = name == nil && object.optional("offerID") != nil ? "offerID" : "referenceName"
      id = try object.required(key).identifier()
    }
    self.init(
      kind: kind,
      offerId: id,
      referenceName: kind == .winBack || kind == .promotional ? try name?.string() : nil,
      paymentMode: try object.optional("paymentMode")?.string(),
      subscriptionPeriod: try object.optional("subscriptionPeriod")?.string(),
      numberOfPeriods: try object.optional("numberOfPeriods")?.integer(in: 0...1_000) ?? 1,
      hasPrice: object.optional("displayPrice") != nil,
      isEligible: object.optional("isEligible"),
      eligibility: isCode ? try object.elements("eligibility") : [],
      isStackable: isCode ? try object.optional("isStackable")?.bool() ?? true : false,
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
