import WinBack
import WinBackFormats

/// How the strictest settings loosen as the audience grows: a line of steps for each criterion.
struct PlanCurve {
  private static let rowHeight = 88
  private static let curveHeight = 40
  private static let bottom = 20

  private let reaches: [SettingPlan.Reach]
  /// Of each audience, the setting that is closest to the offer's.
  private let settings: [Setting]

  init(_ reaches: [SettingPlan.Reach]) {
    self.reaches = reaches
    settings = reaches.compactMap(\.settings.first)
  }

  /// The picture with its table.
  func figure(of plan: SettingPlan) -> Element {
    Figure(
      number: 1,
      title:
        "The strictest setting that reaches each part of the largest audience; a higher line is "
        + "less strict",
      summary: Criterion.allCases.map(sentence).joined(separator: " "),
      height: Criterion.allCases.count * Self.rowHeight + Self.bottom,
      showsTable: true
    ).element {
      for (row, criterion) in Criterion.allCases.enumerated() { line(of: criterion, at: row) }
      for (row, criterion) in Criterion.allCases.enumerated() { names(of: criterion, at: row) }
      axis
    } table: {
      table(of: plan)
    }
  }

  private func sentence(about criterion: Criterion) -> String {
    "\(criterion.title): \(ends(of: criterion))."
  }

  /// The values at both ends, in words.
  private func ends(of criterion: Criterion) -> String {
    let first = settings.first?.text(of: criterion) ?? ""
    let last = settings.last?.text(of: criterion) ?? ""
    return "\(first) for 10 %, \(last) for all"
  }

  private func names(of criterion: Criterion, at row: Int) -> [Element] {
    Element.labels(criterion.title, ends(of: criterion), at: row * Self.rowHeight + 18)
  }

  /// Returns a line that is the higher the looser the criterion is, stretched to the picture's width.
  private func line(of criterion: Criterion, at row: Int) -> [Element] {
    let top = row * Self.rowHeight + 42
    let steps = settings.enumerated().map { index, setting in
      let loose = Percentage(
        Double(setting[place: criterion]),
        of: Double(max(1, criterion.count - 1))
      )
      let y = Self.curveHeight * 1_000 - 1_000 - loose.thousandths * (Self.curveHeight - 3) / 100
      let place = "\(y / 1_000).\(String(1_000 + y % 1_000).dropFirst())"
      return (place: place, end: "\((index + 1) * 100 / max(1, settings.count))")
    }
    let path = steps.enumerated().map { index, step in
      (index == 0 ? "M0 \(step.place)" : "V\(step.place)") + " H\(step.end)"
    }.joined(separator: " ")
    return [
      .curve(path, top: top, height: Self.curveHeight), .line("base", at: top + Self.curveHeight),
    ]
  }

  private var axis: [Element] {
    let y = "\(Criterion.allCases.count * Self.rowHeight + 14)"
    return [
      Element("text", ["x": "0", "y": y]) { "reaches 10 % of the largest audience" },
      Element("text", ["class": "scale", "x": "100%", "y": y]) { "reaches all of it" },
    ]
  }

  private func table(of plan: SettingPlan) -> Element {
    PageTable(
      caption: "The strictest settings for each audience",
      columns: [.init("part of the largest audience"), .number("eligible")]
        + Criterion.allCases.map { .number($0.title) } + [.number("other settings")],
      rows: zip(reaches, settings).map { reach, setting in
        ["\(reach.share) %", plan.audiences[setting].eligible.grouped]
          + Criterion.allCases.map { setting.text(of: $0) }
          + [(reach.settings.count - 1).grouped]
      }
    ).element
  }
}
