import WinBack

/// How many customers see each screen of an app (M1).
struct ScreenSection {
  private let summary: CohortNumbers

  init(_ summary: CohortNumbers) {
    self.summary = summary
  }

  @MarkupBuilder
  var contents: [Markup] {
    Element("div", ["class": "panel"]) {
      PageTable(
        caption: "What the \(summary.unit) see",
        columns: [.init("screen"), .number(summary.unit), .number("share"), .bars],
        cells: summary.tally.shown.sorted { $0.key < $1.key }.map { shown, count in
          let share = Percentage(count, of: summary.tally.timelines)
          return [
            .text(shown.phrase(summary.names)), .text(count.grouped), .text(share.rounded),
            .bar(share),
          ]
        }
      ).element
    }
  }
}
