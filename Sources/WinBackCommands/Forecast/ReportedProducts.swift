import WinBack
import WinBackFormats

/// Which subscriptions of Apple's Win-back Eligibility report are which products of a catalog.
///
/// The report has a subscription's numeric Apple ID and its reference name; catalogs have product
/// identifiers and, where they are kept, reference names.
struct ReportedProducts {
  /// The Apple IDs of the products that are known.
  private(set) var appleIds: [String: String] = [:]

  /// The products with offers that no subscription of the report could be told to be.
  private(set) var unknown: [String] = []

  /// The subscriptions of the report, for messages.
  let subscriptions: String

  /// Determines which subscriptions are which products; the user gives some products by their Apple
  /// IDs.
  init(_ report: EligibilityReport, _ catalog: Catalog, given: [String: String]) {
    var names: [String: (name: String, group: String)] = [:]
    for row in report.rows where names[row.subscriptionAppleId] == nil {
      names[row.subscriptionAppleId] = (row.subscriptionName, row.subscriptionGroupIdentifier)
    }
    subscriptions =
      names.isEmpty
      ? "none"
      : names.sorted { $0.key < $1.key }.prefix(8)
        .map { "'\($0.value.name.printable)' (\($0.key.printable))" }.joined(separator: ", ")
        + (names.count > 8 ? " and more" : "")
    for group in catalog.subscriptionGroups {
      for subscription in group.subscriptions where !subscription.winBackOffers.isEmpty {
        let product = subscription.productId
        if let id = given.first(where: { $0.value == product })?.key {
          appleIds[product] = id
          continue
        }
        let sameName = names.filter { id, known in
          given[id] == nil && known.group == group.id
            && (known.name == subscription.referenceName || known.name == product)
        }
        // Two of one name cannot be told apart.
        if sameName.count == 1, let id = sameName.first?.key {
          appleIds[product] = id
        } else {
          unknown.append(product)
        }
      }
    }
  }
}
