import CalendarTime
import Foundation
import WinBack
import WinBackFormats

// A catalog from a file, and a customer from a server's own database; dates are milliseconds, as in
// the payloads of the App Store Server API.
let path = URL(filePath: #filePath).appending(path: "../../../../DestinationVideo/catalog.json")
let catalog = try Catalog(json: Data(contentsOf: path.standardized))
let alice = CustomerHistory(
  customerId: "alice",
  storefront: Storefront("USA"),
  transactions: [
    Transaction(
      productId: "basic.monthly",
      purchaseDate: TimelineDate(Instant(milliseconds: 1_721_001_600_000)),
      expiresDate: TimelineDate(Instant(milliseconds: 1_728_950_400_000)),
      price: 4990
    )
  ],
  renewalInfo: [RenewalInfo(autoRenewStatus: 0, expirationIntent: 1)]
)

// One engine answers for all customers, from any thread.
let engine = try EligibilityEngine(catalog: catalog, rules: .appStore())
let now = Instant(milliseconds: 1_737_000_000_000)
for decision in try engine.decisions(for: alice, asOf: now).decisions {
  print("eligible:", decision.eligibleWinBackOfferIDs.joined(separator: ", "))
  for offer in decision.offers where offer.verdict == .ineligible {
    let reasons = offer.rules.filter { $0.outcome == false }.map(\.because)
    print("not \(offer.offerId):", reasons.joined(separator: "; "))
  }
}
