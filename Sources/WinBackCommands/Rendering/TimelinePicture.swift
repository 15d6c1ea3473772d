import CalendarTime
import WinBack

/// A timeline drawn in characters: what was paid, free, refunded or shared, the windows of each
/// offer, and now.
///
/// ```
///                  2024                    2025
/// service          ████▒▒··████████········│·········
/// basic_1m_free            ━━              │━━━━━━━━━
/// ```
struct TimelinePicture {
  private let decision: Decision
  private let style: TextStyle
  private let labelWidth: Int
  private let columns: Int
  private let range: Range<Int64>

  /// The picture; empty for a customer who never had service. It ends with a line feed.
  private(set) var text = ""

  private static let month: Int64 = 30 * Instant.millisecondsPerDay

  init(_ decision: Decision, style: TextStyle, width: Int) {
    self.decision = decision
    self.style = style
    let labels = ["service"] + decision.offers.map(\.offerId.printable)
    labelWidth = min(labels.map(\.displayWidth).max() ?? 0, 24)
    columns = max(20, min(width, 120) - labelWidth - 2)
    range = Self.range(of: decision)
    guard !decision.periods.isEmpty else { return }
    text = row("", years())
    text += row("service", service())
    for offer in decision.offers where !offer.windows.isEmpty {
      text += row(offer.offerId.printable, windows(of: offer))
    }
    text += row("", legend())
  }

  /// Returns the time that the picture shows: all service, now, and windows as far as they are known.
  private static func range(of decision: Decision) -> Range<Int64> {
    let now = decision.asOf.milliseconds
    var first = now
    var last = now
    for period in decision.periods {
      first = min(first, period.start.milliseconds)
      last = max(last, period.end.milliseconds)
    }
    for window in decision.offers.flatMap(\.windows) {
      first = min(first, max(window.from.milliseconds, first - month))
      last = max(last, min(window.through?.milliseconds ?? last + 6 * month, now + 60 * month))
    }
    return first..<max(last, first + month) + month
  }

  // MARK: - Rows

  private func row(_ label: String, _ cells: String) -> String {
    let shown = label.displayWidth > labelWidth ? String(label.prefix(labelWidth - 1)) + "…" : label
    let padding = String(repeating: " ", count: max(0, labelWidth - shown.displayWidth))
    var line = shown + padding + "  " + cells
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  private func years() -> String {
    var cells = Array(repeating: Character(" "), count: columns)
    var free = 0
    for column in 0..<columns {
      let year = Instant(milliseconds: start(of: column + 1) - 1).date.year
      let isNew =
        column > 0 ? Instant(milliseconds: start(of: column) - 1).date.year != year : true
      let label = String(year)
      guard isNew, column >= free, column + label.count <= columns else { continue }
      cells.replaceSubrange(column..<column + label.count, with: label)
      free = column + label.count + 1
    }
    return style.dim(String(cells))
  }

  private func service() -> String {
    draw { from, to in
      let covering = decision.periods.filter {
        $0.start.milliseconds < to && from < $0.end.milliseconds
      }
      guard
        let longest = covering.max(by: { overlap($0, from, to) < overlap($1, from, to) })
      else { return from < (decision.periods.first?.start.milliseconds ?? from) ? " " : "·" }
      return symbol(of: longest.kind)
    }
  }

  private func windows(of offer: OfferDecision) -> String {
    draw { from, to in
      let isOpen = offer.windows.contains { window in
        window.from.milliseconds < to && from <= window.through?.milliseconds ?? Int64.max
      }
      return isOpen ? style.green("━") : " "
    }
  }

  private func legend() -> String {
    let kinds = ServicePeriod.Kind.allCases.filter { kind in
      decision.periods.contains { $0.kind == kind }
    }
    var entries = kinds.map { "\(symbol(of: $0)) \($0.rawValue)" }
    entries.append("· lapsed")
    if decision.offers.contains(where: { !$0.windows.isEmpty }) {
      entries.append(style.green("━") + " eligible")
    }
    entries.append("│ now")
    return entries.joined(separator: "  ")
  }

  /// Draws a row of cells, with now in its place.
  private func draw(_ cell: (_ from: Int64, _ to: Int64) -> String) -> String {
    let now = decision.asOf.milliseconds
    return (0..<columns).map { column in
      let from = start(of: column)
      let to = start(of: column + 1)
      return from <= now && now < to ? style.bold("│") : cell(from, to)
    }.joined()
  }

  private func symbol(of kind: ServicePeriod.Kind) -> String {
    switch kind {
    case .paid: style.cyan("█")
    case .free: style.cyan("▒")
    case .refunded: style.red("▚")
    case .shared: style.yellow("░")
    }
  }

  // MARK: - Time and columns

  private func start(of column: Int) -> Int64 {
    let length = Double(range.upperBound - range.lowerBound)
    return range.lowerBound + Int64(length * Double(column) / Double(columns))
  }

  private func overlap(_ period: ServicePeriod, _ from: Int64, _ to: Int64) -> Int64 {
    min(period.end.milliseconds, to) - max(period.start.milliseconds, from)
  }
}
