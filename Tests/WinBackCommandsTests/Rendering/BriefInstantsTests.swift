import CalendarTime
import Testing
import WinBackCommands

/// Instants in texts for people.
@Suite struct BriefInstantsTests {
  @Test(arguments: [
    ("", ""),
    ("2024-12-20", "2024-12-20"),
    ("2024-12-20T00:00:00Z", "2024-12-20"),
    ("2024-12-20T00:00:59Z", "2024-12-20"),
    ("2024-12-20T23:59:59.999Z", "2024-12-20 23:59 UTC"),
    (
      "from 2024-01-15T08:30:00Z until 2024-02-15T00:00:00Z: 🙂",
      "from 2024-01-15 08:30 UTC until 2024-02-15: 🙂"
    ),
    ("2024-01-15T08:30:00Z2024-01-16T09:30:00Z", "2024-01-15 08:30 UTC2024-01-16 09:30 UTC"),
    ("12024-01-15T08:30:00Z", "12024-01-15 08:30 UTC"),
    ("2024-01-15T08:30:00", "2024-01-15T08:30:00"),
    ("2024-01-15T08:30:00+01:00", "2024-01-15T08:30:00+01:00"),
    ("2024-01-15T08:30:00.Z", "2024-01-15T08:30:00.Z"),
    ("2024-01-15T08:30:00.5", "2024-01-15T08:30:00.5"),
    ("2024-01-1५T08:30:00Z", "2024-01-1५T08:30:00Z"),
  ])
  func isToTheMinute(_ text: String, _ brief: String) {
    #expect(text.withBriefInstants.split(separator: "\u{A0}").joined(separator: " ") == brief)
  }

  @Test func ofEveryInstant() throws {
    for day in stride(from: 0, to: 40_000, by: 37) {
      for time in [0, 1, 59_999, 60_000, 43_211_001, 86_399_999] {
        let instant = Instant(milliseconds: Int64(day) * 86_400_000 + Int64(time))
        let minutes = time / 60_000
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let expected =
          minutes == 0
          ? "\(instant.date)"
          : "\(instant.date)\u{A0}\(two(minutes / 60)):\(two(minutes % 60))\u{A0}UTC"
        #expect(instant.brief == expected)
      }
    }
  }
}
