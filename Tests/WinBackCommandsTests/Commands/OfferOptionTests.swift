import Testing
import WinBackFiles

@Suite("An offer on the command line")
struct OfferOptionTests {
  private let directory = TemporaryDirectory()

  /// Each command with the option, and what its output must be about.
  private static let commands: [[String]] = [
    ["evaluate", "HISTORY", "--offer"], ["evaluate", "HISTORY", "--redeem"],
    ["score", "HISTORY", "-q", "--long", "--offer"], ["plan", "HISTORY", "-q", "--offer"],
  ]

  private static func catalog(_ names: [String]) -> String {
    let offers = names.enumerated().map { index, name in
      """
      {"offerId": "o\(index)", "referenceName": "\(name)", "offerMode": "FREE_TRIAL",
        "duration": "ONE_MONTH", "startDate": "2024-09-01",
        "customerEligibilityPaidSubscriptionDurationInMonths": 1,
        "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 1, "maximum": 24}}
      """
    }
    return """
      {"subscriptionGroups": [{"id": "1", "subscriptions": [{"productId": "basic.monthly",
        "winBackOffers": [\(offers.joined(separator: ",\n"))]}]}]}
      """
  }

  private func run(_ command: [String], _ offer: String, of names: String...) throws -> CommandRun {
    try directory.write(Self.catalog(names), to: "catalog.json")
    return CommandRun(
      command.map { $0 == "HISTORY" ? Samples.path("alice.json") : $0 }
        + [offer, "-c", directory.path("catalog.json"), "--as-of", "2025-01-15"]
    )
  }

  @Test("has its id or its name, in any letter case", arguments: commands)
  func names(command: [String]) throws {
    func output(_ offer: String) throws -> CommandRun {
      try run(command, offer, of: "One month free", "Half price")
    }
    let byId = try output("o1")
    #expect(byId.status == .done, "\(byId.errors)")
    for name in ["Half price", "half PRICE"] { #expect(try output(name) == byId) }
    #expect(try output("o0") != byId)
  }

  @Test(
    "is refused with the nearest name, or where several offers have the name",
    arguments: commands
  )
  func refusals(command: [String]) throws {
    let call = "winback \(command[0])"
    #expect(
      try run(command, "Half prize", of: "One month free", "Half price")
        == .wrongUsage(
          of: call,
          "the catalog has no offer 'Half prize'; did you mean 'Half price'?"
        )
    )
    #expect(
      try run(command, "Free", of: "Free", "free", "Half price")
        == .wrongUsage(
          of: call,
          "expected the id of one offer, found a name of several: 'o0' and 'o1'"
        )
    )
  }
}
