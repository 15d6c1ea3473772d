/// What a storefront charges in, with rates that make prices of all lengths, as real ones are.
struct Currency {
  let code: String
  /// How many units a dollar is, in thousandths.
  private let rate: Int
  /// The ending of prices, in thousandths of the currency; prices are whole steps, less this.
  private let step: Int
  private let ending: Int

  /// Creates the currency of a storefront; dollars where it is not known.
  init(of storefront: String?) {
    (code, rate, step, ending) =
      switch storefront {
      case "AUS": ("AUD", 1_500, 1_000, 10)
      case "BRA": ("BRL", 5_400, 1_000, 100)
      case "CAN": ("CAD", 1_350, 1_000, 10)
      case "DEU", "ESP", "FRA", "ITA": ("EUR", 1_000, 1_000, 10)
      case "GBR": ("GBP", 900, 1_000, 10)
      case "IND": ("INR", 50_000, 10_000, 1_000)
      case "JPN": ("JPY", 150_000, 100_000, 0)
      case "KOR": ("KRW", 1_300_000, 1_000_000, 100_000)
      case "MEX": ("MXN", 18_000, 10_000, 1_000)
      default: ("USD", 1_000, 1, 0)
      }
  }

  /// Returns what a price in dollars is here, both in thousandths; free is free everywhere.
  func price(ofDollars price: Int) -> Int {
    guard price > 0 else { return 0 }
    return max(1, (price * rate / 1000 + step - 1) / step) * step - ending
  }
}
