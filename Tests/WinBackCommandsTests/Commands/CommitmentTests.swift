import Foundation
import Testing
import WinBackFiles

/// Commitments of plans that are billed month by month: they decide nothing, and an answer says when they end.
@Suite("A commitment")
struct CommitmentTests {
  private static let monthly = """
    {"customerId":"cleo","transactions":[
    {"productId":"basic.monthly","purchaseDate":"2024-10-01","expiresDate":"2024-11-01","price":4990,\
    "billingPlanType":"MONTHLY","commitmentInfo":{"billingPeriodNumber":1,"totalBillingPeriods":12,\
    "commitmentExpiresDate":1759276800000,"commitmentPrice":59880}},
    {"productId":"basic.monthly","purchaseDate":"2024-11-01","expiresDate":"2025-02-01","price":4990,\
    "commitmentInfo":COMMITMENT}],
    "renewalInfo":{"autoRenewStatus":1}}
    """

  private func evaluate(_ commitment: String, _ arguments: String...) throws -> CommandRun {
    let history = Self.monthly.replacing("COMMITMENT", with: commitment)
    return CommandRun(
      ["evaluate", "-", "-c", Samples.path("catalog.json")] + arguments,
      on: InMemoryConsole(input: history.replacing("\n", with: ""), width: 400)
    )
  }

  private func end(_ run: CommandRun) throws -> String? {
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    return (json?["facts"] as? [String: Any])?["commitmentExpiresDate"] as? String
  }

  @Test("of the last purchase is said while it runs, in words and in JSON")
  func running() throws {
    let commitment = #"{"commitmentExpiresDate":"2025-10-01"}"#
    let text = try evaluate(commitment, "--as-of", "2025-01-15", "--brief").output
    #expect(text.contains("The commitment to pay every month runs until 30 September 2025."))
    let json = try evaluate(commitment, "--as-of", "2025-01-15", "--json")
    #expect(try end(json) == "2025-10-01T00:00:00.000Z")
  }

  @Test(
    "is not said after its end, if only an earlier purchase has one, and without a date",
    arguments: [
      (#"{"commitmentExpiresDate":"2025-10-01"}"#, "2025-10-01"), ("null", "2025-01-15"),
      ("{}", "2025-01-15"), (#"{"commitmentExpiresDate":null}"#, "2025-01-15"),
    ]
  )
  func none(commitment: String, now: String) throws {
    let text = try evaluate(commitment, "--as-of", now, "--brief").output
    #expect(!text.isEmpty && !text.contains("commitment"))
    #expect(try end(evaluate(commitment, "--as-of", now, "--json")) == nil)
  }

  @Test("decides nothing")
  func verdicts() throws {
    let offers = try [#"{"commitmentExpiresDate":"2030-10-01"}"#, "null"].map { commitment in
      let run = try evaluate(commitment, "--as-of", "2025-06-15", "--json")
      let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      return try #require(json?["offers"] as? NSArray)
    }
    #expect(offers[0] == offers[1])
  }

  @Test(
    "must be an object with a date",
    arguments: [
      ("3", "expected an object, found a number (at transactions[1].commitmentInfo)"),
      (
        #"{"commitmentExpiresDate":true}"#,
        "found true or false (at transactions[1].commitmentInfo.commitmentExpiresDate)"
      ),
    ]
  )
  func faults(commitment: String, words: String) throws {
    let run = try evaluate(commitment, "--as-of", "2025-01-15")
    #expect(run.status == .badData)
    #expect(run.errors.contains(words))
  }

  @Test("stays in a history that is converted")
  func conversion() throws {
    let history = Self.monthly.replacing("COMMITMENT", with: "null").replacing("\n", with: "")
    let run = CommandRun(
      ["convert", "-", "--to", "native"],
      on: InMemoryConsole(input: history, width: 80)
    )
    #expect(run.output.contains("1759276800000"))
  }
}
