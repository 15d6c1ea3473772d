import WinBackAnalysis

/// Makes the transactions and renewal information of a story, event by event, in the form that the
/// App Store sends after decoding.
///
/// | event | transactions | renewal information |
/// | --- | --- | --- |
/// | subscribe | a purchase on the date, with its offer, and a renewal for each period more | renews |
/// | renew | a renewal for each period, at the end of the last one or at the late payment | renews |
/// | switch | renewals of the other product, at the end of the last period | renews |
/// | upgrade | a purchase of the other product on the date, which ends the period before (P3) | renews |
/// | cancel | none | does not renew, intent 1, or 3 for a higher price |
/// | resume | none | renews |
/// | refund | the last purchase is revoked | does not renew if that ends service |
/// | billingRetry | none | is in billing retry, intent 2 |
/// | grace | none | the same, with the end of the grace period |
/// | redeem | a purchase with the offer, and a renewal for each period of it more | renews |
/// | familyShare | a shared purchase and its renewals, revoked if it ends early | none |
/// | move | later purchases are in another storefront | none |
/// | buy | a purchase that is no subscription | none |
///
/// The periods of a subscription follow from its first day without drifting. Free periods cost 0,
/// periods of other offers cost half.
struct StoryTeller: Sendable {
  static let transactionLimit = 10_000
  private let story: CustomerStory
  let engine: EligibilityEngine
  /// One subscription for each group, in the order of the story.
  var chains: [SubscriptionChain] = []
  /// The index of the subscription that events without a product are about.
  var current: Int?
  private(set) var event = 0
  private(set) var verb = StoryVerb.subscribe
  var transactions: [Transaction] = []

  init(_ story: CustomerStory, _ engine: EligibilityEngine) {
    self.story = story
    self.engine = engine
    storefront = story.storefront?.storefront
  }

  private(set) var storefront: Storefront?

  var history: CustomerHistory {
    CustomerHistory(
      customerId: story.customerId,
      // A customer who moved is in the storefront of the last purchase (F10).
      storefront: storefront == story.storefront?.storefront ? storefront : nil,
      subscriptionGroupIdentifier: transactions.allSatisfy { $0.type != nil }
        ? story.subscriptionGroupIdentifier ?? engine.catalog.onlyGroup : nil,
      transactions: transactions,
      renewalInfo: chains.map(\.renewalInfo),
      attributes: story.attributes
    )
  }

  mutating func tell(_ event: StoryEvent) throws(StoryError) {
    verb = event.verb
    let (date, stays) = (event.date, event.stays)
    switch (event.verb, event.object) {
    case (.subscribe, .name(let id)):
      try subscribe(to: try product(id), on: try day(date), stays, event.offer)
    case (.renew, .number(let count)): try renew(count, on: date, event.offer)
    case (.switch, .name(let id)): try crossgrade(to: id, stays)
    case (.upgrade, .name(let id)): try upgrade(to: id, on: try day(date), stays)
    case (.cancel, _): try cancel(on: date, intent: event.isSpecial ? 3 : 1)
    case (.resume, _): try resume(on: date)
    case (.refund, _): try refund(on: try day(date), event.isSpecial)
    case (.billingRetry, _): try fail(graceDays: nil)
    case (.grace, .number(let days)): try fail(graceDays: days)
    case (.redeem, .name(let id)): try redeem(id, on: try day(date), stays)
    case (.familyShare, .name(let id)):
      try share(try product(id), on: try day(date), stays, until: try optionalDay(event.end))
    case (.move, .storefront(let code)):
      guard let storefront = code.storefront else { throw error(Storefront.refusal(of: code.code)) }
      self.storefront = storefront
    case (.buy, .name(let id)): try buyForLifetime(id, on: try day(date))
    case (.subscribe, _), (.renew, _), (.switch, _), (.upgrade, _), (.grace, _), (.redeem, _),
      (.familyShare, _), (.move, _), (.buy, _):
      throw error("expected what the event is about, found nothing")
    }
    self.event += 1
  }
}

extension Catalog {
  /// The group of a catalog that has one; nil if it has none or several.
  var onlyGroup: String? { subscriptionGroups.count == 1 ? subscriptionGroups.first?.id : nil }
}

extension PlacedSubscription {
  var id: String { subscription.productId }
  var period: PeriodLength { subscription.period }
}
