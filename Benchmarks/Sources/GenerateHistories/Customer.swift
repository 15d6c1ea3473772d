/// Everything that one line of the file says about a customer.
struct Customer {
  var number: Int
  /// The history's own storefront.
  var storefront: String?
  var transactions: [Transaction] = []
  var hasTwoGroups = false
  var renewals: [RenewalInfo] = []
  /// The purchase of a consumable, which no subscription rule looks at.
  var consumablePurchaseDate: Milliseconds?
}
