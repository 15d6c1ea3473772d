import CalendarTime
import WinBack

extension JSONWriter {
  /// Writes the service that a customer had, and then the periods in which the App Store tries to bill,
  /// each with its first and its last instant.
  mutating func periods(of decision: Decision) {
    let service = decision.periods.map { ($0.kind.rawValue, $0.start, $0.end, Optional($0)) }
    let recoveries = decision.recoveries.map {
      ($0.kind.rawValue, $0.start, $0.end, ServicePeriod?.none)
    }
    objects("periods", service + recoveries) { json, period in
      let (kind, start, end, service) = period
      json.member("from", start)
      json.member("through", end.adding(milliseconds: -1))
      json.member("kind", kind)
      json.member("product", service?.productId)
      json.member("price", service?.price)
      json.member("offer", service?.winBackOffer)
    }
  }
}

extension ServicePeriod {
  /// The price in the currency's unit, such as `9.99`; nil if it is not known.
  package var priceText: String? {
    guard let price else { return nil }
    let (whole, part) = price.quotientAndRemainder(dividingBy: 1000)
    let digits = "\(1000 + part)".dropFirst()
    return "\(whole).\(digits.hasSuffix("0") ? digits.dropLast() : digits)"
  }
}
