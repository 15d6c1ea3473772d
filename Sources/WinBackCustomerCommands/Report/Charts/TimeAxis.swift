import WinBackCommandLine

/// The time behind the rows of a chart, from its left edge to its right edge: lines with the names of years
/// or months on top, and now.
struct TimeAxis {
  /// The height of the names above the rows.
  private static let topMargin = 24

  /// The height of the word under the line that is now.
  private static let bottomMargin = 22

  /// The most names of years that have room on a telephone, and of months.
  private static let mostYears: Int64 = 7
  private static let mostMonths: Int64 = 5

  let span: Range<Instant>
  let rowCount: Int
  let rowHeight: Int

  var height: Int { top(of: rowCount) + Self.bottomMargin }

  func top(of row: Int) -> Int { Self.topMargin + row * rowHeight }

  /// Returns where an instant lies; at the edge where it lies beyond.
  func position(of instant: Instant) -> Percentage {
    Percentage(
      Double(span.lowerBound.milliseconds(until: instant)),
      of: Double(span.lowerBound.milliseconds(until: span.upperBound))
    )
  }

  var ticks: [Markup] {
    let months = max(1, span.lowerBound.months(until: span.upperBound))
    let step =
      TimeScale.steps.first {
        (months + $0 - 1) / $0 <= ($0 < 12 ? Self.mostMonths : Self.mostYears)
      } ?? 24_000
    let first = (span.lowerBound.date.monthIndex + step - 1) / step
    let last = span.upperBound.date.monthIndex / step
    guard first <= last else { return [] }
    return (first...last).compactMap { index -> Markup? in
      let date = CivilDate(monthIndex: index * step, clampingDay: 1)
      guard span.contains(Instant(date)) else { return nil }
      let length = step < 12 ? "2024-01".count : "2024".count
      let name = String(date.description.prefix(length))
      let position = position(of: Instant(date))
      // A name that would not fit is left out; its line says enough.
      let fitsTelephone = position.thousandths <= 94_000 - 2_000 * name.count
      return Markup("g", ["class": "tick"]) {
        line(at: position)
        if fitsTelephone || position.thousandths <= 93_000 {
          let kind = fitsTelephone ? nil : "edge"
          Markup.words(kind, x: position.length, y: Self.topMargin - 8, name)
        }
      }
    }
  }

  private func line(at position: Percentage) -> Markup {
    let x = position.length
    let (top, bottom) = ("\(Self.topMargin)", "\(height - Self.bottomMargin)")
    return Markup("line", ["x1": x, "x2": x, "y1": top, "y2": bottom])
  }

  @MarkupBuilder
  func now(_ instant: Instant) -> [Markup] {
    if span.contains(instant) {
      let x = position(of: instant)
      Markup("g", ["class": "now"]) {
        line(at: x)
        Markup(
          "text",
          ["x": x.length, "y": "\(height - 6)", "text-anchor": x.textAnchor]
        ) { "now, \(instant.brief)" }
      }
    }
  }
}
