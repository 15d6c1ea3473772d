import Foundation
import TestSupport
import Testing
import WinBackCustomerCommands

/// `winback forecast` against `winback score` and `winback evaluate`, which know nothing of it.
@Suite("Forecast and score")
struct ForecastAgreementTests {
  @Test(
    "count the same customers of the conformance data at each date (T6)",
    arguments: ConformanceHistories.carried,
    [["--policy", "timeZone=UTC"], ["--policy", "timeZone=-08:00"]]
  )
  func conformance(histories: ConformanceHistories, policies: [String]) throws {
    let common = histories.arguments + policies
    let forecast = try Forecast(
      common + ["--as-of", "2024-01-31", "--until", "2025-01-31", "--by", "month"]
    )
    #expect(forecast.dates.count == 13)
    // In a build that is not optimized each policy has every second date.
    let isOdd = policies == ["--policy", "timeZone=UTC"]
    for (place, date) in forecast.dates.enumerated()
    where TestBuild.isOptimized || (place % 2 == 1) == isOdd {
      let run = CommandRun(["score"] + common + ["--as-of", date, "--quiet"])
      try #require(run.status == .done)
      var eligible: [Forecast.Offer: Int] = [:]
      var undetermined: [Forecast.Offer: Int] = [:]
      for scored in try run.output.decodedLines(as: ScoredLine.self) {
        for offer in scored.eligibleWinBackOfferIDs {
          eligible[scored.name(of: offer), default: 0] += 1
        }
        for offer in scored.undeterminedWinBackOfferIDs ?? [] {
          undetermined[scored.name(of: offer), default: 0] += 1
        }
      }
      for (offer, point) in forecast.points(on: date) {
        #expect(point.eligible == eligible[offer] ?? 0, "\(offer) on \(date)")
        #expect(point.undetermined == undetermined[offer] ?? 0, "\(offer) on \(date)")
      }
    }
  }

  @Test("count each window where it opens and where it closes, however short (R4)")
  func windows() throws {
    try TemporaryDirectory.with { directory in
      try directory.write(ScoreSamples.customers(), to: "histories.jsonl")
      let common = [directory.path("histories.jsonl"), "--catalog", Samples.path("catalog.json")]
      let forecast = try Forecast(
        common + ["--as-of", "2024-01-10", "--until", "2026-12-20", "--by", "week"]
      )
      let run = CommandRun(["evaluate", "--json", "--as-of", "2025-01-01"] + common)
      let windows = try run.output.decodedLines(as: EvaluatedLine.self).flatMap(\.offers)
        .filter { $0.offerId == "basic_1m_free" }.flatMap(\.windows)
      #expect(!windows.isEmpty)
      var previous = forecast.dates[0]
      for date in forecast.dates.dropFirst() {
        let points = forecast.points(on: date).values
        let opened = windows.filter { previous < $0.from && $0.from <= date + "T00:00:00.000Z" }
        // The first instant after a window is later than its last one.
        let closed = windows.compactMap(\.through).filter { through in
          previous <= through && through < date + "T00:00:00.000Z"
        }
        #expect(points.reduce(0) { $0 + ($1.became ?? 0) } == opened.count, "\(date)")
        #expect(points.reduce(0) { $0 + ($1.ceased ?? 0) } == closed.count, "\(date)")
        previous = date + "T00:00:00.000Z"
      }
    }
  }

  @Test("the numbers of a date follow from those of the one before")
  func flow() throws {
    let histories = try #require(ConformanceHistories.carried.first)
    let forecast = try Forecast(
      histories.arguments + ["--as-of", "2023-01-01", "--until", "2024-12-31"]
    )
    #expect(forecast.dates.count == 731)
    for (date, next) in zip(forecast.dates, forecast.dates.dropFirst()) {
      let before = forecast.points(on: date)
      for (offer, point) in forecast.points(on: next) {
        let eligible = (before[offer]?.eligible ?? 0) + (point.became ?? 0) - (point.ceased ?? 0)
        #expect(point.eligible == eligible, "\(offer) on \(next)")
      }
    }
  }

  @Test("the storefronts of an offer add up to it, at each date")
  func storefronts() throws {
    let histories = try #require(ConformanceHistories.carried.first)
    let common =
      histories.arguments + ["--as-of", "2023-01-31", "--until", "2025-01-31", "--by", "month"]
    let all = try Forecast(common)
    let parts = try Forecast(common + ["--by", "storefront"])
    for date in all.dates {
      for (offer, point) in all.points(on: date) {
        let rows = parts.rows.filter { $0.date == date && $0.offer == offer }
        #expect(rows.reduce(0) { $0 + $1.point.eligible } == point.eligible, "\(offer), \(date)")
        #expect(
          rows.reduce(0) { $0 + $1.point.undetermined } == point.undetermined,
          "\(offer), \(date)"
        )
      }
    }
  }
}

/// A forecast as CSV says it.
private struct Forecast {
  struct Offer: Hashable {
    let group: String
    let id: String
  }

  struct Point {
    let eligible: Int
    let undetermined: Int
    let became: Int?
    let ceased: Int?
  }

  struct Row {
    let date: String
    let offer: Offer
    let point: Point
  }

  let rows: [Row]
  let dates: [String]
  private let rowsByDate: [String: [Row]]

  init(_ arguments: [String]) throws {
    let run = CommandRun(["forecast"] + arguments + ["--csv", "--quiet"])
    try #require(run.status == .done, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    let columns = try #require(lines.first).split(separator: ",").map(String.init)
    rows = try lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let row = Dictionary(uniqueKeysWithValues: zip(columns, fields))
      return Row(
        date: row["date"] ?? "",
        offer: Offer(group: row["subscriptionGroupIdentifier"] ?? "", id: row["offerId"] ?? ""),
        point: Point(
          eligible: try #require(row["eligible"].flatMap(Int.init)),
          undetermined: try #require(row["undetermined"].flatMap(Int.init)),
          became: row["became"].flatMap(Int.init),
          ceased: row["ceased"].flatMap(Int.init)
        )
      )
    }
    var dates: [String] = []
    for row in rows where row.date != dates.last { dates.append(row.date) }
    self.dates = dates
    rowsByDate = Dictionary(grouping: rows, by: \.date)
  }

  /// The points of all offers on a date.
  func points(on date: String) -> [Offer: Point] {
    Dictionary(
      rowsByDate[date, default: []].lazy.map { ($0.offer, $0.point) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension ScoredLine {
  fileprivate func name(of offer: String) -> Forecast.Offer {
    Forecast.Offer(group: subscriptionGroupIdentifier, id: offer)
  }
}
