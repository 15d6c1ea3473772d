/// What may stand beside a verb of a customer's story, as scenario files write it.
package enum StoryDetail: String, Sendable, Hashable, CaseIterable {
  case on
  case months
  case periods
  case freeTrial
  case offer
  case priceIncrease
  case prorated
  case until
}

/// How long a customer stays with a subscription.
public enum StoryLength: Sendable, Hashable {
  /// A number of months, which the subscription's period divides.
  case months(Int)

  /// A number of the subscription's periods.
  case periods(Int)
}
