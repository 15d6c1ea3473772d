/// One thing that happens in a customer's story.
///
/// `StoryTeller` defines the effect of each event on transactions and renewal information, for code
/// and for scenario files.
public enum StoryEvent: Sendable, Hashable {
  /// The customer buys a product, and stays for a while; an offer comes before what is paid in full.
  case subscribe(
    to: String,
    on: StoryDate,
    stays: StoryLength? = nil,
    offer: StoryOffer? = nil
  )

  /// The subscription renews a number of times; a date is that of a payment that came late, and an offer
  /// comes before what is paid in full.
  case renew(Int, on: StoryDate? = nil, offer: StoryOffer? = nil)

  /// Another product of the group takes over where the current period ends.
  case crossgrade(to: String, stays: StoryLength? = nil)

  /// Another product of the group takes over at once.
  case upgrade(to: String, on: StoryDate, stays: StoryLength? = nil)

  /// The customer turns auto-renewal off, or does not agree to a higher price.
  case cancel(on: StoryDate? = nil, priceIncrease: Bool = false)

  /// The customer turns auto-renewal on again.
  case resume(on: StoryDate? = nil)

  /// The store takes the last purchase back.
  case refund(on: StoryDate, isProrated: Bool = false)

  /// The store cannot charge for the next period, and continues trying.
  case billingRetry

  /// The store cannot charge, and service continues for some days.
  case grace(days: Int)

  /// The customer redeems a win-back offer; of one that is paid as it goes, some periods.
  case redeem(offer: String, on: StoryDate, periods: Int? = nil)

  /// Somebody else shares a product with the customer, until a date where it ends early.
  case familyShare(
    of: String,
    on: StoryDate,
    stays: StoryLength? = nil,
    until: StoryDate? = nil
  )

  /// The customer buys in another storefront from here on.
  case move(to: StoryStorefront)

  /// The customer buys a product for a lifetime, which is no subscription.
  case buy(String, on: StoryDate)
}

extension StoryEvent {
  /// The verb, as scenario files write it.
  package var verb: StoryVerb {
    switch self {
    case .subscribe: .subscribe
    case .renew: .renew
    case .crossgrade: .switch
    case .upgrade: .upgrade
    case .cancel: .cancel
    case .resume: .resume
    case .refund: .refund
    case .billingRetry: .billingRetry
    case .grace: .grace
    case .redeem: .redeem
    case .familyShare: .familyShare
    case .move: .move
    case .buy: .buy
    }
  }
}

extension StoryEvent {
  /// Whether all that the event does is to switch auto-renewal off or on.
  var changesRenewal: Bool { verb == .cancel || verb == .resume }

  /// The day on which auto-renewal is switched off or on; nil for other events, and if no day is given.
  var renewalChange: StoryDate? {
    switch self {
    case .cancel(let date, _), .resume(let date): date
    default: nil
    }
  }
}

extension StoryEvent {
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
    .subscribe(to: product, on: date, stays: .months(months), offer: offer)
  }

  /// Another product of the group takes over where the current period ends, for some months.
  public static func crossgrade(to product: String, months: Int) -> StoryEvent {
    .crossgrade(to: product, stays: .months(months))
  }

  /// Another product of the group takes over at once, for some months.
  public static func upgrade(to product: String, on date: StoryDate, months: Int) -> StoryEvent {
    .upgrade(to: product, on: date, stays: .months(months))
  }

  /// Somebody else shares a product with the customer for some months.
  public static func familyShare(
    of product: String,
    on date: StoryDate,
    months: Int
  ) -> StoryEvent {
    .familyShare(of: product, on: date, stays: .months(months))
  }
}
