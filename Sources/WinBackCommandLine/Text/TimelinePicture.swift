/// A timeline drawn in characters: what was paid, free, refunded or shared, what was being billed, the
/// windows of each offer, and now.
///
/// ```
///                  2024                    2025
///   service        ████▒▒··████████········│·········
///   basic_1m_free            ━━            │━━━━━━━━→
/// ```
package struct TimelinePicture {
  private enum Cell: Hashable {
    case blank
    case service(ServicePeriod.Kind)
    case recovery(RecoveryPeriod.Kind)
    case noService, unknown, eligible, eligibleBefore, eligibleAfter, now
  }

  private static let indentation = "  "

  private let decision: Decision
  private let style: TextStyle
  private let labelWidth: Int
  private let scale: TimeScale

  package init(_ decision: Decision, style: TextStyle, width: Int) {
    self.decision = decision
    self.style = style
    let labels = ["service"] + decision.offers.map(\.offerId.printable)
    labelWidth = min(labels.map(\.displayWidth).max() ?? 0, 24, max(7, width / 3))
    scale = TimeScale(
      span: decision.pictureSpan,
      columns: max(10, width - labelWidth - 2 * Self.indentation.count)
    )
  }

  /// The picture, which ends with a line feed; empty for a customer who never had service.
  package var text: String {
    guard !decision.periods.isEmpty else { return "" }
    let service = service()
    var text = row("", style.dim(scale.ruler())) + row("service", drawn(service))
    let rows = offers.map { (id: $0.offerId, cells: windows(of: $0)) }
    for offer in rows { text += row(offer.id.printable, drawn(offer.cells)) }
    for line in legend(of: service, rows.map(\.cells)) { text += row("", line) }
    return text
  }

  /// The offers that the customer can have at some time, or perhaps.
  private var offers: [OfferDecision] {
    decision.offers.filter { !$0.windows.isEmpty || !$0.undeterminedWindows.isEmpty }
  }

  private func row(_ label: String, _ cells: String) -> String {
    let label = label.shortened(to: labelWidth)
    let padding = String(repeating: " ", count: max(0, labelWidth - label.displayWidth))
    var line = Self.indentation + label + padding + Self.indentation + cells
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  // MARK: - Cells

  private func service() -> [Cell] {
    let first = decision.periods.map(\.start).min() ?? decision.asOf
    let unknown = decision.unknownService
    return cells { span in
      let covering = decision.periods.filter {
        $0.start < span.upperBound && span.lowerBound < $0.end
      }
      let longest = covering.max { $0.length(within: span) < $1.length(within: span) }
      if let longest { return .service(longest.kind) }
      if unknown.contains(where: { $0.overlaps(span) }) { return .unknown }
      let recovery = decision.recoveries.first {
        $0.start < span.upperBound && span.lowerBound < $0.end
      }
      if let recovery { return .recovery(recovery.kind) }
      return span.lowerBound < first ? .blank : .noService
    }
  }

  private func windows(of offer: OfferDecision) -> [Cell] {
    var cells = cells { span in
      if offer.windows.contains(where: { $0.overlaps(span) }) { return .eligible }
      return offer.undeterminedWindows.contains { $0.overlaps(span) } ? .unknown : .blank
    }
    if offer.windows.contains(where: { $0.from < scale.span.lowerBound }) {
      cells[0] = .eligibleBefore
    }
    if offer.windows.contains(where: { $0.through ?? Instant.maximum >= scale.span.upperBound }) {
      cells[cells.count - 1] = .eligibleAfter
    }
    return cells
  }

  private func cells(_ cell: (Range<Instant>) -> Cell) -> [Cell] {
    (0..<scale.columns).map { column in
      let span = scale.span(of: column)
      return span.contains(decision.asOf) ? .now : cell(span)
    }
  }

  private func drawn(_ cells: [Cell]) -> String {
    var text = ""
    var rest = cells[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      rest = rest.dropFirst(run.count)
      text += drawn(first, count: run.count)
    }
    return text
  }

  private func drawn(_ cell: Cell, count: Int = 1) -> String {
    func symbols(_ symbol: String) -> String { String(repeating: symbol, count: count) }
    return switch cell {
    case .blank: symbols(" ")
    case .service(.paid): style.cyan(symbols("█"))
    case .service(.free): style.cyan(symbols("▒"))
    case .service(.refunded): style.red(symbols("▚"))
    case .service(.shared): style.yellow(symbols("░"))
    case .recovery(.gracePeriod): style.cyan(symbols("▓"))
    case .recovery(.billingRetry): style.yellow(symbols("~"))
    case .noService: symbols("·")
    case .unknown: style.yellow(symbols("?"))
    case .eligible: style.green(symbols("━"))
    case .eligibleBefore: style.green(symbols("←"))
    case .eligibleAfter: style.green(symbols("→"))
    case .now: style.bold(symbols("│"))
    }
  }

  // MARK: - The legend

  private func legend(of service: [Cell], _ windows: [[Cell]]) -> [String] {
    let kinds = decision.periods.map(\.kind)
    var entries = ServicePeriod.Kind.allCases.filter(kinds.contains)
      .map { "\(drawn(.service($0))) \($0.rawValue)" }
    entries += RecoveryPeriod.Kind.allCases.filter { service.contains(.recovery($0)) }
      .map { "\(drawn(.recovery($0))) \($0.phrase)" }
    if service.contains(.noService) { entries.append("\(drawn(.noService)) no service") }
    if offers.contains(where: { !$0.windows.isEmpty }) {
      entries.append("\(drawn(.eligible)) eligible")
    }
    if ([service] + windows).contains(where: { $0.contains(.unknown) }) {
      entries.append("\(drawn(.unknown)) not known")
    }
    let isLater = decision.asOf >= scale.span.upperBound
    let now =
      scale.span.contains(decision.asOf) ? "now" : isLater ? "now is later" : "now is earlier"
    entries.append("\(drawn(.now)) \(now)")
    // No-break spaces keep an entry together, and set it apart from the next one.
    let words = entries.map { $0.replacing(all: " ", by: "\u{A0}") + "\u{A0}" }
    return words.joined(separator: " ").wrapped(to: scale.columns + 1)
  }
}

extension Window {
  fileprivate func overlaps(_ span: Range<Instant>) -> Bool {
    from < span.upperBound && span.lowerBound <= through ?? Instant.maximum
  }
}

extension ServicePeriod {
  /// The length of the part that lies in a span, in milliseconds; below zero where none does.
  fileprivate func length(within span: Range<Instant>) -> Int64 {
    max(start, span.lowerBound).milliseconds(until: min(end, span.upperBound))
  }
}

/// A range of time laid out over the columns of a picture.
package struct TimeScale {
  /// The steps from one name of a month or a year to the next one, in months.
  package static let steps: [Int64] = [
    1, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 2_400, 6_000, 12_000,
  ]

  let span: Range<Instant>
  let columns: Int

  private var start: Instant { span.lowerBound }

  /// The first instant of a column; that of the column after the last is the end.
  func start(of column: Int) -> Instant {
    let length = Double(start.milliseconds(until: span.upperBound))
    return start.adding(milliseconds: Int64(length * Double(column) / Double(columns)))
  }

  func span(of column: Int) -> Range<Instant> { start(of: column)..<start(of: column + 1) }

  /// The years, or in a short stretch the months: where the stretch begins, and then in even steps.
  func ruler() -> String {
    let isShort = span.upperBound < start.adding(months: 24)
    let digits = isShort ? "2024-01".count : "2024".count
    let step = step(among: Self.steps.filter { ($0 < 12) == isShort }, for: digits + 2)
    let marks = (0..<columns).filter { column in
      column == 0
        || date(of: column).monthIndex / step != date(of: column - 1).monthIndex / step
    }
    var text = ""
    for (column, next) in zip(marks, marks.dropFirst() + [columns + 1])
    where column + digits < next {
      text += String(repeating: " ", count: column - text.count)
      text += date(of: column).description.prefix(digits)
    }
    return text
  }

  /// Returns the smallest step, in months, that has room for its name.
  private func step(among steps: [Int64], for room: Int) -> Int64 {
    let months = Double(max(1, start.months(until: span.upperBound)))
    return steps.first { Double($0) / months * Double(columns) >= Double(room) } ?? 12_000
  }

  /// The date at the end of a column, so that a column has the name of what begins in it.
  private func date(of column: Int) -> CivilDate {
    start(of: column + 1).adding(milliseconds: -1).date
  }
}

extension Decision {
  /// The service farthest from now that still is in one picture with it.
  private static let farthest: Int64 = 240

  /// The time that a picture shows: all service, now unless it is far away, and the windows near them.
  package var pictureSpan: Range<Instant> {
    let now = asOf
    var first = periods.map(\.start).min() ?? now
    var last = periods.map(\.end).max() ?? now
    if first.adding(months: -Self.farthest) <= now, now <= last.adding(months: Self.farthest) {
      first = min(first, now)
      last = max(last, now)
    }
    let earliest = first.adding(months: -1)
    let latest = last.adding(months: 60)
    let halfYearOn = last.adding(months: 6)
    for window in offers.flatMap({ $0.windows + $0.undeterminedWindows })
    where window.from < latest {
      first = min(first, max(window.from, earliest))
      last = max(last, min(window.through ?? max(window.from, halfYearOn), latest))
    }
    // A month of rest shows that nothing follows.
    return first..<min(last.adding(months: 1), .maximum)
  }
}
