package import WinBack

/// A criterion of an offer in months, which you can choose in App Store Connect.
package enum Criterion: Int, CaseIterable, Sendable {
  case paidDuration
  /// The fewest months since the customer was last subscribed.
  case minimum
  /// The most months since the customer was last subscribed.
  case maximum
  /// The months between two redemptions, or none.
  case wait

  package var name: String {
    switch self {
    case .paidDuration: "paidDuration"
    case .minimum: "minimum"
    case .maximum: "maximum"
    case .wait: "wait"
    }
  }

  package var variable: OfferVariable {
    switch self {
    case .paidDuration: .paidSubscriptionDuration
    case .minimum: .timeSinceLastSubscribedMinimum
    case .maximum: .timeSinceLastSubscribedMaximum
    case .wait: .waitBetweenOffers
    }
  }

  /// The values that App Store Connect accepts, the strictest one first; nil is no wait (S1).
  ///
  /// In this order, a customer usually has all values from one on, so that one number describes
  /// them.
  package var values: [Int?] { Self.allValues[rawValue] }

  /// The number of values, which fit into the bits of a mask.
  package var count: Int { Self.counts[rawValue] }

  /// Returns the index of a value; nil if App Store Connect does not accept it.
  package func index(of value: Int?) -> Int? { values.firstIndex(of: value) }

  private static let allValues: [[Int?]] = allCases.map { criterion in
    let months: [Int?] = AppStoreLimits().months(of: criterion.variable).map { $0 }
    return switch criterion {
    case .paidDuration, .minimum: months.reversed()
    case .maximum: months
    case .wait: months.reversed() + [nil]
    }
  }

  private static let counts = allValues.map { $0.count }
}
