import Testing
import WinBackCommands

@Suite("An attribute that only the rules of screens declare")
struct ScreenAttributeTests {
  @Test("is read from histories without a copy of the rules of the offers")
  func attribute() throws {
    try TemporaryDirectory.with { directory in
      try directory.write(
        """
        { "name": "Paywall", "attributes": { "vip": "bool" }, "screens": [
          { "show": "hidden", "title": "For guests",
            "when": "has(customer.attributes.vip) && customer.attributes.vip", "because": "a guest" },
          { "show": "plain", "title": "For others", "when": "true", "because": "no guest" } ] }
        """,
        to: "paywall.json"
      )
      try directory.write(
        """
        { "subscriptionGroups": [ { "id": "g", "subscriptions": [ { "productId": "p" } ] } ] }
        """,
        to: "catalog.json"
      )
      try directory.write(
        """
        { "customerId": "ada", "subscriptionGroupIdentifier": "g", "transactions": [], "attributes": { "vip": true } }
        { "customerId": "ben", "subscriptionGroupIdentifier": "g", "transactions": [], "attributes": { "vip": false } }
        { "customerId": "cleo", "subscriptionGroupIdentifier": "g", "transactions": [] }
        """,
        to: "customers.jsonl"
      )
      let run = CommandRun([
        "score", directory.path("customers.jsonl"), "-c", directory.path("catalog.json"),
        "--as-of", "2025-01-15", "--merchandising", "--csv", "--quiet", "--merchandising-rules",
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
      try directory.write(
        "{ \"customerId\": \"a\", \"attributes\": { \"vip\": 1 } }",
        to: "bad.jsonl"
      )
      let bad = CommandRun([
        "evaluate", directory.path("bad.jsonl"), "-c", directory.path("catalog.json"),
        "--merchandising-rules", directory.path("paywall.json"),
      ])
      #expect(bad.errors.contains("expected"))
      #expect(bad.status == .badData)
    }
  }
}
