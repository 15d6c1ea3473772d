import CalendarTime

/// A range of time from the left edge of a chart to its right edge, with names for its parts.
struct TimeAxis: Sendable {
  /// The beginning of a year or month, and what it is called.
  struct Tick: Sendable {
    let position: Percentage
    let label: String
  }

  /// The most names of years that have room on a telephone, and of months.
  private static let mostYears: Int64 = 7
  private static let mostMonths: Int64 = 5

  private static let steps: [Int64] = [
    1, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 2_400, 6_000, 12_000, 24_000,
  ]

  /// The stretch.
  let span: Range<Instant>

  /// Returns where an instant lies; at the edge where it lies beyond.
  func position(of instant: Instant) -> Percentage {
    Percentage(
      Double(span.lowerBound.milliseconds(until: instant)),
      of: Double(span.lowerBound.milliseconds(until: span.upperBound))
    )
  }

  /// The years, or in a short stretch the months.
  var ticks: [Tick] {
    let months = max(1, span.lowerBound.months(until: span.upperBound))
    let step =
      Self.steps.first { (months + $0 - 1) / $0 <= ($0 < 12 ? Self.mostMonths : Self.mostYears) }
      ?? 24_000
    let first = (span.lowerBound.date.monthIndex + step - 1) / step
    let last = span.upperBound.date.monthIndex / step
    guard first <= last else { return [] }
    return (first...last).compactMap { index in
      let date = CivilDate(monthIndex: index * step, clampingDay: 1)
      let instant = Instant(date)
      guard span.contains(instant) else { return nil }
      return Tick(
        position: position(of: instant),
        label: String(date.description.prefix(step < 12 ? "2024-01".count : "2024".count))
      )
    }
  }
}

extension Percentage {
  /// Where text at this place ends or begins, so that it stays within the picture.
  var textAnchor: String {
    switch thousandths {
    case ..<22_000: "start"
    case 78_000...: "end"
    default: "middle"
    }
  }
}
