/// What a StoreKit configuration of Xcode, a file `.storekit`, says about win-back offers.
///
/// It has products and offers, but none of the criteria of eligibility: each offer has a switch
/// instead, which only tests see.
struct StoreKitConfiguration {
  /// A win-back offer.
  struct Offer {
    let offerId: String
    let paymentMode: String?
    let subscriptionPeriod: String?
    let numberOfPeriods: Int
    /// The switch; nil if the offer has none.
    let isEligible: JSONNode?
    /// The offer itself.
    let node: JSONNode
  }

  /// A subscription.
  struct Subscription {
    let productId: String
    let recurringSubscriptionPeriod: String?
    let offers: [Offer]
    /// The list of offers, which may be null; nil if the file is older than they are.
    let list: JSONNode?
    /// The subscription itself.
    let node: JSONNode
  }

  /// The text of the file.
  let bytes: ContiguousArray<UInt8>

  /// The subscriptions of all groups.
  let subscriptions: [Subscription]

  /// Reads a configuration of any version.
  init(parsing bytes: ContiguousArray<UInt8>) throws(FormatError) {
    let root = try JSONDocument(parsing: bytes).root.object()
    _ = try root.required("version").object().required("major").integer()
    var subscriptions: [Subscription] = []
    for group in try root.required("subscriptionGroups").array() {
      for subscription in try group.object().required("subscriptions").array() {
        subscriptions.append(try Subscription(subscription))
      }
    }
    self.bytes = bytes
    self.subscriptions = subscriptions
  }
}

extension StoreKitConfiguration.Subscription {
  fileprivate init(_ node: JSONNode) throws(FormatError) {
    let object = try node.object()
    // Other tools than Xcode spell it as App Store Connect does.
    let list = object.members.first { member in
      member.key.spells("winbackOffers") || member.key.spells("winBackOffers")
    }?.value
    var offers: [StoreKitConfiguration.Offer] = []
    for offer in list?.kind == .null ? [] : try list?.array() ?? [] {
      let object = try offer.object()
      offers.append(
        StoreKitConfiguration.Offer(
          offerId: try object.required("offerID").string(),
          paymentMode: try object.optional("paymentMode")?.string(),
          subscriptionPeriod: try object.optional("subscriptionPeriod")?.string(),
          numberOfPeriods: try object.optional("numberOfPeriods")?.integer(in: 0...1_000) ?? 1,
          isEligible: object.optional("isEligible"),
          node: offer
        )
      )
    }
    self.init(
      productId: try object.required("productID").string(),
      recurringSubscriptionPeriod: try object.optional("recurringSubscriptionPeriod")?.string(),
      offers: offers,
      list: list,
      node: node
    )
  }
}
