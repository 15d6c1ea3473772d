import Foundation
import TestSupport
import Testing
import WinBackFiles

/// Both sides of each limit of Documentation/Limits.md that no other suite has.
@Suite("A limit")
struct LimitTests {
  private let directory = TemporaryDirectory()

  private static func history(_ transactions: Int, product: (Int) -> String = { _ in "p" })
    -> String
  {
    // From 2011-02-16 on: as much of months as ends before 2025.
    let length = min(2_592_000_000, 435_000_000_000 / transactions)
    let list = (0..<transactions).map { number in
      let start = 1_297_814_400_000 + number * length
      return #"{"transactionId":"\#(1_000_000 + number)","productId":"\#(product(number))","#
        + #""price":9990,"purchaseDate":\#(start),"expiresDate":\#(start + length)}"#
    }
    return #"{"customerId":"c","transactions":[\#(list.joined(separator: ","))],"#
      + #""renewalInfo":{"eligibleWinBackOfferIds":[],"signedDate":1736899200000}}"#
  }

  private static func offer(
    _ id: String,
    from minimum: Int = 1,
    to maximum: Int = 24,
    priority: String = "NORMAL"
  ) -> String {
    #"{"offerId":"\#(id)","offerMode":"FREE_TRIAL","duration":"ONE_MONTH","priority":"\#(priority)","#
      + #""customerEligibilityPaidSubscriptionDurationInMonths":1,"startDate":"2023-01-01","#
      + #""customerEligibilityTimeSinceLastSubscribedInMonths":{"minimum":\#(minimum),"maximum":\#(maximum)}}"#
  }

  private func write(offers: [String]) throws -> String {
    try directory.write(
      #"{"subscriptionGroups":[{"id":"1","subscriptions":[{"productId":"p","winBackOffers":["#
        + offers.joined(separator: ",") + "]}]}]}",
      to: "catalog.json"
    )
    return directory.path("catalog.json")
  }

  private func evaluate(_ history: String, _ more: String...) throws -> CommandRun {
    try run("evaluate", history, more)
  }

  private func run(_ command: String, _ history: String, _ more: [String]) throws -> CommandRun {
    try directory.write(history, to: "history.json")
    let catalog = try write(offers: [Self.offer("o")])
    return CommandRun(
      [command, directory.path("history.json"), "-c", catalog, "--as-of", "2025-01-15"] + more
    )
  }

  /// Writes the rules of the App Store with a change.
  private func rules(_ change: (inout [String: Any]) -> Void) throws -> String {
    let text = CommandRun(["print", "rules", "AppStore"]).output
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    var rules = try #require(object as? [String: Any])
    change(&rules)
    let data = try JSONSerialization.data(withJSONObject: rules)
    try directory.write(String(decoding: data, as: UTF8.self), to: "rules.json")
    return directory.path("rules.json")
  }

  @Test(
    "holds for the nesting of values that nobody reads",
    arguments: [(127, true), (128, false)]
  )
  func nesting(depth: Int, isRead: Bool) throws {
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let history = Self.history(3).replacing(#""c","#, with: #""c","more":\#(nested),"#)
    let run = try evaluate(history)
    #expect((run.status == .done) == isRead)
    #expect(run.errors.contains("more than 128 arrays and objects are nested") != isRead)
  }

  @Test("holds for the transactions of a customer", arguments: [(10_000, true), (10_001, false)])
  func transactions(count: Int, isRead: Bool) throws {
    let run = try run("score", Self.history(count), ["-q"])
    #expect((run.status == .done) == isRead)
    #expect(run.errors.contains("10000 transactions") != isRead)
  }

  @Test("holds for the products of a customer", arguments: [(1_000, true), (1_001, false)])
  func products(count: Int, isRead: Bool) throws {
    let run = try evaluate(Self.history(count) { "p\($0)" })
    #expect((run.status == .done) == isRead)
    #expect(run.errors.contains("1000 products") != isRead)
  }

  @Test("holds for the strings that a rule makes", arguments: [(109, true), (110, false)])
  func strings(count: Int, isDecided: Bool) throws {
    let rules = try rules { rules in
      rules["attributes"] = ["note": "string"]
      var own = rules["rules"] as? [[String: Any]] ?? []
      let note = [String](repeating: "customer.attributes.note", count: 600)
      own[0]["require"] = "size(\(note.joined(separator: " + "))) > 0"
      rules["rules"] = own
    }
    let note = String(repeating: "x", count: count)
    let history = Self.history(3).replacing(
      #"{"customerId""#,
      with: #"{"attributes":{"note":"\#(note)"},"customerId""#
    )
    let run = try evaluate(history, "--rules", rules, "--json")
    #expect(run.status == .done)
    let outcome = try #require(run.output.firstRange(of: #""outcome": "#))
    #expect(run.output[outcome.upperBound...].hasPrefix(isDecided ? "true" : "null"))
  }

  @Test("holds for the combinations of policies", arguments: [(3, true), (4, false)])
  func combinations(values: Int, isRun: Bool) throws {
    let rules = try rules { rules in
      var policies = rules["policies"] as? [[String: Any]] ?? []
      var more = policies[0]
      more["name"] = "more"
      more["value"] = "0"
      more["alternatives"] = (1..<values).map { ["value": "\($0)", "title": "More."] }
      policies.append(more)
      rules["policies"] = policies
      var own = rules["rules"] as? [[String: Any]] ?? []
      own[0]["require"] = "(\(own[0]["require"] ?? "true")) && policy.more != '1'"
      rules["rules"] = own
    }
    try directory.write(Self.history(1), to: "signed.jsonl")
    let catalog = try write(offers: [Self.offer("o")])
    let run = CommandRun([
      "audit", directory.path("signed.jsonl"), "-c", catalog, "--calibrate", "--rules", rules,
      "--policy", "monthLength=calendar", "--require", "mismatches=100%",
    ])
    #expect((run.status == .done) == isRun, "\(run.errors)")
    #expect(run.errors.contains("expected at most 131 072 combinations of policies") != isRun)
  }

  @Test(
    "holds for the offers that together hide another one",
    arguments: [(16, true), (17, false)]
  )
  func hiding(count: Int, isFound: Bool) throws {
    let parts = (1...count).map { Self.offer("p\($0)", from: $0, to: $0 + 1, priority: "HIGH") }
    let catalog = try write(offers: parts + [Self.offer("whole", to: count + 1)])
    let run = CommandRun(["lint", catalog, "--as-of", "2025-01-15"])
    #expect(run.output.contains("[always-hidden]") == isFound, "\(run.output)")
  }

  @Test("holds for the offers that an example names", arguments: [(10, false), (11, true)])
  func example(count: Int, hasMore: Bool) throws {
    let catalog = try write(offers: (0..<count).map { Self.offer("same\($0)", to: 12) })
    let run = CommandRun(["lint", catalog, "--as-of", "2025-01-15", "--json"])
    #expect(run.output.contains(#""moreAreEligible": true"#) == hasMore)
  }
}
