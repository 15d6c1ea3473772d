/// How long a customer stays with a subscription.
public enum StoryLength: Sendable, Hashable {
  /// A number of months, which the subscription's period divides.
  case months(Int)

  /// A number of the subscription's periods.
  case periods(Int)
}
