import WinBackCommandLine

/// The audience of each offer over time: one small curve of steps an offer, in figures that fit a printed
/// page.
///
/// All are on one scale, but for those that would be flat beside a far larger one.
struct AudienceChart {
  private static let curveHeight = 48
  private static let mostCurves = 6

  private let page: CohortPage
  private let dates: ContiguousArray<Instant>
  private let offerNames: [String]
  private let offers: [Int]
  private let audiences: [[Int]]
  /// The most timelines of each offer that are not decided at a date.
  private let undetermined: [Int]
  private let most: Int

  /// An offer with less than this part of the largest audience has a scale of its own.
  private static let flatness = 4

  init(_ page: CohortPage) {
    self.page = page
    dates = page.program.dates.instants
    offerNames = page.engine.offerNames
    let series = page.forecast.series.map { $0[nil]?.points ?? [] }
    let audiences = series.map { $0.map(\.eligible) }
    self.audiences = audiences
    undetermined = series.map { $0.map(\.undetermined).max() ?? 0 }
    offers = audiences.indices.filter { audiences[$0].contains { $0 > 0 } }
    most = max(1, audiences.lazy.flatMap { $0 }.max() ?? 0)
  }

  @MarkupBuilder
  var contents: [Markup] {
    if offers.isEmpty {
      Markup("p", ["class": "panel"]) { "No offer has an audience at any of the dates." }
    } else if let first = dates.first, let last = dates.last, first < last {
      let parts = stride(from: 0, to: offers.count, by: Self.mostCurves).map {
        Array(offers[$0..<min($0 + Self.mostCurves, offers.count)])
      }
      parts.enumerated().map { index, part -> Markup in
        let axis = TimeAxis(span: first..<last, rowCount: part.count, rowHeight: 96)
        return figure(number: index + 1, of: parts.count, part, axis)
      }
    } else {
      // One date has no axis.
      Markup("div", ["class": "panel"]) { table(of: offers) }
    }
  }

  private func figure(number: Int, of count: Int, _ offers: [Int], _ axis: TimeAxis) -> Markup {
    Markup.figure(
      number,
      title: "How many \(page.unit) may redeem each offer, "
        + (offers.allSatisfy { top(of: $0) == most }
          ? "all on one scale" : "on the scale at the right of each")
        + (count > 1 ? ", part \(number) of \(count)" : ""),
      summary: offers.map(sentence).joined(separator: " "),
      height: axis.height
    ) {
      axis.ticks
      for (row, offer) in offers.enumerated() { curve(of: offer, at: axis.top(of: row) + 40, axis) }
      axis.now(page.program.now)
      // Names come last, so that no line goes through them.
      for (row, offer) in offers.enumerated() { names(of: offer, at: axis.top(of: row)) }
    } table: {
      table(of: offers)
    }
  }

  private func top(of offer: Int) -> Int {
    let largest = max(1, audiences[offer].max() ?? 0)
    return largest < most / Self.flatness ? largest : most
  }

  private func sentence(about offer: Int) -> String {
    let audience = audiences[offer]
    let largest = audience.max() ?? 0
    let date = audience.firstIndex(of: largest).map { dates[$0].brief } ?? ""
    return "\(offerNames[offer]): \(audience.first?.grouped ?? "0") at first, "
      + "most \(largest.grouped) on \(date), \(audience.last?.grouped ?? "0") at last\(open(offer))."
  }

  /// Returns how many are not decided, who can be eligible besides; empty for none.
  private func open(_ offer: Int) -> String {
    undetermined[offer] == 0 ? "" : "; up to \(undetermined[offer].grouped) not decided"
  }

  private func names(of offer: Int, at top: Int) -> [Markup] {
    let largest = audiences[offer].max() ?? 0
    // The number of the scale's upper edge, above which no curve goes.
    let edge = Markup.words("scale", x: "100%", y: top + 36, self.top(of: offer).grouped)
    return Markup.labels(
      offerNames[offer].printable.shortened(to: 30),
      "\(page.tally.offers[offer].eligible.grouped) now, most \(largest.grouped)\(open(offer))",
      at: top + 18
    ) + [edge]
  }

  private func curve(of offer: Int, at top: Int, _ axis: TimeAxis) -> [Markup] {
    let edge = self.top(of: offer)
    let steps = zip(dates, audiences[offer]).map { date, count in
      // The curve keeps away from the upper edge, where half of its line would be cut off.
      let drop = Percentage(Double(edge - count), of: Double(edge))
      let y = 2_000 + drop.thousandths / 100 * 46
      // What holds at a date holds until the next one.
      return "H\(axis.position(of: date).number) V\(y.thousandths)"
    }
    let first = steps[0].split(separator: "V").last ?? "0"
    let points = "M0 \(first) " + steps.dropFirst().joined(separator: " ")
    return [
      .curve(points, top: top, height: Self.curveHeight),
      .line("base", at: top + Self.curveHeight), .line("tick-line", at: top + 2),
    ]
  }

  private func table(of offers: [Int]) -> Markup {
    ResultTable(
      [.text("date")] + offers.map { .number(offerNames[$0]) },
      dates.enumerated().map { index, date in
        [.text(date.brief)] + offers.map { .count(audiences[$0][index]) }
      }
    ).element(caption: "Audience of each offer, by date")
  }
}
