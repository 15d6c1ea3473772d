/// An auto-renewable subscription and its win-back offers.
struct Product {
  var id: String
  var group: String
  /// The length of a billing period.
  var months: Int
  /// The price of a billing period in thousandths of the currency.
  var price: Int
  var offers: [Offer]
}
