import CalendarTime
import WinBack
import WinBackFormats

/// Service that continues in the same way: neighbouring periods of one kind, product and offer.
///
/// A picture of years has no room for every renewal, and a table of them says nothing more.
struct ServiceStretch {
  let start: Instant
  private(set) var end: Instant
  let kind: ServicePeriod.Kind
  let productId: String?
  let winBackOffer: String?
  /// The number of periods.
  private(set) var count = 1

  private init(_ period: ServicePeriod) {
    start = period.start
    end = period.end
    kind = period.kind
    productId = period.productId
    winBackOffer = period.winBackOffer
  }

  /// Returns the stretches that periods make up, in order.
  static func stretches(of periods: [ServicePeriod]) -> [ServiceStretch] {
    var stretches: [ServiceStretch] = []
    for period in periods {
      if let last = stretches.last, last.isContinued(by: period) {
        stretches[stretches.count - 1].end = period.end
        stretches[stretches.count - 1].count += 1
      } else {
        stretches.append(ServiceStretch(period))
      }
    }
    return stretches
  }

  private func isContinued(by period: ServicePeriod) -> Bool {
    end == period.start && kind == period.kind && productId == period.productId
      && winBackOffer == period.winBackOffer
  }

  /// The stretch in a few words.
  var summary: String {
    var parts = [kind.rawValue]
    if let productId { parts.append(productId) }
    if let winBackOffer { parts.append("redeemed \(winBackOffer)") }
    parts.append("\(start.brief) to \(end.brief)")
    return parts.joined(separator: ", ")
  }
}

extension RecoveryPeriod.Kind {
  /// The kind as people call it.
  var phrase: String {
    switch self {
    case .gracePeriod: "grace period"
    case .billingRetry: "billing retry"
    }
  }
}
