// A folder with documents of App Store Connect.

extension GateEdit {
  static let connect: [String: String] = [
    "winback.json": """
    { "catalog": ["group.json", "month.json", "year.json"], "terms": "approved", "losses": "approved" }
    """,
    "group.json": """
    { "data": { "type": "subscriptionGroups", "id": "21", "attributes": { "referenceName": "Video" },
      "relationships": { "subscriptions": { "data": [
        { "type": "subscriptions", "id": "1" }, { "type": "subscriptions", "id": "2" } ] } } },
    "included": [
    \(subscription("1", "month", "ONE_MONTH")),
    \(subscription("2", "year", "ONE_YEAR")) ] }

    """,
    "month.json": offer("1", "month_free", "FREE_TRIAL", "ONE_MONTH", "0.00"),
    "year.json": offer("2", "year_half", "PAY_UP_FRONT", "ONE_YEAR", "29.99"),
  ]

  private static func subscription(_ id: String, _ product: String, _ period: String) -> String {
    """
    { "type": "subscriptions", "id": "\(id)",
      "attributes": { "productId": "\(product)",
        "subscriptionPeriod": "\(period)" },
      "relationships": { "group": { "data": { "type": "subscriptionGroups", "id": "21" } },
        "winBackOffers": { "data": [ { "type": "winBackOffers", "id": "w\(id)" } ] } } }
    """
  }

  private static func offer(
    _ id: String,
    _ name: String,
    _ mode: String,
    _ duration: String,
    _ price: String
  ) -> String {
    """
    { "data": [ { "type": "winBackOffers", "id": "w\(id)", "attributes": {
      "offerId": "\(name)",
      "referenceName": "Offer \(id)",
      "offerMode": "\(mode)",
      "duration": "\(duration)",
      "periodCount": 1,
      "customerEligibilityPaidSubscriptionDurationInMonths": 6,
      "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 2, "maximum": 24 },
      "customerEligibilityWaitBetweenOffersInMonths": 6,
      "startDate": "2027-01-01",
      "priority": "NORMAL" },
      "relationships": {
        "subscription": { "data": { "type": "subscriptions", "id": "\(id)" } },
        "prices": { "data": [ { "type": "winBackOfferPrices", "id": "p\(id)" } ] } } } ],
    "included": [
      { "type": "winBackOfferPrices", "id": "p\(id)", "relationships": {
        "territory": { "data": { "type": "territories", "id": "USA" } },
        "subscriptionPricePoint": { "data": { "type": "subscriptionPricePoints", "id": "q\(id)" } } } },
      { "type": "subscriptionPricePoints", "id": "q\(id)",
        "attributes": { "customerPrice": "\(price)" } } ] }

    """
  }

  static let harmfulConnect = [
    GateEdit(
      "a price",
      "year.json:20:38: error: expected the terms of 'year_half' as before, or their approval under "
        + "'accept', found customers in USA pay 2.99 instead of 29.99 for 1 year (of year_half, at "
        + "included[1].attributes.customerPrice)",
      ("year.json", "29.99", "2.99")
    ),
    GateEdit(
      "a mode",
      "year.json:4:16: error: expected the terms of 'year_half'",
      ("year.json", "PAY_UP_FRONT", "PAY_AS_YOU_GO")
    ),
    GateEdit(
      "twelve periods",
      "month.json:6:18: error: expected the terms of 'month_free' as before, or their approval under "
        + "'accept', found 12 periods, was 1 (of month_free, at data[0].attributes.periodCount)",
      ("month.json", "\"periodCount\": 1", "\"periodCount\": 12")
    ),
    GateEdit(
      "months that nobody can choose",
      "month.json:7:58: error: expected 1 to 24, 36, 48 or 60 months of paid service, found 30 "
        + "[paid-duration] (of month_free, at "
        + "data[0].attributes.customerEligibilityPaidSubscriptionDurationInMonths)",
      (
        "month.json", "InMonths\": 6,\n  \"customerEligibilityTime",
        "InMonths\": 30,\n  \"customerEligibilityTime"
      )
    ),
    GateEdit(
      "a later minimum",
      "year.json:8:70: error: expected that no customer loses 'year_half'",
      ("year.json", "\"minimum\": 2", "\"minimum\": 3")
    ),
    GateEdit(
      "another wait",
      "year.json:9:51: error: expected the terms",
      ("year.json", "Offers" + "InMonths\": 6", "OffersInMonths\": 9")
    ),
    GateEdit(
      "a later start",
      "year.json:10:16: error: expected that no customer loses",
      ("year.json", "2027-01-01", "2027-02-01")
    ),
    GateEdit(
      "another period",
      "group.json:7:27: error: expected the terms of 'month'",
      ("group.json", "\"ONE_MONTH\"", "\"ONE_WEEK\"")
    ),
    GateEdit(
      "another territory",
      "expected that no customer loses 'year_half'",
      ("year.json", "\"USA\"", "\"CAN\"")
    ),
    GateEdit(
      "another id",
      "expected that no customer loses 'year_half'",
      ("year.json", "\"year_half\"", "\"year_reduced\"")
    ),
  ]

  static let harmlessConnect = [
    GateEdit("an empty line", nil, ("month.json", "{ \"data\"", "\n{ \"data\"")),
    GateEdit(
      "documents in another order",
      nil,
      config("\"group.json\", \"month.json\"", "\"month.json\", \"group.json\"")
    ),
    GateEdit("a link", nil, ("month.json", "\"included\"", "\"links\": {},\n\"included\"")),
    GateEdit("a name of the group", nil, ("group.json", "\"Video\"", "\"Film\"")),
    GateEdit(
      "attributes that are not read",
      nil,
      (
        "group.json", "\"productId\": \"month\"",
        "\"productId\": \"month\", \"state\": \"APPROVED\""
      )
    ),
    GateEdit("a price with another zero", nil, ("year.json", "29.99", "29.990")),
    GateEdit(
      "a number with a fraction of zero",
      nil,
      ("year.json", "\"minimum\": 2", "\"minimum\": 2.0")
    ),
    GateEdit(
      "a wait in another form",
      nil,
      ("year.json", "OffersInMonths\": 6", "OffersInMonths\": 6.0")
    ),
    GateEdit(
      "no promotion, as null",
      nil,
      (
        "year.json", "\"priority\": \"NORMAL\"",
        "\"priority\": \"NORMAL\", \"promotionIntent\": null"
      )
    ),
    GateEdit("an escaped letter", nil, ("year.json", "\"year_half\"", "\"\\u0079ear_half\"")),
  ]
}
