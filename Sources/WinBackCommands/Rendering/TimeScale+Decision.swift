import CalendarTime
import WinBack

extension TimeScale {
  /// The service farthest from now that still is in one picture with it.
  private static let farthest: Int64 = 240

  /// Lays out all service, now unless it is far away, and the windows near them.
  init(showing decision: Decision, columns: Int) {
    let now = decision.asOf
    var first = decision.periods.map(\.start).min() ?? now
    var last = decision.periods.map(\.end).max() ?? now
    if first.adding(months: -Self.farthest) <= now, now <= last.adding(months: Self.farthest) {
      first = min(first, now)
      last = max(last, now)
    }
    let earliest = first.adding(months: -1)
    let latest = last.adding(months: 60)
    let halfYearOn = last.adding(months: 6)
    for window in decision.offers.flatMap(\.windows) where window.from < latest {
      first = min(first, max(window.from, earliest))
      last = max(last, min(window.through ?? max(window.from, halfYearOn), latest))
    }
    // A month of rest shows that nothing follows.
    self.init(from: first, to: min(last.adding(months: 1), .maximum), columns: columns)
  }
}
