public import WinBack

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

  /// The offer type of its transactions.
  var type: Int {
    switch kind {
    case .introductory: 1
    case .promotional: 2
    case .code: 3
    case .retention: 5
    }
  }
}
