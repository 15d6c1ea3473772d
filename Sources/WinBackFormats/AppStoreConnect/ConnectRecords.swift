import WinBack

/// An offer of the App Store Connect API, and what is known of its surroundings.
struct ConnectOffer {
  var offer: WinBackOffer
  /// The identifier of the subscription resource.
  var subscription: String?
  /// The identifiers of its prices; nil if the resource does not have them.
  var prices: [String]?
  /// Whether the maximum of the time since the last subscription was given.
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

/// Everything that responses and requests of the App Store Connect API tell about offers.
struct ConnectRecords {
  /// The offers, by an identifier, in the order of the input.
  var offers = ConnectTable<ConnectOffer>()
  /// The introductory offers, by an identifier, in the order of the input.
  var introductoryOffers = ConnectTable<ConnectIntroductoryOffer>()
  var subscriptions = ConnectTable<ConnectSubscription>()
  /// The names of the groups.
  var groups = ConnectTable<String?>()
  /// The territories of prices and of price points, by their identifiers.
  var territories: [String: String] = [:]
  /// What price points cost, by their identifiers.
  var customerPrices: [String: String] = [:]
  /// The prices of offers, where a response lists them.
  var pricesOfOffers: [String: [String]] = [:]
  /// The regular prices of subscriptions.
  var pricesOfSubscriptions: [String: [String]] = [:]
  /// The price points of prices.
  var pricePoints: [String: String] = [:]
  /// The offers of subscriptions, where the subscription names them.
  var subscriptionsOfOffers: [String: String] = [:]
  /// The introductory offers of subscriptions, where the subscription names them.
  var subscriptionsOfIntroductoryOffers: [String: String] = [:]
  /// The groups of subscriptions, where the group names them.
  var groupsOfSubscriptions: [String: String] = [:]
  /// How much there is of each list.
  var lists = ConnectLists()
}

/// Values by their identifiers, in the order in which they came.
struct ConnectTable<Value> {
  private(set) var ids: [String] = []
  private var values: [String: Value] = [:]

  /// Returns the value of an identifier.
  func value(_ id: String) -> Value? { values[id] }

  /// Changes the value of an identifier and keeps its position; a new one is added at the end.
  ///
  /// - Complexity: O(1) besides the change itself: the value is not copied.
  mutating func update(
    _ id: String,
    orInsert value: @autoclosure () -> Value,
    _ change: (inout Value) -> Void
  ) {
    if values[id] == nil { set(value(), for: id) }
    guard let place = values.index(forKey: id) else { return }
    change(&values.values[place])
  }

  /// Sets the value of an identifier; one that is new comes behind the others.
  mutating func set(_ value: Value, for id: String) {
    if values.updateValue(value, forKey: id) == nil { ids.append(id) }
  }
}
