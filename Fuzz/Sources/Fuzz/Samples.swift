import CalendarTime
import WinBack
import WinBackFormats

/// A catalog and customers for what needs both; the one that is fuzzed takes the place of its own.
enum Samples {
  static let now = Instant(milliseconds: 1_734_652_800_000)

  static let rules: CheckedRuleSet = made("rules") { try CheckedRuleSet.appStore() }

  static let catalog: Catalog = made("a catalog") { try Catalog(json: catalogText.utf8) }

  static let engine: EligibilityEngine = made("an engine") {
    try EligibilityEngine(catalog: catalog, rules: rules)
  }

  static let histories: [CustomerHistory] = made("histories") {
    try HistoryInput(reading: historyText.utf8, as: .native).histories
  }

  static let mapping: Mapping = made("a mapping") { try Mapping(json: mappingText.utf8) }

  private static func made<Value>(_ name: String, _ make: () throws -> Value) -> Value {
    do {
      return try make()
    } catch {
      preconditionFailure("no sample of \(name): \(error)")
    }
  }

  static let catalogText = """
    {"subscriptionGroups": [{"id": "1", "subscriptions": [
      {"productId": "basic.monthly", "winBackOffers": [
        {"offerId": "free", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH",
         "customerEligibilityPaidSubscriptionDurationInMonths": 3,
         "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 2, "maximum": 24},
         "customerEligibilityWaitBetweenOffersInMonths": 6, "startDate": "2023-01-01",
         "territories": ["USA", "JPN"]},
        {"offerId": "cheap", "offerMode": "PAY_AS_YOU_GO", "duration": "ONE_WEEK",
         "customerEligibilityPaidSubscriptionDurationInMonths": 1,
         "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 0, "maximum": 60},
         "startDate": "2023-01-01", "endDate": "2026-12-31"}]},
      {"productId": "premium.monthly"}]}]}
    """

  static let historyText = """
    {"customerId": "c", "storefront": "USA", "transactions": [
      {"transactionId": "1", "productId": "premium.monthly", "price": 9990,
       "purchaseDate": "2024-01-01", "expiresDate": "2024-02-01"},
      {"transactionId": "2", "productId": "basic.monthly", "price": 4990,
       "purchaseDate": "2024-02-01", "expiresDate": "2024-04-01"},
      {"transactionId": "3", "productId": "basic.monthly", "price": 0, "offerType": 4,
       "offerIdentifier": "free", "purchaseDate": "2024-06-15", "expiresDate": "2024-07-15"},
      {"transactionId": "4", "productId": "basic.monthly", "inAppOwnershipType": "FAMILY_SHARED",
       "purchaseDate": "2024-08-01", "expiresDate": "2024-08-15"}],
     "renewalInfo": {"autoRenewStatus": 0, "expirationIntent": 1}}
    """

  private static let mappingText = """
    {"dates": "seconds", "only": [{"column": "env", "values": ["live"], "others": "of tests"}],
     "fields": {"customerId": "customer", "transactionId": "invoice", "productId": "plan",
       "purchaseDate": "from", "expiresDate": "to", "duration": "length", "price": "amount",
       "storefront": "country", "signedDate": "written", "inAppOwnershipType": "ownership",
       "autoRenewStatus": "renews", "revocationDate": "refunded",
       "offerType": [{"value": "unknown", "where": {"campaign": ["welcome back"]}},
         {"value": "2", "where": {"campaign": ["*"]}}]},
     "products": {"p_basic": "basic.monthly"}}
    """
}
