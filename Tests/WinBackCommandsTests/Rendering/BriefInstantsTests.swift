import Testing
import WinBackFormats

/// Instants in texts for people.
@Suite struct BriefInstantsTests {
  @Test(arguments: [
    ("", ""),
    ("2024-12-20", "2024-12-20"),
    ("2024-12-20T00:00:00Z", "20 December 2024"),
    ("2024-12-20T00:00:59Z", "20 December 2024"),
    ("2024-12-20T23:59:59.999Z", "20 December 2024"),
    (
      "from 2024-01-15T08:30:00Z until 2024-02-15T00:00:00Z: 🙂",
      "from 15 January 2024, 08:30 UTC until 15 February 2024: 🙂"
    ),
    (
      "2024-01-15T08:30:00Z2024-01-16T09:30:00Z",
      "15 January 2024, 08:30 UTC16 January 2024, 09:30 UTC"
    ),
    ("12024-01-15T08:30:00Z", "115 January 2024, 08:30 UTC"),
    ("2024-01-15T08:30:00", "2024-01-15T08:30:00"),
    ("2024-01-15T08:30:00+01:00", "2024-01-15T08:30:00+01:00"),
    ("2024-01-15T08:30:00.Z", "2024-01-15T08:30:00.Z"),
    ("2024-01-15T08:30:00.5", "2024-01-15T08:30:00.5"),
    ("2024-01-1५T08:30:00Z", "2024-01-1५T08:30:00Z"),
  ])
  func isToTheMinute(_ text: String, _ brief: String) {
    #expect(text.withBriefInstants == brief)
  }

  @Test func ofEveryInstant() throws {
    let months =
      "January February March April May June July August September October November December"
      .split(separator: " ")
    for day in stride(from: 0, to: 40_000, by: 37) {
      for time in [0, 1, 59_999, 60_000, 43_211_001, 86_399_999] {
        let instant = Instant(milliseconds: Int64(day) * 86_400_000 + Int64(time))
        let minutes = time / 60_000
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = instant.date
        let day = "\(date.day) \(months[Int(date.month) - 1]) \(date.year)"
        let expected =
          minutes == 0 || time == 86_399_999
          ? day : "\(day), \(two(minutes / 60)):\(two(minutes % 60)) UTC"
        #expect(instant.brief == expected)
      }
    }
  }
}
