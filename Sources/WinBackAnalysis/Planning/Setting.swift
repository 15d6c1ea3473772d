import CEL

/// A setting of all criteria of an offer (S1), as the indices of its values.
package struct Setting: Sendable, Hashable {
  /// The indices of the values, in the order of ``Criterion``; the strictest value comes first.
  package private(set) var indices: SIMD4<Int32>

  private init(indices: SIMD4<Int32>) { self.indices = indices }

  /// Creates the setting of an offer; nil if App Store Connect does not accept it.
  package init?(of offer: WinBackOffer) {
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    self.init(
      paidDuration: offer.customerEligibilityPaidSubscriptionDurationInMonths,
      minimum: lapse.minimum,
      maximum: lapse.maximum,
      wait: offer.customerEligibilityWaitBetweenOffersInMonths
    )
  }

  /// Creates a setting; nil if App Store Connect does not accept it.
  package init?(paidDuration: Int, minimum: Int, maximum: Int, wait: Int?) {
    indices = .zero
    for (criterion, value) in zip(Criterion.allCases, [paidDuration, minimum, maximum, wait]) {
      guard let index = criterion.index(of: value) else { return nil }
      self[index: criterion] = index
    }
    guard isValid else { return nil }
  }

  /// The value of a criterion; nil for no wait.
  package subscript(criterion: Criterion) -> Int? { criterion.values[self[index: criterion]] }

  package private(set) subscript(index criterion: Criterion) -> Int {
    get { Int(indices[criterion.rawValue]) }
    set { indices[criterion.rawValue] = Int32(truncatingIfNeeded: newValue) }
  }

  /// Whether the minimum is at most the maximum, as in every setting (S1).
  package var isValid: Bool { (self[.minimum] ?? 0) <= (self[.maximum] ?? 0) }

  /// Returns the setting with another value of a criterion; nil if there is none.
  package func replacing(_ criterion: Criterion, indexWith index: Int) -> Setting? {
    guard 0..<criterion.count ~= index else { return nil }
    var setting = self
    setting[index: criterion] = index
    return setting.isValid ? setting : nil
  }

  var cell: Int { Int((indices &* Self.strides).wrappedSum()) }

  /// The distances between the cells of neighbouring values, by criterion.
  static let strides: SIMD4<Int32> = {
    var strides = SIMD4<Int32>(repeating: 1)
    for position in (0..<3).reversed() {
      strides[position] = strides[position + 1] * Int32(Criterion.allCases[position + 1].count)
    }
    return strides
  }()

  /// The number of cells: one for each combination of values, even if it is no setting.
  static let cellCount = Criterion.allCases.reduce(1) { $0 * $1.count }

  /// All settings, in the order of paid duration, minimum, maximum and wait; no wait is last.
  package static let all: ContiguousArray<Setting> = {
    var settings: ContiguousArray<Setting> = [Setting(indices: .zero)]
    for criterion in Criterion.allCases {
      let indices = (0..<criterion.count).ordered {
        (criterion.values[$0] ?? .max) < (criterion.values[$1] ?? .max)
      }
      settings = ContiguousArray(
        settings.lazy.flatMap { setting in
          indices.lazy.map { index in
            var setting = setting
            setting[index: criterion] = index
            return setting
          }
        }
      )
    }
    settings.removeAll { !$0.isValid }
    return settings
  }()
}

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
