import CalendarTime
import WinBackFormats

/// The lines behind a chart over time: years or months with their names on top, and now.
struct TimeGrid {
  /// The height of the names above the chart.
  static let top = 24

  /// The height of the word under the line that is now.
  static let bottom = 22

  let axis: TimeAxis
  /// The height of the whole picture.
  let height: Int

  /// The lines of years or months.
  var ticks: [Element] {
    axis.ticks.map { tick in
      Element("g", ["class": "tick"]) {
        Element(
          "line",
          [
            "x1": tick.position.length, "x2": tick.position.length, "y1": "\(Self.top)",
            "y2": "\(height - Self.bottom)",
          ]
        )
        // A name that would not fit is left out; its line says enough.
        let fitsTelephone = tick.position.thousandths <= 94_000 - 2_000 * tick.label.count
        if fitsTelephone || tick.position.thousandths <= 93_000 {
          Element(
            "text",
            [
              "class": fitsTelephone ? nil : "edge", "x": tick.position.length,
              "y": "\(Self.top - 8)",
            ]
          ) { tick.label }
        }
      }
    }
  }

  /// Returns the line of an instant; none if that is not in the picture.
  func now(_ instant: Instant) -> [Element] {
    guard axis.span.contains(instant) else { return [] }
    let position = axis.position(of: instant)
    return [
      Element("g", ["class": "now"]) {
        Element(
          "line",
          [
            "x1": position.length, "x2": position.length, "y1": "\(Self.top)",
            "y2": "\(height - Self.bottom)",
          ]
        )
        Element(
          "text",
          ["x": position.length, "y": "\(height - 6)", "text-anchor": position.textAnchor]
        ) { "now, \(instant.brief)" }
      }
    ]
  }
}
