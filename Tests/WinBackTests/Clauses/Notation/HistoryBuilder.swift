import WinBack

/// Lists what happened to a customer, in any order.
@resultBuilder
enum HistoryBuilder {
  /// Adds what happened to a history.
  typealias Part = (inout CustomerHistory) -> Void

  static func buildExpression(_ transaction: Transaction) -> Part {
    { $0.transactions.append(transaction) }
  }

  static func buildExpression(_ info: RenewalInfo) -> Part { { $0.renewalInfo.append(info) } }

  static func buildBlock(_ parts: Part...) -> [Part] { parts }
}

/// Tells a customer's history.
///
/// The parts come in any order, and read as in
///
///     history {
///       subscribe("basic", on: "2024-01-01", months: 1)
///       renew("basic", on: "2024-02-01", months: 2).refunded(on: "2024-03-01")
///       renewalInfo(status: 0, intent: 1)
///     }
func history(
  in storefront: String? = "USA",
  group: String? = nil,
  gaps: HistoryGaps = [],
  @HistoryBuilder _ parts: () -> [HistoryBuilder.Part]
) -> CustomerHistory {
  var history = CustomerHistory(
    customerId: "customer",
    storefront: storefront.flatMap { Storefront($0) },
    subscriptionGroupIdentifier: group,
    transactions: [],
    gaps: gaps
  )
  for part in parts() { part(&history) }
  return history
}
