import Foundation
import WinBackFoundation

// A catalog from a file, and a customer from a server's own database.
let path = URL(filePath: #filePath).appending(path: "../../../../DestinationVideo/catalog.json")
let catalog = try Catalog(json: Data(contentsOf: path.standardized))
let alice = CustomerHistory(
  customerId: "alice",
  storefront: Storefront("USA"),
  transactions: [
    Transaction(
      productId: "basic.monthly",
      purchaseDate: try TimelineDate(iso8601: "2024-07-15"),
      expiresDate: try TimelineDate(iso8601: "2024-10-15"),
      price: 4990
    )
  ],
  renewalInfo: [RenewalInfo(autoRenewStatus: 0, expirationIntent: 1)]
)

// One engine answers for all customers, from any thread.
let engine = try EligibilityEngine(catalog: catalog, rules: .appStore())
for decision in try engine.decisions(for: alice, asOf: Instant(iso8601: "2025-01-16T04:00:00Z")) {
  print("eligible:", decision.eligibleWinBackOfferIDs.joined(separator: ", "))
  for offer in decision.offers where offer.verdict == .ineligible {
    print("not \(offer.offerId):", offer.failures.map(\.because).joined(separator: "; "))
  }
}
