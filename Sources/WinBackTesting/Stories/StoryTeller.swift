import CalendarTime
import WinBack

/// Makes transactions and renewal information of a story, event by event, as the App Store would
/// send them decoded.
///
/// | event | transactions | renewal information |
/// | --- | --- | --- |
/// | subscribe | a purchase on the date, and a renewal for each period more | renews |
/// | renew | a renewal for each period, where the last one ends or the late payment came | renews |
/// | switch | renewals of the other product, where the last period ends | renews |
/// | upgrade | a purchase of the other product on the date, which ends the period before (P3) | renews |
/// | cancel | none | does not renew, intent 1 |
/// | refund | the last purchase is revoked | does not renew where that ends service |
/// | billingRetry | none | is in billing retry, intent 2 |
/// | grace | none | the same, with the end of the grace period |
/// | redeem | a purchase with the offer, and a renewal for each period of it more | renews |
/// | familyShare | a shared purchase and its renewals | none |
///
/// The periods of a subscription follow from its first day without drifting. What is free costs 0,
/// what an offer reduces costs half.
struct StoryTeller: Sendable {
  /// The most transactions that a history may have.
  static let transactionLimit = 10_000

  private let story: CustomerStory
  /// Tells who may redeem an offer.
  let engine: EligibilityEngine
  let catalog: StoryCatalog
  /// One subscription for each group, in the order in which the story comes to them.
  var chains: [SubscriptionChain] = []
  /// The place of the subscription that events without a product are about.
  var current: Int?
  /// The place of the event that is being told.
  private(set) var event = 0
  private(set) var verb = StoryVerb.subscribe

  /// The transactions so far.
  var transactions: [Transaction] = []

  init(_ story: CustomerStory, _ engine: EligibilityEngine, _ catalog: StoryCatalog) {
    self.story = story
    self.engine = engine
    self.catalog = catalog
  }

  var storefront: Storefront? { story.storefront?.storefront }

  /// What the App Store knows of the customer at the end of what was told.
  var history: CustomerHistory {
    CustomerHistory(
      customerId: story.customerId,
      storefront: storefront,
      subscriptionGroupIdentifier: transactions.isEmpty
        ? story.subscriptionGroupIdentifier ?? catalog.onlyGroup : nil,
      transactions: transactions,
      renewalInfo: chains.map(\.renewalInfo),
      attributes: story.attributes
    )
  }

  /// Goes on with the story.
  ///
  /// - Throws: ``StoryError`` where the event cannot happen then.
  mutating func tell(_ event: StoryEvent) throws(StoryError) {
    verb = event.verb
    switch event {
    case .subscribe(let id, let date, let stays, let freeTrial):
      try subscribe(to: try product(id), on: try day(date), stays, freeTrial)
    case .renew(let count, let date): try renew(count, on: date)
    case .crossgrade(let id, let stays): try crossgrade(to: id, stays)
    case .upgrade(let id, let date, let stays): try upgrade(to: id, on: try day(date), stays)
    case .cancel(let date): try cancel(on: date)
    case .refund(let date, let isProrated): try refund(on: try day(date), isProrated)
    case .billingRetry: try fail(graceDays: nil)
    case .grace(let days): try fail(graceDays: days)
    case .redeem(let id, let date, let periods):
      try redeem(id, on: try day(date), periods)
    case .familyShare(let id, let date, let stays):
      try share(try product(id), on: try day(date), stays)
    }
    self.event += 1
  }
}
