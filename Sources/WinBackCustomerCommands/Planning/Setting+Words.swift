extension Setting {
  /// The setting in words, such as `paid 3, lapsed 2 to 24, wait 6`.
  var words: String {
    "paid \(text(of: .paidDuration)), lapsed \(text(of: .minimum)) to \(text(of: .maximum)), "
      + (self[.wait].map { "wait \($0)" } ?? "no wait")
  }

  func text(of criterion: Criterion) -> String { self[criterion].map(String.init) ?? "none" }

  /// Creates the setting that is nearest to an offer's, which may have values that App Store
  /// Connect does not accept; of two values that are equally near, the stricter one.
  init?(nearestTo offer: WinBackOffer) {
    let lapse = offer.customerEligibilityTimeSinceLastSubscribedInMonths
    func nearest(_ criterion: Criterion, _ months: Int) -> Int {
      // A catalog may have any number, however large.
      let months = min(max(months, 0), 1_000)
      return criterion.values.compactMap(\.self).min { abs($0 - months) < abs($1 - months) }
        ?? months
    }
    let minimum = nearest(.minimum, lapse.minimum)
    self.init(
      paidDuration: nearest(
        .paidDuration,
        offer.customerEligibilityPaidSubscriptionDurationInMonths
      ),
      minimum: minimum,
      maximum: max(minimum, nearest(.maximum, lapse.maximum)),
      wait: offer.customerEligibilityWaitBetweenOffersInMonths.flatMap { months in
        months > 0 ? nearest(.wait, months) : nil
      }
    )
  }

  /// The setting in words for people who do not know App Store Connect's names.
  var sentence: String {
    "paid at least \(months(of: .paidDuration)), away at least \(months(of: .minimum)) and at most "
      + months(of: .maximum)
      + (self[.wait] == nil ? ", no wait" : ", again after \(months(of: .wait))")
  }

  private func months(of criterion: Criterion) -> String { (self[criterion] ?? 0).counted("month") }
}

extension Criterion {
  var title: String {
    switch self {
    case .paidDuration: "Paid at least"
    case .minimum: "Away at least"
    case .maximum: "Away at most"
    case .wait: "Wait before the same offer again"
    }
  }

  var words: String { self == .paidDuration ? "paid duration" : name }
}

extension SettingPlan.Step {
  /// The step in words, such as `minimum 3 → 2 months: +4 120 customers, who paid 5 months in the
  /// median`.
  func words(from current: Setting) -> String {
    let new = setting[criterion]?.counted("month") ?? "none"
    let step = "\(criterion.words) \(current.text(of: criterion)) → \(new): "
    guard change != 0 else { return step + "the same number of customers" }
    let median = medianPaidMonths.map { ", who paid \($0.counted("month")) in the median" }
    return step + (change > 0 ? "+" : "−") + abs(change).counted("customer") + (median ?? "")
  }
}
