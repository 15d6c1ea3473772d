import Testing
import WinBackFiles

/// What once was answered with a confidence that the data did not give, typed as a user types it.
@Suite("Data that people really have")
struct DoubtfulDataTests {
  /// A month that was paid on the first of January 2025, with what follows it.
  private static func customer(_ more: String, purchase: String = "") -> String {
    """
    {"customerId":"mia","storefront":"USA","transactions":[{"transactionId":"1",\
    "originalTransactionId":"1","productId":"basic.monthly","purchaseDate":"2024-08-01",\
    "expiresDate":"2025-01-01","price":9990\(purchase)}]\(more)}
    """
  }

  private static func evaluate(
    _ history: String,
    asOf instant: String,
    _ arguments: [String] = []
  ) -> CommandRun {
    CommandRun(
      ["evaluate", "-", "--catalog", Samples.path("catalog.json"), "--as-of", instant] + arguments,
      on: InMemoryConsole(input: history)
    )
  }

  /// The text with its lines put together.
  private static func text(_ run: CommandRun) -> String {
    run.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  private static func sentence(_ history: String, asOf instant: String) -> String {
    text(evaluate(history, asOf: instant, ["--brief"]))
  }

  @Test("without renewal information may be in billing retry for sixty days (F13a)")
  func withoutRenewalInfo() {
    #expect(
      Self.sentence(Self.customer(""), asOf: "2025-03-01")
        == """
        On 1 March 2025, it is not known whether mia can redeem basic_1m_free: the subscription ended \
        on 1 January 2025, and without renewal information Apple may still try the payment. If no \
        payment succeeds, basic_1m_free opens on 2 March 2025 at the latest. GET \
        /inApps/v1/subscriptions/{transactionId} brings what is missing.
        """
    )
    let hinge = Self.evaluate(Self.customer(""), asOf: "2025-03-01", ["--json"]).output
    #expect(hinge.contains("missingRenewalInfo"))
  }

  @Test("that announces a renewal has not lapsed four months later (F13b)")
  func oldStatus() {
    let renewal = #","renewalInfo":{"autoRenewStatus":1,"signedDate":"2024-11-20"}"#
    let run = Self.evaluate(Self.customer(renewal), asOf: "2025-03-20", ["--json"])
    #expect(run.output.contains(#""state": null"#))
    #expect(run.output.contains(#""paidMonthsAtLeast": 5"#))
    #expect(run.output.contains(#""renewalInfo": "stale""#))
    #expect(
      Self.sentence(Self.customer(renewal), asOf: "2025-03-20").hasPrefix(
        "On 20 March 2025, it is not known whether mia can redeem basic_1m_free: the input does not "
          + "show whether the subscription was renewed on 1 January 2025."
      )
    )
  }

  @Test("with seconds for milliseconds are refused (F13e)")
  func seconds() {
    let run = Self.evaluate(
      Self.customer("").replacing(#""2024-08-01""#, with: "1722470400"),
      asOf: "2025-01-15"
    )
    #expect(run.status == .badData)
    #expect(run.errors.contains("are these seconds instead of milliseconds?"))
  }

  @Test(
    "with the store's own list show it beside ours, and say where they differ",
    arguments: [
      (status: 0, named: "other", ours: "give basic_1m_free"),
      (status: 1, named: "basic_1m_free", ours: "cannot decide basic_1m_free"),
    ]
  )
  func storeAnswer(status: Int, named: String, ours: String) {
    let renewal = """
      ,"renewalInfo":{"autoRenewStatus":\(status),"expirationIntent":1,"signedDate":"2025-03-10",\
      "eligibleWinBackOfferIds":["\(named)"]}
      """
    let output = Self.text(Self.evaluate(Self.customer(renewal), asOf: "2025-03-20"))
    let difference = "named \(named) on 10 March 2025; these rules \(ours) for that time"
    #expect(output.contains(difference), "\(output)")
    let answer = "named \(named) on 10 March 2025, and these rules \(ours) for that time."
    #expect(output.contains(answer), "\(output)")
  }

  @Test("have a purchase after '--data-through': a warning says so")
  func laterPurchase() {
    let told = ["2024-07-31", "2025-01-02"].map { through in
      Self.evaluate(Self.customer(""), asOf: "2025-03-20", ["--data-through", through]).errors
        .contains("is after '--data-through', 31 July 2024")
    }
    #expect(told == [true, false])
  }

  @Test("of an environment in other letters are those of the environment")
  func environment() {
    let document = """
      { "signedTransactionInfoDecoded":
          { "transactionId": "1", "originalTransactionId": "1", "productId": "basic.monthly",
            "subscriptionGroupIdentifier": "21394321", "type": "Auto-Renewable Subscription",
            "purchaseDate": 1704067200000, "expiresDate": 1711929600000, "storefront": "USA",
            "price": 9990, "environment": "Production" },
        "signedRenewalInfoDecoded":
          { "originalTransactionId": "1", "productId": "basic.monthly", "autoRenewStatus": 0,
            "signedDate": 1717200000000, "environment": "Production" } }
      """
    let runs = ["Production", "production"].map { name in
      Self.evaluate(document, asOf: "2024-06-15", ["--environment", name, "--json"])
    }
    #expect(runs[0].output.contains(#""eligibleWinBackOfferIDs": ["#))
    #expect(runs[1] == runs[0])
    let misspelt = Self.evaluate(document, asOf: "2024-06-15", ["--environment", "Prodution"])
    #expect(misspelt.errors.contains("did you mean 'Production'?"))
  }

  @Test("of an active customer say that an offer can open only without a renewal")
  func active() {
    let renewal = #","renewalInfo":{"autoRenewStatus":1,"signedDate":"2024-12-01"}"#
    #expect(
      Self.sentence(Self.customer(renewal), asOf: "2024-12-05")
        == """
        On 5 December 2024, mia is not eligible for basic_1m_free yet: the subscription to \
        basic.monthly is active until 31 December 2024 and renews. An offer can open only after the subscription ends without a renewal.
        """
    )
  }

  @Test("of billing retry tell the sixty days, and the lapse as something to come")
  func retry() {
    let renewal = #"""
      ,"renewalInfo":{"autoRenewStatus":1,"expirationIntent":2,"isInBillingRetryPeriod":true,\#
      "signedDate":"2025-01-05"}
      """#
    let output = Self.text(
      Self.evaluate(
        Self.customer(renewal),
        asOf: "2025-01-10",
        ["--policy", "lapseStart=retryEnd"]
      )
    )
    #expect(output.contains("payment failed, the App Store is retrying, counts as lapsed from"))
    #expect(output.contains("~ billing retry"))
    #expect(!output.contains("lapsed since"), "\(output)")
  }

  @Test("of grace show that service goes on")
  func grace() {
    let renewal = #"""
      ,"renewalInfo":{"autoRenewStatus":1,"expirationIntent":2,"isInBillingRetryPeriod":true,\#
      "gracePeriodExpiresDate":"2025-01-31","signedDate":"2025-01-05"}
      """#
    let output = Self.text(Self.evaluate(Self.customer(renewal), asOf: "2025-01-10"))
    #expect(output.contains("▓ grace period"), "\(output)")
  }

  @Test("that fit no criterion are not told to change what the store refuses or has locked")
  func changes() {
    let renewal =
      #","renewalInfo":{"autoRenewStatus":0,"expirationIntent":1,"signedDate":"2027-06-01"}"#
    let output = Self.evaluate(Self.customer(renewal), asOf: "2027-06-15").output
    #expect(!output.contains("maximum 24 → "), "\(output)")
    let free = Self.customer(renewal, purchase: #","offerDiscountType":"FREE_TRIAL""#)
    let trial = Self.evaluate(free, asOf: "2025-03-15").output
    #expect(!trial.contains("→ 0"), "\(trial)")
  }

  @Test("that are not decided have a colour of their own on the page")
  func pageColour() {
    let run = CommandRun(
      ["report", "-", "--catalog", Samples.path("catalog.json"), "--as-of", "2025-03-01"],
      on: InMemoryConsole(input: Self.customer(""))
    )
    #expect(run.output.contains(#"<div class="answer open">"#))
    #expect(run.output.contains(#"<span class="verdict open">"#))
  }
}
