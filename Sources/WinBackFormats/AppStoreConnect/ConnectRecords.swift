import WinBack

/// An offer of the App Store Connect API, with its subscription and prices.
struct ConnectOffer {
  var offer: WinBackOffer
  /// The identifier of the subscription resource.
  var subscription: String?
  /// The identifiers of its prices; nil if the resource does not contain them.
  var prices: [String]?
  /// Whether the input has the maximum of the time since the last subscription.
  var hasMaximum: Bool
  let place: JSONNode
}

/// A subscription of the App Store Connect API.
struct ConnectSubscription {
  var productId: String?
  var name: String?
  var period: SubscriptionPeriod?
  var groupLevel: Int?
  /// The identifier of the group.
  var group: String?
  let place: JSONNode
}

/// All records about offers in responses and requests of the App Store Connect API.
struct ConnectRecords {
  var offers = ConnectTable<ConnectOffer>()
  var introductoryOffers = ConnectTable<ConnectIntroductoryOffer>()
  var subscriptions = ConnectTable<ConnectSubscription>()
  /// The names of the groups.
  var groups = ConnectTable<String?>()
  /// The territories of prices and of price points, by their identifiers.
  var territories: [String: String] = [:]
  /// The amounts of price points, by their identifiers.
  var customerPrices: [String: String] = [:]
  /// The identifiers of the prices of offers, if a response lists them.
  var pricesOfOffers: [String: [String]] = [:]
  /// The identifiers of the regular prices of subscriptions.
  var pricesOfSubscriptions: [String: [String]] = [:]
  /// The identifiers of the price points of prices.
  var pricePoints: [String: String] = [:]
  /// The subscriptions of offers, if the subscription lists them.
  var subscriptionsOfOffers: [String: String] = [:]
  /// The subscriptions of introductory offers, if the subscription lists them.
  var subscriptionsOfIntroductoryOffers: [String: String] = [:]
  /// The groups of subscriptions, if the group lists them.
  var groupsOfSubscriptions: [String: String] = [:]
  var lists = ConnectLists()
}

/// Values by their identifiers, in the order in which they were added.
struct ConnectTable<Value> {
  private(set) var ids: [String] = []
  private var values: [String: Value] = [:]

  func value(_ id: String) -> Value? { values[id] }

  /// Changes the value of an identifier and keeps its position; a new one is added at the end.
  ///
  /// - Complexity: O(1) plus the change: the value is not copied.
  mutating func update(
    _ id: String,
    orInsert value: @autoclosure () -> Value,
    _ change: (inout Value) -> Void
  ) {
    if values[id] == nil { set(value(), for: id) }
    guard let index = values.index(forKey: id) else { return }
    change(&values.values[index])
  }

  mutating func set(_ value: Value, for id: String) {
    if values.updateValue(value, forKey: id) == nil { ids.append(id) }
  }
}
