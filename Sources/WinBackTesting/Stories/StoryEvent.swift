public import WinBack

/// One thing that happens in a customer's story.
///
/// What each does to transactions and renewal information is told in ``StoryTeller``, once for code
/// and for scenario files.
public enum StoryEvent: Sendable, Hashable {
  /// The customer buys a product, and stays for a while; a free trial comes before what is paid.
  case subscribe(
    to: String,
    on: StoryDate,
    stays: StoryLength? = nil,
    freeTrial: OfferDuration? = nil
  )

  /// The subscription renews a number of times; a date is that of a payment that came late.
  case renew(Int, on: StoryDate? = nil)

  /// Another product of the group takes over where the current period ends.
  case crossgrade(to: String, stays: StoryLength? = nil)

  /// Another product of the group takes over at once.
  case upgrade(to: String, on: StoryDate, stays: StoryLength? = nil)

  /// The customer turns auto-renewal off.
  case cancel(on: StoryDate? = nil)

  /// The store takes the last purchase back.
  case refund(on: StoryDate, isProrated: Bool = false)

  /// The store cannot charge for the next period, and goes on trying.
  case billingRetry

  /// The store cannot charge, and service goes on for some days.
  case grace(days: Int)

  /// The customer redeems a win-back offer; of one that is paid as it goes, some periods.
  case redeem(offer: String, on: StoryDate, periods: Int? = nil)

  /// Somebody else shares a product with the customer.
  case familyShare(of: String, on: StoryDate, stays: StoryLength? = nil)
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
    case .refund: .refund
    case .billingRetry: .billingRetry
    case .grace: .grace
    case .redeem: .redeem
    case .familyShare: .familyShare
    }
  }
}
