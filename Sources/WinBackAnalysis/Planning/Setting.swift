package import WinBack

/// A setting of all criteria of an offer (S1), as the places of its values.
package struct Setting: Sendable, Hashable {
  /// The places of the values, by ``Criterion``'s order; the strictest value comes first.
  package private(set) var places: SIMD4<Int32>

  private init(places: SIMD4<Int32>) {
    self.places = places
  }

  /// Creates the setting that an offer has; nil if App Store Connect does not accept it.
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
    places = .zero
    for (criterion, value) in zip(Criterion.allCases, [paidDuration, minimum, maximum, wait]) {
      guard let place = criterion.place(of: value) else { return nil }
      self[place: criterion] = place
    }
    guard isTaken else { return nil }
  }

  /// The value of a criterion; nil for no wait.
  package subscript(criterion: Criterion) -> Int? {
    criterion.values[self[place: criterion]]
  }

  package private(set) subscript(place criterion: Criterion) -> Int {
    get { Int(places[criterion.rawValue]) }
    set { places[criterion.rawValue] = Int32(truncatingIfNeeded: newValue) }
  }

  /// Whether the minimum is not above the maximum, without which there is no such setting (S1).
  package var isTaken: Bool {
    (self[.minimum] ?? 0) <= (self[.maximum] ?? 0)
  }

  /// Returns the setting with another value of a criterion; nil if there is none.
  package func replacing(_ criterion: Criterion, placeWith place: Int) -> Setting? {
    guard 0..<criterion.count ~= place else { return nil }
    var setting = self
    setting[place: criterion] = place
    return setting.isTaken ? setting : nil
  }

  /// The number of the setting's cell among all of them.
  var cell: Int { Int((places &* Self.strides).wrappedSum()) }

  /// How far the cells of neighbouring values are apart, by criterion.
  static let strides: SIMD4<Int32> = {
    var strides = SIMD4<Int32>(repeating: 1)
    for index in (0..<3).reversed() {
      strides[index] = strides[index + 1] * Int32(Criterion.allCases[index + 1].count)
    }
    return strides
  }()

  /// The number of cells: one for each combination of values, also those that are no settings.
  static let cellCount = Criterion.allCases.reduce(1) { $0 * $1.count }

  /// All settings, in the order of their values: paid duration, minimum, maximum, wait, none last.
  package static let all: ContiguousArray<Setting> = {
    var settings: ContiguousArray<Setting> = [Setting(places: .zero)]
    for criterion in Criterion.allCases {
      let places = (0..<criterion.count).sorted {
        (criterion.values[$0] ?? .max) < (criterion.values[$1] ?? .max)
      }
      settings = ContiguousArray(
        settings.lazy.flatMap { setting in
          places.lazy.map { place in
            var setting = setting
            setting[place: criterion] = place
            return setting
          }
        }
      )
    }
    settings.removeAll { !$0.isTaken }
    return settings
  }()
}
