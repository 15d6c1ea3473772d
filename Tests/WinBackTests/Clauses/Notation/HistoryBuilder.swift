import WinBack

/// Lists what happened to a customer, in any order.
@resultBuilder
enum HistoryBuilder {
  static func buildExpression(_ transaction: Transaction) -> [HistoryPart] {
    [.transaction(transaction)]
  }

  static func buildExpression(_ info: RenewalInfo) -> [HistoryPart] {
    [.renewalInfo(info)]
  }

  static func buildBlock(_ parts: [HistoryPart]...) -> [HistoryPart] {
    parts.flatMap(\.self)
  }
}

/// What a history consists of.
enum HistoryPart {
  case transaction(Transaction)
  case renewalInfo(RenewalInfo)
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
  @HistoryBuilder _ parts: () -> [HistoryPart]
) -> CustomerHistory {
  var history = CustomerHistory(
    customerId: "customer",
    storefront: storefront.flatMap { Storefront($0) },
    subscriptionGroupIdentifier: group,
    transactions: [],
    gaps: gaps
  )
  for part in parts() {
    switch part {
    case .transaction(let transaction): history.transactions.append(transaction)
    case .renewalInfo(let info): history.renewalInfo.append(info)
    }
  }
  return history
}
