public import WinBack

/// One thing that happens in a customer's story.
///
/// `StoryTeller` defines the effect of each event on transactions and renewal information, for code
/// and for scenario files.
public struct StoryEvent: Sendable, Hashable {
  enum Object: Sendable, Hashable {
    /// A product or an offer.
    case name(String)
    case number(Int)
    case storefront(StoryStorefront)
    /// Nothing: files write `true`.
    case nothing
  }

  package let verb: StoryVerb
  let object: Object
  let date: StoryDate?
  let stays: StoryLength?
  /// An offer before what is paid in full.
  let offer: StoryOffer?
  /// When shared access ends, if that is early.
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

  /// Whether all that the event does is to switch auto-renewal off or on.
  var changesRenewal: Bool { verb == .cancel || verb == .resume }
}

extension StoryEvent {
  /// The customer buys a product, and stays for a while; an offer comes before what is paid in full.
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
  ///   - months: How long the customer stays, in months that the product's period divides.
  ///   - offer: An offer before what is paid in full.
  /// - Returns: The event.
  public static func subscribe(
    to product: String,
    on date: StoryDate,
    months: Int,
    offer: StoryOffer? = nil
  ) -> StoryEvent {
    subscribe(to: product, on: date, stays: .months(months), offer: offer)
  }

  /// The subscription renews a number of times; a date is that of a payment that came late, and an offer
  /// comes before what is paid in full.
  public static func renew(
    _ count: Int,
    on date: StoryDate? = nil,
    offer: StoryOffer? = nil
  ) -> StoryEvent {
    StoryEvent(.renew, .number(count), on: date, offer: offer)
  }

  /// Another product of the group takes over where the current period ends.
  public static func crossgrade(to product: String, stays: StoryLength? = nil) -> StoryEvent {
    StoryEvent(.switch, .name(product), stays: stays)
  }

  /// Another product of the group takes over where the current period ends, for some months.
  public static func crossgrade(to product: String, months: Int) -> StoryEvent {
    crossgrade(to: product, stays: .months(months))
  }

  /// Another product of the group takes over at once.
  public static func upgrade(
    to product: String,
    on date: StoryDate,
    stays: StoryLength? = nil
  ) -> StoryEvent {
    StoryEvent(.upgrade, .name(product), on: date, stays: stays)
  }

  /// Another product of the group takes over at once, for some months.
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

  /// The store takes the last purchase back.
  public static func refund(on date: StoryDate, isProrated: Bool = false) -> StoryEvent {
    StoryEvent(.refund, on: date, isSpecial: isProrated)
  }

  /// The store cannot charge for the next period, and continues trying.
  public static var billingRetry: StoryEvent { StoryEvent(.billingRetry) }

  /// The store cannot charge, and service continues for some days.
  public static func grace(days: Int) -> StoryEvent { StoryEvent(.grace, .number(days)) }

  /// The customer redeems a win-back offer; of one that is paid as it goes, some periods.
  public static func redeem(
    offer: String,
    on date: StoryDate,
    periods: Int? = nil
  ) -> StoryEvent {
    StoryEvent(.redeem, .name(offer), on: date, stays: periods.map { .periods($0) })
  }

  /// Somebody else shares a product with the customer, until a date where it ends early.
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

/// An offer in a customer's story that is no win-back offer, for the periods before what is paid in full.
public struct StoryOffer: Sendable, Hashable {
  /// Whom an offer is for.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// New customers.
    case introductory
    /// Customers whom the developer chooses.
    case promotional
    /// Customers who have a code.
    case code
    /// Customers who are about to cancel.
    case retention
  }

  /// Whom it is for.
  public let kind: Kind

  /// How it is paid.
  public let mode: OfferMode

  /// How long a period of it is.
  public let duration: OfferDuration

  /// How many periods it has, where it is paid as it goes; else one.
  public let periods: Int

  /// Creates an offer.
  public init(_ kind: Kind, _ mode: OfferMode, _ duration: OfferDuration, periods: Int = 1) {
    self.kind = kind
    self.mode = mode
    self.duration = duration
    self.periods = periods
  }

  /// Returns a free trial of a new customer.
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
