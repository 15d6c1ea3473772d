/// The price of an offer or a subscription in a storefront.
public struct OfferPrice: Sendable, Hashable {
  /// The storefront.
  public var territory: Storefront

  /// The price of one period in the storefront's currency, as a decimal number such as `4.99`; nil
  /// if it is not known.
  public var customerPrice: String?

  /// Creates a price.
  public init(territory: Storefront, customerPrice: String? = nil) {
    self.territory = territory
    self.customerPrice = customerPrice
  }

  /// The price in one form: `4.990` is `4.99`, and `0.00` is `0`; nil if it is missing or no
  /// decimal number.
  package var amount: String? {
    guard let customerPrice else { return nil }
    let parts = customerPrice.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({
        !$0.isEmpty && $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      })
    else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    var fraction = parts.count == 2 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    return (whole.isEmpty ? "0" : String(whole)) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The price in ten-thousandths of the currency; nil if it is no decimal number, or has too many
  /// digits.
  package var tenThousandths: Int64? {
    guard let parts = amount?.split(separator: "."), let whole = parts.first, whole.count <= 12
    else { return nil }
    let fraction = parts.count == 2 ? parts[1] : ""
    guard fraction.count <= 4 else { return nil }
    return Int64(whole + fraction + String(repeating: "0", count: 4 - fraction.count))
  }
}
