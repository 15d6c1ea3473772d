import Testing
import WinBackFiles

@Suite("An offer whose identifier another group has, too")
struct OfferNameTests {
  private let directory = TemporaryDirectory()

  /// Two groups with an offer `o` each, and a customer of each, whom the store offers nothing.
  init() throws {
    try directory.write(Self.catalog(paid: 3, 6), to: "before.json")
    try directory.write(Self.catalog(paid: 6, 3), to: "after.json")
    let customers = ["a", "b"].map { product in
      """
      {"customerId":"\(product)","storefront":"USA","transactions":[{"productId":"\(product)",\
      "purchaseDate":"2024-01-01","expiresDate":"2024-06-01"}],"renewalInfo":{"autoRenewStatus":0,\
      "signedDate":"2024-10-01","eligibleWinBackOfferIds":[]}}
      """
    }
    try directory.write(customers.joined(separator: "\n"), to: "customers.jsonl")
  }

  private static func catalog(paid first: Int, _ second: Int) -> String {
    let groups = [("1", "a", first), ("2", "b", second)].map { group, product, months in
      """
      {"id": "\(group)", "subscriptions": [{"productId": "\(product)", "winBackOffers": [
      {"offerId": "o", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH", "startDate": "2024-09-01",
      "customerEligibilityPaidSubscriptionDurationInMonths": \(months),
      "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 2, "maximum": 24}}]}]}
      """
    }
    return #"{"subscriptionGroups": [\#(groups.joined(separator: ","))]}"#
  }

  @Test(
    "is named with its group wherever a text names offers of several groups",
    arguments: [
      (
        ["compare", "--from", "before.json", "--to", "after.json", "--merchandising"],
        [
          "- o of group 1: reaches fewer customers\n", "+ o of group 2: reaches more customers\n",
          "  o of group 1       1      0", "  the win-back offer o of group 2       0      1\n",
        ]
      ),
      (
        ["score", "-c", "after.json"],
        ["eligible for o of group 1  0\neligible for o of group 2  1"]
      ),
      (["audit", "-c", "after.json"], ["o of group 2        0      1\n"]),
      (["audit", "-c", "after.json", "--json"], [#""subscriptionGroupIdentifier": "2","#]),
      (
        ["report", "-c", "after.json", "--by", "month"],
        ["<code>o of group 1</code>", "<caption>o of group 2</caption>"]
      ),
    ]
  )
  func texts(arguments: [String], parts: [String]) {
    let files = ["before.json", "after.json"]
    let run = CommandRun(
      arguments.map { files.contains($0) ? directory.path($0) : $0 }
        + [directory.path("customers.jsonl"), "--as-of", "2024-10-01"]
    )
    for part in parts { #expect((run.output + run.errors).contains(part), "\(part)") }
  }

  @Test("is named so by a check, and an approval of its loss must name its group")
  func check() throws {
    func check(_ accept: String) throws -> CommandRun {
      let configuration =
        #"{"catalog": "after.json", "losses": "approved", "accept": [\#(accept)]}"#
      try directory.write(configuration, to: "winback.json")
      return CommandRun([
        "check", directory.path(), "--base", directory.path("before.json"), "--as-of", "2024-08-01",
      ])
    }
    let id = #"{"offerId": "o", "reason": "it ends""#
    let open = try check(id + "}")
    #expect(
      open.errors.contains(
        "expected that no customer loses 'o of group 1', or its approval under 'accept' with "
          + "'subscriptionGroupIdentifier', found "
      )
    )
    #expect(open.output.contains("  2024-09-01: o of group 1, o of group 2\n"))
    let approved = try check(id + #", "subscriptionGroupIdentifier": "1"}"#)
    #expect(approved.output.contains("✓ losses: 1 approved"))
  }
}
