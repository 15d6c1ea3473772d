public import WinBack

// The verbs of a story as functions, so that a story reads the same in code and in scenario files.

/// The customer buys a product and stays for some months; for one period where nothing is said.
///
/// - Parameters:
///   - product: The product of the catalog.
///   - date: The day of the purchase.
///   - months: How long the customer stays, in months that the product's period divides.
///   - freeTrial: A free trial before what is paid; without months there is nothing but the trial.
/// - Returns: The event.
public func subscribe(
  to product: String,
  on date: StoryDate,
  months: Int? = nil,
  freeTrial: OfferDuration? = nil
) -> StoryEvent {
  .subscribe(to: product, on: date, stays: months.map { .months($0) }, freeTrial: freeTrial)
}

/// The customer buys a product and stays for some of its periods.
public func subscribe(
  to product: String,
  on date: StoryDate,
  periods: Int,
  freeTrial: OfferDuration? = nil
) -> StoryEvent {
  .subscribe(to: product, on: date, stays: .periods(periods), freeTrial: freeTrial)
}

/// The subscription renews a number of times.
///
/// - Parameters:
///   - count: How many periods more the customer stays.
///   - date: The day of a payment that came late, after ``billingRetry()`` or ``grace(days:)``.
/// - Returns: The event.
public func renew(_ count: Int = 1, on date: StoryDate? = nil) -> StoryEvent {
  .renew(count, on: date)
}

/// Another product of the group takes over where the current period ends; `switch` in files.
public func crossgrade(to product: String, months: Int? = nil) -> StoryEvent {
  .crossgrade(to: product, stays: months.map { .months($0) })
}

/// Another product of the group takes over where the current period ends, for some of its periods.
public func crossgrade(to product: String, periods: Int) -> StoryEvent {
  .crossgrade(to: product, stays: .periods(periods))
}

/// Another product of the group takes over at once.
public func upgrade(to product: String, on date: StoryDate, months: Int? = nil) -> StoryEvent {
  .upgrade(to: product, on: date, stays: months.map { .months($0) })
}

/// Another product of the group takes over at once, for some of its periods.
public func upgrade(to product: String, on date: StoryDate, periods: Int) -> StoryEvent {
  .upgrade(to: product, on: date, stays: .periods(periods))
}

/// The customer turns auto-renewal off, on a day of the current period.
public func cancel(on date: StoryDate? = nil) -> StoryEvent {
  .cancel(on: date)
}

/// The store takes the last purchase back, in full or for the rest of its period.
public func refund(on date: StoryDate, prorated: Bool = false) -> StoryEvent {
  .refund(on: date, isProrated: prorated)
}

/// The store cannot charge for the next period, and goes on trying.
public func billingRetry() -> StoryEvent {
  .billingRetry
}

/// The store cannot charge for the next period, and service goes on for some days.
public func grace(days: Int) -> StoryEvent {
  .grace(days: days)
}

/// The customer redeems a win-back offer.
///
/// - Parameters:
///   - offer: The offer of the catalog.
///   - date: The day.
///   - periods: How many periods of an offer that is paid as it goes; nil for all.
/// - Returns: The event.
public func redeem(_ offer: String, on date: StoryDate, periods: Int? = nil) -> StoryEvent {
  .redeem(offer: offer, on: date, periods: periods)
}

/// Somebody else shares a product with the customer, for one period or some months.
public func familyShare(
  of product: String,
  on date: StoryDate,
  months: Int? = nil
) -> StoryEvent {
  .familyShare(of: product, on: date, stays: months.map { .months($0) })
}
