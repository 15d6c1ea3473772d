import Foundation
import Testing
import WinBackFiles

@Suite("winback forecast")
struct ForecastCommandTests {
  private static let dates = ["--as-of", "2024-05-01", "--until", "2026-11-01", "--by", "month"]

  private static func forecast(
    _ input: String,
    _ arguments: [String] = dates,
    width: Int = 80
  ) -> CommandRun {
    CommandRun(
      ["forecast", "-", "--catalog", Samples.path("catalog.json")] + arguments,
      on: InMemoryConsole(input: input, width: width)
    )
  }

  @Test("prints a picture, CSV and JSON", arguments: ["txt", "csv", "json"])
  func layouts(name: String) throws {
    let layout = name == "txt" ? [] : ["--\(name)"]
    let run = try Self.forecast(ScoreSamples.customers(), Self.dates + layout)
    #expect(run.status == .done)
    try expectSnapshot(run.output, "forecast.\(name)")
  }

  @Test("prints a narrow picture of many days, and of one")
  func narrow() throws {
    let input = try ScoreSamples.customers()
    let days = Self.forecast(
      input,
      ["--as-of", "2024-05-01", "--until", "2026-11-01"],
      width: 40
    )
    try expectSnapshot(days.output, "forecast-width-40.txt")
    let day = Self.forecast(input, ["--as-of", "2024-06-01", "--until", "2024-06-01"])
    try expectSnapshot(day.output, "forecast-one-day.txt")
  }

  @Test("tells storefronts apart, also those that are not known")
  func storefronts() throws {
    let run = try Self.forecast(
      ScoreSamples.customers(),
      [
        "--as-of", "2024-06-01", "--until", "2024-08-01", "--by", "month", "--by", "storefront",
        "--csv",
      ]
    )
    try expectSnapshot(run.output, "forecast-storefronts.csv")
    let days = ["--as-of", "2024-06-01", "--until", "2024-06-03", "--csv", "--by", "storefront"]
    let daily = try Self.forecast(ScoreSamples.customers(), days)
    #expect(daily.status == .done)
    #expect(try daily == Self.forecast(ScoreSamples.customers(), days + ["--by", "day"]))
  }

  @Test("begins today and ends in a year where nothing is said")
  func today() {
    let run = CommandRun(
      ["forecast", "-", "--catalog", Samples.path("catalog.json"), "--by", "month", "--csv"],
      on: InMemoryConsole(
        input: ScoreSamples.alice,
        now: Instant(milliseconds: 1_738_368_000_000 - 1)
      )
    )
    let dates = run.output.split(separator: "\n").dropFirst().map { $0.prefix(10) }
    #expect(dates.first == "2025-01-31")
    #expect(dates.dropFirst().first == "2025-02-28")
    #expect(dates.last == "2026-01-31")
    #expect(dates.count == 13)
  }

  @Test("reads a history that goes on over several lines")
  func longHistory() throws {
    let run = Self.forecast(try Samples.text("alice.json"), Self.dates + ["--csv"])
    #expect(run.status == .done)
    #expect(run.output == Self.forecast(ScoreSamples.alice, Self.dates + ["--csv"]).output)
    #expect(run.errors == "1 customer followed\n")
  }

  @Test("reads nothing")
  func empty() {
    let run = Self.forecast("", Self.dates + ["--csv"])
    #expect(run.status == .done)
    #expect(run.output.split(separator: "\n").last == "2026-11-01,21394321,basic_1m_free,0,0,0,0")
  }

  @Test("counts the others where lines cannot be read, and fails")
  func rejects() {
    let input = "\(ScoreSamples.alice)\n\n{\"customerId\":1}\n\(ScoreSamples.alice(named: "a2"))\n"
    let run = Self.forecast(input, Self.dates + ["--csv"])
    #expect(run.status == .badData)
    #expect(run.output.contains("2025-02-01,21394321,basic_1m_free,2,0,2,0\n"))
    #expect(
      run.errors == """
        <standard input>:3:15: error: expected a string, found a number (at customerId)
        4 lines read: 2 followed, 1 rejected, 1 blank
        <standard input>: error: expected at most 0 rejected lines, found 1 of 3

        """
    )
    let allowed = Self.forecast(input, Self.dates + ["--csv", "--allow-rejects", "1", "--quiet"])
    #expect(allowed.status == .done)
    #expect(allowed.output == run.output)
  }

  @Test("says the same for any number of threads")
  func threads() throws {
    let lines = (0..<600).map { ScoreSamples.alice(named: "a\($0)") + ($0 % 200 == 0 ? "?" : "") }
    let runs = ["1", "2", "5"].map { threads in
      Self.forecast(
        lines.joined(separator: "\n"),
        Self.dates + ["--csv", "--jobs", threads, "--allow-rejects", "3"]
      )
    }
    #expect(runs[0].status == .done)
    #expect(runs[0].output.contains("2025-02-01,21394321,basic_1m_free,597,0,597,0\n"))
    #expect(runs[0].errors.hasSuffix("600 lines read: 597 followed, 3 rejected\n"))
    #expect(runs[1] == runs[0])
    #expect(runs[2] == runs[0])
  }

  @Test(
    "streams a table, leaves out customers with a broken row, and wants a customer's rows together"
  )
  func tables() throws {
    let header =
      "rc_original_app_user_id,product_identifier,start_time,end_time,store_transaction_id"
    func row(_ customer: String, _ month: Int, _ id: String) -> String {
      "\(customer),basic.monthly,2024-0\(month)-01 08:00:00,2024-0\(month + 1)-01 08:00:00,\(id)"
    }
    func forecast(_ rows: [String], _ arguments: [String] = []) -> CommandRun {
      Self.forecast(
        ([header] + rows).joined(separator: "\n"),
        Self.dates + ["--csv", "--format", "revenuecat"] + arguments
      )
    }
    let rows = (0..<2_500).flatMap { index in (1...3).map { row("c\(index)", $0, "\(index).\($0)") }
    }
    let runs = ["1", "2", "5"].map { forecast(rows, ["--jobs", $0]) }
    #expect(runs[0].status == .done, "\(runs[0].errors)")
    #expect(
      runs[0].errors.hasSuffix(
        "7 500 rows read: 7 500 followed, 0 rejected\n2 500 customers: 2 500 followed, 0 rejected\n"
      ),
      "\(runs[0].errors)"
    )
    #expect(runs[0].output.contains(",2500,"))
    #expect(runs[1] == runs[0])
    #expect(runs[2] == runs[0])
    let shuffled = rows.filter { $0.hasSuffix(".1") } + rows.filter { !$0.hasSuffix(".1") }
    let refused = forecast(shuffled)
    #expect(refused.status == .badData)
    #expect(
      refused.errors.hasSuffix(
        "expected the rows of a customer together, found more of an earlier customer; use "
          + "'--sort'\n"
      ),
      "\(refused.errors)"
    )
    #expect(forecast(shuffled, ["--sort"]).output == runs[0].output)
    let broken = forecast([row("a", 1, "1"), "b,basic.monthly,soon,later,2", row("c", 1, "3")])
    #expect(broken.status == .badData)
    #expect(broken.output == forecast([row("a", 1, "1"), row("c", 1, "3")]).output)
    #expect(
      broken.errors.hasSuffix(
        """
        <standard input>:3:17: error: expected a date such as 2025-01-15 or 2025-01-15 09:30:00 in column 'start_time', found 'soon'
        3 rows read: 2 followed, 1 rejected
        3 customers: 2 followed, 1 rejected
        <standard input>: error: expected at most 0 rejected rows, found 1 of 3

        """
      ),
      "\(broken.errors)"
    )
  }

  @Test(
    "refuses dates that make no forecast",
    arguments: [
      (
        ["--as-of", "2025-02-01", "--until", "2025-01-01"],
        "option '--until' expects a date that is not before the first one"
      ),
      (
        ["--as-of", "2025-02-30"],
        "option '--as-of': 2025-02-30 does not exist: February 2025 has 28 days"
      ),
      (
        ["--as-of", "2020-01-01", "--until", "2031-01-01"],
        "expected from 1 to 3 660 dates in the years 0001 to 9999, found others until "
          + "'--until'"
      ),
      (["--csv", "--json"], "expected '--csv' or '--json', found both"),
      (
        ["--by", "week", "--by", "storefront", "--by", "month"],
        "option '--by' expects one step, found 'week' and 'month'"
      ),
      (
        ["--by", "year"],
        "option '--by' expects 'day', 'week', 'month' or 'storefront', found 'year'"
      ),
    ]
  )
  func usage(arguments: [String], message: String) {
    let run = Self.forecast(ScoreSamples.alice, arguments)
    #expect(run == .wrongUsage(of: "winback forecast", message))
  }

  @Test("refuses more storefronts than the App Store has")
  func tooManyStorefronts() {
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
    let codes = letters.flatMap { first in letters.map { first + $0 + "Q" } }
    let input = codes.map { code in
      ScoreSamples.alice.replacing(#""storefront": "USA""#, with: "\"storefront\": \"\(code)\"")
    }
    let rules = Samples.path("anywhere.rules.json")
    let run = Self.forecast(
      input.joined(separator: "\n"),
      Self.dates + ["--by", "storefront", "--rules", rules]
    )
    #expect(run.status == .badData)
    #expect(
      run.errors == "winback: error: expected the storefronts of the App Store, found far more\n"
    )
  }
}
