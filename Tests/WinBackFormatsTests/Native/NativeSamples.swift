import WinBackFormats

/// A catalog and a history that have every native key.
enum NativeSamples {
  static let catalog = """
    { "subscriptionGroups": [
      { "id": "21394321", "referenceName": "Streaming Pass",
        "subscriptions": [
          { "productId": "basic.monthly", "referenceName": "Basic",
            "subscriptionPeriod": "ONE_MONTH", "groupLevel": 2,
            "winBackOffers": [
              { "offerId": "basic_1m_free", "referenceName": "Basic, one month free",
                "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH", "periodCount": 1,
                "customerEligibilityPaidSubscriptionDurationInMonths": 3,
                "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 2, "maximum": 24 },
                "customerEligibilityWaitBetweenOffersInMonths": 6,
                "startDate": "2024-10-01", "endDate": "2026-12-31", "priority": "HIGH",
                "promotionIntent": "USE_AUTO_GENERATED_ASSETS",
                "targetSubscriptionPlanType": "MONTHLY",
                "territories": ["USA", "JPN"] } ] } ] } ]
    }
    """

  static let history = """
    { "customerId": "c-001", "storefront": "USA", "subscriptionGroupIdentifier": "21394321",
      "attributes": { "marketingOptIn": true },
      "transactions": [
        { "transactionId": "1", "originalTransactionId": "1", "productId": "basic.monthly",
          "purchaseDate": 1704067200000, "expiresDate": 1706745600000, "price": 9990,
          "transactionReason": "PURCHASE", "type": "Auto-Renewable Subscription" },
        { "transactionId": "2", "originalTransactionId": "1", "productId": "basic.monthly",
          "purchaseDate": "2024-02-01", "expiresDate": "2024-03-01T00:00:00Z", "price": 0,
          "offerType": 4, "offerIdentifier": "basic_1m_free", "offerDiscountType": "FREE_TRIAL",
          "inAppOwnershipType": "PURCHASED", "storefront": "US", "signedDate": 1706745600000 } ],
      "renewalInfo": { "originalTransactionId": "1", "productId": "basic.monthly",
        "autoRenewStatus": 0, "expirationIntent": 1, "isInBillingRetryPeriod": false,
        "gracePeriodExpiresDate": "2024-03-17", "signedDate": 1709251200000 } }
    """

  static let rules = """
    { "name": "Sample", "title": "A rule set with every key",
      "attributes": { "marketingOptIn": "bool", "visits": "int", "tags": "list(string)" },
      "policies": [
        { "name": "churn", "title": "What churn is", "value": "any", "meaning": "Every end.",
          "alternatives": [ { "value": "voluntary", "title": "Only a cancellation." } ],
          "apple": "Nothing is said.", "source": "nowhere", "certainty": "implied" } ],
      "rules": [
        { "id": "paid", "title": "The customer has paid",
          "require": "subscription.paidMonths >= 3 && policy.churn == 'any'",
          "because": "paid {subscription.paidMonths} months",
          "reasons": [
            { "id": "little", "when": "subscription.paidMonths > 0", "because": "paid too little" },
            { "id": "nothing", "because": "paid nothing" } ],
          "apple": "Months of paid service.", "source": "WWDC24", "certainty": "stated" } ],
      "order": [
        { "title": "High priority comes first.", "key": "offer.priority == 'HIGH' ? 1 : 0",
          "direction": "descending" } ]
    }
    """

  /// An engine of the catalog and the rules of the App Store.
  static func engine(policies: [String: String] = [:]) throws -> EligibilityEngine {
    try EligibilityEngine(
      catalog: Catalog(json: catalog.utf8),
      rules: .appStore(),
      policies: policies
    )
  }
}
