import Foundation
import TestSupport
import Testing
import WinBackFiles

/// The first lines of `winback evaluate`: what they claim is read from the text, and compared with the
/// windows of the JSON.
@Suite("The answer")
struct AnswerTests {
  /// Each seed is some sixty customers, so that a tenth of the cases of other properties is many.
  @Test(
    "claims nothing that the windows contradict",
    arguments: ConformanceHistories.carried,
    0..<max(1, TestBuild.randomCases(1) / 10)
  )
  func claims(histories: ConformanceHistories, seed: Int) throws {
    var dice = SplitMix64(seed: UInt64(seed) &* 977 &+ 31)
    let text = try String(contentsOfFile: histories.path("histories.jsonl"), encoding: .utf8)
    let lines = try text.split(separator: "\n").enumerated()
      .filter { TestBuild.isOptimized || $0.offset % 3 == 0 }
      .map { try Self.twisted(String($0.element), &dice) }
    let day = Instant(CivilDate(year: 2023, month: 1, day: 1) ?? Instant(milliseconds: 0).date)
    let now = day.adding(milliseconds: Int64.random(in: 0..<1_100, using: &dice) * 86_400_000)
    func run(_ arguments: [String]) -> CommandRun {
      CommandRun(
        ["evaluate", "-", "-c", histories.path("catalog.json"), "--as-of", now.description]
          + arguments,
        on: InMemoryConsole(input: lines.joined(separator: "\n"), width: 120)
      )
    }
    let decisions = try run(["--json"]).output.decodedLines(as: EvaluatedLine.self)
    let answers = decisions.map { $0.answer + "\n" }.joined(separator: "\n")
    #expect(run(["--brief"]).output == answers)
    for decision in decisions {
      check(decision.answer, decision.offers, asOf: now.description, seed)
      checkWhatElse(of: decision)
    }
  }

  /// Checks the claims that are not about offers.
  private func checkWhatElse(of decision: EvaluatedLine) {
    let answer = decision.answer
    let place = Comment(rawValue: "\(answer) as of \(decision.asOf)")
    let facts = decision.facts
    #expect(answer.hasPrefix("On \(Self.day(decision.asOf)), "), place)
    #expect(answer.count { $0 == "\n" } == 0 && !answer.contains("JPN"), place)
    #expect(!answer.contains("access by Family Sharing") || facts.hasSharedAccess == true, place)
    if facts.hasSharedAccess == true, !decision.offers.isEmpty {
      #expect(
        answer.contains("Family Sharing") || !decision.eligibleWinBackOfferIDs.isEmpty,
        place
      )
    }
    let renews = decision.evidence.renewalInfo == "applies" && facts.willAutoRenew == true
    #expect(!answer.contains(" and renews") || renews, place)
    if answer.contains("commitment") {
      #expect(facts.commitmentExpiresDate ?? "" > decision.asOf && facts.state != "expired", place)
    }
    if answer.contains("introductory offer") {
      #expect(decision.merchandising?.show == "introductory", place)
    }
    if let event = answer.firstMatch(of: #/is in the (\w+) month/#) {
      #expect(facts.state == "subscribed", "\(event.1): \(answer)")
    }
  }

  @Test("closes sixty tickets of support")
  func tickets() throws {
    let run = Samples.evaluate(
      "tickets.jsonl",
      catalog: "tickets.catalog.json",
      asOf: "2026-03-15",
      ["--brief"]
    )
    #expect(run.status == .done && run.output.count { $0 == "\n" } == 123)
    try expectSnapshot(run.output, "tickets.txt")
  }

  @Test("says of one customer what is so", arguments: AnswerCase.all)
  func sentences(of example: AnswerCase) {
    let history = #"{"customerId":"C","storefront":"USA",\#(example.history)}"#
    let run = CommandRun(
      [
        "evaluate", "-", "-c", Samples.path("tickets.catalog.json"), "--as-of", "2026-03-15",
        "--brief",
      ] + example.arguments,
      on: InMemoryConsole(input: history, width: 120)
    )
    #expect(run.output.contains(example.sentences), Comment(rawValue: run.output))
  }

  @Test("asks the owner of a table for a new export, and not for documents of the App Store")
  func table() {
    let table = """
      rc_original_app_user_id,country,product_identifier,start_time,end_time,store,is_sandbox,\
      is_trial_period,store_transaction_id,original_store_transaction_id,renewal_number,updated_at
      ada,US,fit.month,2025-01-01 08:00:00,2025-02-01 08:00:00,app_store,false,false,11,11,1,2025-02-01
      """
    let run = CommandRun(
      ["evaluate", "-", "-c", Samples.path("tickets.catalog.json"), "--as-of", "2026-01-15"],
      on: InMemoryConsole(input: table)
    )
    let request = "new export with all rows of the customer brings what is missing."
    #expect(run.output.contains(request) && !run.output.contains("GET "), "\(run)")
  }

  /// Checks each claim of an answer.
  private func check(
    _ answer: String,
    _ list: [EvaluatedLine.Offer],
    asOf now: String,
    _ seed: Int
  ) {
    let offers = Dictionary(list.map { ($0.offerId, $0) }, uniquingKeysWith: { $1 })
    let place = Comment(rawValue: "\(answer) as of \(now), seed \(seed)")
    #expect(answer.count { $0 == "." } > 0 && !answer.contains("nil"), place)
    for offer in offers.values where offer.isNever {
      #expect(offer.opening(after: now) == nil && offer.changesAt == nil, place)
      #expect((offer.undeterminedWindows ?? []).allSatisfy { $0.from <= now }, place)
    }
    let eligible = offers.filter { $0.value.verdict == "eligible" }
    let undetermined = offers.filter { $0.value.verdict == "undetermined" }
    #expect(answer.contains(" can redeem ") == !(eligible.isEmpty && undetermined.isEmpty), place)
    let denial = answer.firstMatch(of: #/is not eligible( for [^:]*)?( yet)?: /#)
    #expect((denial != nil) == claimsIneligible(answer, offers), place)
    // Each offer has its own last day.
    for match in answer.matches(of: /\(([\w.]+)\) until (\d+ \w+ \d+)(, \d\d:\d\d UTC)?/)
    where eligible[String(match.1)] != nil && answer.contains(" can redeem ") {
      let window = eligible[String(match.1)]?.windows.first {
        $0.from <= now && now <= $0.through ?? "9999"
      }
      #expect(window?.through.map(Self.lastDay) == String(match.2) || match.3 != nil, place)
    }
    for match in answer.matches(of: /(?:\(([\w.]+)\)|[\w ]+?) opens on (\d+ \w+ \d+)/) {
      let openings = offers.values.compactMap { $0.opening(after: now) }
      #expect(openings.min().map(Self.day) == String(match.2), place)
      if let id = match.1 {
        #expect(offers[String(id)]?.opening(after: now).map(Self.day) == String(match.2), place)
      }
    }
    for match in answer.matches(of: /may be eligible for [^:]*? from (\d+ \w+ \d+):/) {
      let changes = offers.values.compactMap { offer in
        offer.windows.contains { $0.from == offer.changesAt } ? nil : offer.changesAt
      }
      #expect(changes.map(Self.day).contains(String(match.1)), place)
    }
    if answer.contains("No offer opens") || answer.contains("does not open") {
      #expect(offers.values.allSatisfy { $0.opening(after: now) == nil }, place)
      #expect(offers.values.allSatisfy { $0.changesAt == nil }, place)
    }
    if offers.values.contains(where: { $0.opening(after: now) != nil }), eligible.isEmpty {
      #expect(answer.contains(" opens on ") || answer.contains("may be eligible"), place)
    }
  }

  /// Whether an answer must say that the customer is not eligible.
  private func claimsIneligible(
    _ answer: String,
    _ offers: [String: EvaluatedLine.Offer]
  ) -> Bool {
    !offers.isEmpty && offers.values.allSatisfy { $0.verdict == "ineligible" }
      && !answer.contains(" has no purchase")
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The day of an instant, in the answer's words.
  private static func day(_ instant: String) -> String {
    let parts = instant.prefix(10).split(separator: "-").compactMap { Int($0) }
    return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
  }

  /// The last day of a window: the day before if it ends at midnight.
  private static func lastDay(_ through: String) -> String {
    guard through.hasSuffix("T00:00:00.000Z"),
      let instant = try? ISO8601Date(parsing: through).instant
    else { return day(through) }
    return day(instant.adding(milliseconds: -1).description)
  }

  /// Returns a history that lacks something, or is signed before its end.
  private static func twisted(_ line: String, _ dice: inout SplitMix64) throws -> String {
    guard var history = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      var transactions = history["transactions"] as? [[String: Any]]
    else { return line }
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: history["renewalInfo"] = nil
    case 1: history["unknown"] = ["paidMonths"]
    case 2: history["unknown"] = ["redemptions"]
    case 3:
      history["storefront"] = nil
      for index in transactions.indices { transactions[index]["storefront"] = nil }
    case 4:
      history["renewalInfo"] = nil
      for index in transactions.indices {
        transactions[index]["signedDate"] = transactions[index]["purchaseDate"]
      }
    default: break
    }
    history["transactions"] = transactions
    return String(decoding: try JSONSerialization.data(withJSONObject: history), as: UTF8.self)
  }
}

extension EvaluatedLine.Offer {
  fileprivate var isNever: Bool { smallestChanges.contains { $0.kind == "never" } }

  /// The first instant after another at which the offer opens.
  fileprivate func opening(after now: String) -> String? { windows.first { $0.from > now }?.from }
}
