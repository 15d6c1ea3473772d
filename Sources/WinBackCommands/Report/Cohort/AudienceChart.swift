import CalendarTime
import WinBack

/// The audience of each offer over time: one small curve an offer, all on one scale.
struct AudienceChart {
  private static let rowHeight = 84
  private static let curveHeight = 48

  private let summary: CohortNumbers
  /// The places of the offers that have an audience at some date.
  private let offers: [Int]
  private let audiences: [[Int]]
  private let most: Int

  init(_ summary: CohortNumbers) {
    self.summary = summary
    let audiences = summary.audiences
    self.audiences = audiences
    offers = audiences.indices.filter { audiences[$0].contains { $0 > 0 } }
    most = max(1, audiences.lazy.flatMap { $0 }.max() ?? 0)
  }

  @MarkupBuilder
  var contents: [Markup] {
    if let first = summary.dates.first, let last = summary.dates.last, first < last,
      !offers.isEmpty
    {
      figure(TimeAxis(span: first..<last))
    } else {
      Element("p", ["class": "panel"]) { "No offer has an audience at any of the dates." }
    }
  }

  private func figure(_ axis: TimeAxis) -> Element {
    let height = TimeGrid.top + offers.count * Self.rowHeight + TimeGrid.bottom
    let grid = TimeGrid(axis: axis, height: height)
    let figure = Figure(
      number: 1,
      title: "Customers who may redeem each offer, all on one scale",
      summary: offers.map(sentence).joined(separator: " "),
      height: height
    )
    return figure.element {
      grid.ticks
      for (row, offer) in offers.enumerated() { curve(of: offer, at: row, axis) }
      grid.now(summary.now)
      // Names come last, so that no line goes through them.
      for (row, offer) in offers.enumerated() { names(of: offer, at: row) }
    } table: {
      table
    }
  }

  private func sentence(about offer: Int) -> String {
    let audience = audiences[offer]
    let largest = audience.max() ?? 0
    let date = audience.firstIndex(of: largest).map { summary.dates[$0].brief } ?? ""
    return "\(summary.offerIds[offer]): \(audience.first?.grouped ?? "0") at first, "
      + "at most \(largest.grouped) on \(date), \(audience.last?.grouped ?? "0") at last."
  }

  private func names(of offer: Int, at row: Int) -> [Element] {
    let y = "\(TimeGrid.top + row * Self.rowHeight + 18)"
    let largest = audiences[offer].max() ?? 0
    return [
      Element("text", ["class": "label", "x": "0", "y": y]) {
        summary.offerIds[offer].printable.shortened(to: 30)
      },
      Element("text", ["class": "label count", "x": "100%", "y": y]) {
        "\(summary.tally.offers[offer].eligible.grouped) now, at most \(largest.grouped)"
      },
    ]
  }

  /// Returns a curve that is stretched to the width of the picture, whatever that is.
  private func curve(of offer: Int, at row: Int, _ axis: TimeAxis) -> [Element] {
    let top = TimeGrid.top + row * Self.rowHeight + 28
    let base = "\(top + Self.curveHeight)"
    let points = zip(summary.dates, audiences[offer]).map { date, count in
      // The curve keeps away from the upper edge, where half of its line would be cut off.
      let drop = Percentage(Double(most - count), of: Double(most))
      let y = 2_000 + drop.thousandths / 100 * 46
      return
        "\(axis.position(of: date).number) \(y / 1_000).\(String(1_000 + y % 1_000).dropFirst())"
    }.joined(separator: " L")
    return [
      Element(
        "svg",
        [
          "y": "\(top)", "width": "100%", "height": "\(Self.curveHeight)",
          "viewBox": "0 0 100 \(Self.curveHeight)", "preserveAspectRatio": "none",
          "aria-hidden": "true",
        ]
      ) {
        Element(
          "path",
          ["class": "area", "d": "M0 \(Self.curveHeight) L\(points) L100 \(Self.curveHeight) Z"]
        )
        Element("path", ["class": "curve", "d": "M\(points)"])
      },
      Element("line", ["class": "base", "x2": "100%", "y1": base, "y2": base]),
    ]
  }

  private var table: Element {
    PageTable(
      caption: "Customers who may redeem each offer, by date",
      columns: [.init("date")] + offers.map { .number(summary.offerIds[$0]) },
      rows: summary.dates.indices.map { index in
        [summary.dates[index].brief] + offers.map { audiences[$0][index].grouped }
      }
    ).element
  }
}
