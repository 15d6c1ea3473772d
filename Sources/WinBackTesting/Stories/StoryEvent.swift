/// One event of a customer's story.
///
/// `StoryTeller` defines the effect of each event on transactions and renewal information, for code
/// and for scenario files.
public struct StoryEvent: Sendable, Hashable {
  enum Object: Sendable, Hashable {
    /// A product or an offer.
    case name(String)
    case number(Int)
    case storefront(StoryStorefront)
    /// No object; files have `true`.
    case nothing
  }

  package let verb: StoryVerb
  let object: Object
  let date: StoryDate?
  let stays: StoryLength?
  /// An offer before the full price.
  let offer: StoryOffer?
  /// The end of shared access, if it is early.
  let end: StoryDate?
  /// Whether a refund is prorated, or a customer cancels because of a higher price.
  let isSpecial: Bool

  init(
    _ verb: StoryVerb,
    _ object: Object = .nothing,
    on date: StoryDate? = nil,
    stays: StoryLength? = nil,
    offer: StoryOffer? = nil,
    until end: StoryDate? = nil,
    isSpecial: Bool = false
  ) {
    self.verb = verb
    self.object = object
    self.date = date
    self.stays = stays
    self.offer = offer
    self.end = end
    self.isSpecial = isSpecial
  }

  var changesRenewal: Bool { verb == .cancel || verb == .resume }
}

extension StoryEvent {
  /// The customer buys a product and stays for a while; an offer comes before the full price.
  public static func subscribe(
    to product: String,
    on date: StoryDate,
    stays: StoryLength? = nil,
    offer: StoryOffer? = nil
  ) -> StoryEvent {
    StoryEvent(.subscribe, .name(product), on: date, stays: stays, offer: offer)
  }

  /// The customer buys a product and stays for some months.
  ///
  /// - Parameters:
  ///   - product: The product of the catalog.
  ///   - date: The day of the purchase.
  ///   - months: The months that the customer stays, a multiple of the product's period.
  ///   - offer: An offer before the full price.
  /// - Returns: The event.
  public static func subscribe(
    to product: String,
    on date: StoryDate,
    months: Int,
    offer: StoryOffer? = nil
  ) -> StoryEvent {
    subscribe(to: product, on: date, stays: .months(months), offer: offer)
  }

  /// The subscription renews a number of times; a date is that of a late payment, and an offer
  /// comes before the full price.
  public static func renew(
    _ count: Int,
    on date: StoryDate? = nil,
    offer: StoryOffer? = nil
  ) -> StoryEvent {
    StoryEvent(.renew, .number(count), on: date, offer: offer)
  }

  /// Another product of the group replaces the current one at the end of the period.
  public static func crossgrade(to product: String, stays: StoryLength? = nil) -> StoryEvent {
    StoryEvent(.switch, .name(product), stays: stays)
  }

  /// Another product of the group replaces the current one at the end of the period, for some
  /// months.
  public static func crossgrade(to product: String, months: Int) -> StoryEvent {
    crossgrade(to: product, stays: .months(months))
  }

  /// Another product of the group replaces the current one at once.
  public static func upgrade(
    to product: String,
    on date: StoryDate,
    stays: StoryLength? = nil
  ) -> StoryEvent {
    StoryEvent(.upgrade, .name(product), on: date, stays: stays)
  }

  /// Another product of the group replaces the current one at once, for some months.
  public static func upgrade(to product: String, on date: StoryDate, months: Int) -> StoryEvent {
    upgrade(to: product, on: date, stays: .months(months))
  }

  /// The customer turns auto-renewal off, or does not agree to a higher price.
  public static func cancel(on date: StoryDate? = nil, priceIncrease: Bool = false) -> StoryEvent {
    StoryEvent(.cancel, on: date, isSpecial: priceIncrease)
  }

  /// The customer turns auto-renewal on again.
  public static func resume(on date: StoryDate? = nil) -> StoryEvent {
    StoryEvent(.resume, on: date)
  }

  /// The store refunds the last purchase.
  public static func refund(on date: StoryDate, isProrated: Bool = false) -> StoryEvent {
    StoryEvent(.refund, on: date, isSpecial: isProrated)
  }

  /// The store cannot charge for the next period, and continues trying.
  public static var billingRetry: StoryEvent { StoryEvent(.billingRetry) }

  /// The store cannot charge, and service continues for some days.
  public static func grace(days: Int) -> StoryEvent { StoryEvent(.grace, .number(days)) }

  /// The customer redeems a win-back offer, or some periods of one that is paid as you go.
  public static func redeem(offer: String, on date: StoryDate, periods: Int? = nil) -> StoryEvent {
    StoryEvent(.redeem, .name(offer), on: date, stays: periods.map { .periods($0) })
  }

  /// Somebody else shares a product with the customer, until a date if it ends early.
  public static func familyShare(
    of product: String,
    on date: StoryDate,
    stays: StoryLength? = nil,
    until end: StoryDate? = nil
  ) -> StoryEvent {
    StoryEvent(.familyShare, .name(product), on: date, stays: stays, until: end)
  }

  /// Somebody else shares a product with the customer for some months.
  public static func familyShare(
    of product: String,
    on date: StoryDate,
    months: Int
  ) -> StoryEvent {
    familyShare(of: product, on: date, stays: .months(months))
  }

  /// The customer buys in another storefront from here on.
  public static func move(to storefront: StoryStorefront) -> StoryEvent {
    StoryEvent(.move, .storefront(storefront))
  }

  /// The customer buys a product for a lifetime, which is no subscription.
  public static func buy(_ product: String, on date: StoryDate) -> StoryEvent {
    StoryEvent(.buy, .name(product), on: date)
  }
}

/// An offer in a customer's story that is no win-back offer, before the full price.
public struct StoryOffer: Sendable, Hashable {
  /// The customers of an offer.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// New customers.
    case introductory
    /// Customers that the developer chooses.
    case promotional
    /// Customers who have a code.
    case code
    /// Customers who are about to cancel.
    case retention
  }

  /// The customers of the offer.
  public let kind: Kind

  /// How it is paid.
  public let mode: OfferMode

  /// The length of one period.
  public let duration: OfferDuration

  /// The number of periods if it is paid as you go; else 1.
  public let periods: Int

  /// Creates an offer.
  public init(_ kind: Kind, _ mode: OfferMode, _ duration: OfferDuration, periods: Int = 1) {
    self.kind = kind
    self.mode = mode
    self.duration = duration
    self.periods = periods
  }

  /// Returns a free trial for new customers.
  public static func freeTrial(_ duration: OfferDuration) -> StoryOffer {
    StoryOffer(.introductory, .freeTrial, duration)
  }

  var type: Int {
    switch kind {
    case .introductory: 1
    case .promotional: 2
    case .code: 3
    case .retention: 5
    }
  }
}
