import Testing
import WinBackFiles

@Suite("An attribute that only the rules of screens declare")
struct ScreenAttributeTests {
  @Test("is read from histories without a copy of the rules of the offers")
  func attribute() {
    let directory = TemporaryDirectory([
      "paywall.json": """
      { "name": "Paywall", "attributes": { "vip": "bool" }, "screens": [
        { "show": "hidden", "title": "For guests",
          "when": "has(customer.attributes.vip) && customer.attributes.vip", "because": "a guest" },
        { "show": "plain", "title": "For others", "when": "true", "because": "no guest" } ] }
      """,
      "catalog.json": """
      { "subscriptionGroups": [ { "id": "g", "subscriptions": [ { "productId": "p" } ] } ] }
      """,
      "customers.jsonl": """
      { "customerId": "ada", "subscriptionGroupIdentifier": "g", "transactions": [], "attributes": { "vip": true } }
      { "customerId": "ben", "subscriptionGroupIdentifier": "g", "transactions": [], "attributes": { "vip": false } }
      { "customerId": "cleo", "subscriptionGroupIdentifier": "g", "transactions": [] }
      """,
      "bad.jsonl": #"{ "customerId": "a", "attributes": { "vip": 1 } }"#,
    ])
    let run = CommandRun([
      "score", directory.path("customers.jsonl"), "-c", directory.path("catalog.json"),
      "--as-of", "2025-01-15", "--merchandising", "--csv", "--quiet", "--rules",
      directory.path("paywall.json"),
    ])
    #expect(run.errors == "")
    #expect(
      run.output == """
        customerId,subscriptionGroupIdentifier,eligibleWinBackOfferIDs,show,shownProductId,shownOfferId
        ada,g,,hidden,,
        ben,g,,plain,,
        cleo,g,,plain,,

        """
    )
    let bad = CommandRun([
      "evaluate", directory.path("bad.jsonl"), "-c", directory.path("catalog.json"),
      "--rules", directory.path("paywall.json"),
    ])
    #expect(bad.errors.contains("expected"))
    #expect(bad.status == .badData)
  }
}
