package import WinBack

extension Storefront {
  /// Returns the message about a code that is not a storefront, with the nearest storefront.
  package static func refusal(of code: String) -> String {
    let suggestion = Storefront.nearest(to: code).map { "; did you mean '\($0)'?" } ?? ""
    return "expected a storefront such as 'USA', found '\(code.shownInMessage)'\(suggestion)"
  }
}

extension Storefront {
  /// The currencies of the App Store, none of which is a storefront.
  static let currencies: Set<String> = [
    "AED", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR",
    "GBP", "HKD", "HUF", "IDR", "ILS", "INR", "JPY", "KRW", "KZT", "MXN", "MYR", "NGN", "NOK",
    "NZD", "PEN", "PHP", "PKR", "PLN", "QAR", "RON", "RUB", "SAR", "SEK", "SGD", "THB", "TRY",
    "TWD", "TZS", "UAH", "USD", "VND", "ZAR",
  ]

  var isCurrency: Bool { Self.currencies.contains(code) }
}
