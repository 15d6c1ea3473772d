import WinBackCommandLine

/// A timeline as a picture: what was paid, free, refunded or shared, what was being billed, the
/// windows of each offer, and now.
struct TimelineChart {
  private static let barHeight = 14

  private let decision: Decision
  private let axis: TimeAxis
  private let stretches: [ServiceStretch]
  private let offers: [OfferDecision]
  /// When it is not known whether the customer has service.
  private let unknown: [Window]

  init(_ decision: Decision) {
    self.decision = decision
    stretches = ServiceStretch.stretches(of: decision.periods)
    let redeemed = Set(decision.periods.compactMap(\.winBackOffer))
    offers = decision.offers.filter {
      !$0.windows.isEmpty || !$0.undeterminedWindows.isEmpty || redeemed.contains($0.offerId)
    }
    unknown = decision.unknownService
    let span = decision.pictureSpan
    let lastRecovery = decision.recoveries.last?.end.adding(months: 1) ?? span.upperBound
    axis = TimeAxis(
      span: span.lowerBound..<min(max(span.upperBound, lastRecovery), .maximum),
      rowCount: 1 + offers.count,
      rowHeight: 46
    )
  }

  @MarkupBuilder
  func figure(number: Int) -> [Markup] {
    if !stretches.isEmpty {
      Markup.figure(number, title: "Service and windows", summary: summary, height: axis.height) {
        axis.ticks
        service
        for (index, offer) in offers.enumerated() { row(of: offer, at: index + 1) }
        axis.now(decision.asOf)
        // Names come last, so that no line goes through them.
        for (row, name) in (["service"] + offers.map(\.offerId)).enumerated() {
          Markup.words("label", x: "0", y: top(of: row) - 7, name.printable.shortened(to: 44))
        }
      } legend: {
        legend
      } table: {
        serviceTable
        if !windowRows.isEmpty {
          ResultTable(["offer", "verdict", "from", "through"], windowRows)
            .element(caption: "Windows")
        }
      }
    }
  }

  private var summary: String {
    let windows = offers.map { offer in
      "\(offer.offerId) has \(offer.windows.count.counted("window"))"
    }
    let range = "From \(axis.span.lowerBound.date) to \(axis.span.upperBound.date)"
    return ([range, "Service: " + stretches.map(\.summary).joined(separator: "; ")] + windows)
      .joined(separator: ". ") + "."
  }

  // MARK: - Rows

  private func top(of row: Int) -> Int { axis.top(of: row) + 24 }

  @MarkupBuilder
  private var service: [Markup] {
    let first = stretches.map(\.period.start).min() ?? decision.asOf
    let middle = "\(top(of: 0) + Self.barHeight / 2)"
    let position = axis.position(of: first).length
    Markup("line", ["class": "gap", "x1": position, "x2": "100%", "y1": middle, "y2": middle])
    for period in decision.recoveries {
      let words = "\(period.kind.phrase), \(period.start.brief) to \(period.end.brief)"
      bar(period.kind.rawValue, period.start, period.end, row: 0, words)
    }
    for window in unknown { bar("unknown", window, row: 0, "not known") }
    // What was bought is drawn over what others shared.
    for isShared in [true, false] {
      for stretch in stretches where (stretch.period.kind == .shared) == isShared {
        let period = stretch.period
        bar(period.kind.rawValue, period.start, stretch.end, row: 0, stretch.summary)
      }
    }
  }

  @MarkupBuilder
  private func row(of offer: OfferDecision, at row: Int) -> [Markup] {
    for window in offer.undeterminedWindows { bar("unknown", window, row: row, "not decided") }
    for window in offer.windows {
      bar("window", window, row: row, "eligible")
      if window.from < axis.span.upperBound, window.end > axis.span.upperBound {
        let y = "\(top(of: row) + 11)"
        Markup("text", ["class": "beyond", "x": "100%", "dx": "-4", "y": y]) { "→" }
      }
    }
    for stretch in stretches where stretch.period.winBackOffer == offer.offerId {
      let x = axis.position(of: stretch.period.start).length
      Markup.words("redeemed", x: x, y: top(of: row) + 12, "◆")
    }
  }

  /// Draws the part of a window that the picture shows.
  @MarkupBuilder
  private func bar(_ kind: String, _ window: Window, row: Int, _ words: String) -> [Markup] {
    if window.from < axis.span.upperBound, axis.span.lowerBound < window.end {
      let days = window.days(asOf: decision.asOf)
      bar(kind, window.from, window.end, row: row, "\(words) \(days)")
    }
  }

  private func bar(
    _ kind: String,
    _ start: Instant,
    _ end: Instant,
    row: Int,
    _ words: String
  ) -> Markup {
    let position = axis.position(of: start)
    return Markup(
      "rect",
      [
        "class": "bar \(kind)", "x": position.length, "y": "\(top(of: row))",
        "width": (axis.position(of: end) - position).length, "height": "\(Self.barHeight)",
      ]
    ) { Markup("title") { words } }
  }

  // MARK: - The legend

  private var legend: Markup {
    Markup("ul", ["class": "legend"]) {
      for kind in ServicePeriod.Kind.allCases
      where stretches.contains(where: { $0.period.kind == kind }) {
        Markup.legend(bar: kind.rawValue, kind.rawValue)
      }
      for period in decision.recoveries {
        Markup.legend(bar: period.kind.rawValue, period.kind.phrase)
      }
      Markup.legend(
        Markup("line", ["class": "gap", "x2": "22", "y1": "7", "y2": "7"]),
        "no service"
      )
      if offers.contains(where: { !$0.windows.isEmpty }) {
        Markup.legend(bar: "window", "eligible")
      }
      if !unknown.isEmpty || offers.contains(where: { !$0.undeterminedWindows.isEmpty }) {
        Markup.legend(bar: "unknown", "not known")
      }
      if stretches.contains(where: { $0.period.winBackOffer != nil }) {
        Markup.legend(.words("redeemed", x: "11", y: 12, "◆"), "redeemed")
      }
    }
  }

  private var serviceTable: Markup {
    let bought = stretches.map { stretch in
      let period = stretch.period
      return [
        period.start.brief, stretch.end.brief, period.kind.rawValue, period.productId ?? "",
        period.winBackOffer ?? "", String(stretch.count),
      ]
    }
    let billed = decision.recoveries.map { period in
      [period.start.brief, period.end.brief, period.kind.phrase, "", "", ""]
    }
    let open = unknown.map { window in
      [window.from.brief, window.through?.after.brief ?? "", "not known", "", "", ""]
    }
    return ResultTable(
      ["from", "until", "kind", "product", "redeemed offer", "periods"],
      numbers: [5],
      bought + billed + open
    ).element(caption: "Service")
  }

  private var windowRows: [[String]] {
    offers.flatMap { offer in
      let open = offer.undeterminedWindows.map { ($0, "not decided") }
      return (offer.windows.map { ($0, "eligible") } + open).map { window, verdict in
        [
          offer.offerId, verdict, window.from.description,
          window.through?.description ?? "without end",
        ]
      }
    }
  }
}

extension Window {
  /// The first instant after it.
  fileprivate var end: Instant { through?.after ?? .maximum }
}

/// Service that continues in the same way: neighbouring periods of one kind, product and offer.
///
/// A picture of years has no room for every renewal, and a table of them says nothing more.
struct ServiceStretch {
  /// The first of the periods.
  let period: ServicePeriod
  private(set) var end: Instant
  private(set) var count = 1

  static func stretches(of periods: [ServicePeriod]) -> [ServiceStretch] {
    var stretches: [ServiceStretch] = []
    for period in periods {
      if let last = stretches.last, last.isContinued(by: period) {
        stretches[stretches.count - 1].end = period.end
        stretches[stretches.count - 1].count += 1
      } else {
        stretches.append(ServiceStretch(period: period, end: period.end))
      }
    }
    return stretches
  }

  private func isContinued(by next: ServicePeriod) -> Bool {
    end == next.start && period.kind == next.kind && period.productId == next.productId
      && period.winBackOffer == next.winBackOffer
  }

  var summary: String {
    [
      period.kind.rawValue, period.productId, period.winBackOffer.map { "redeemed \($0)" },
      "\(period.start.brief) to \(end.brief)",
    ].compactMap(\.self).joined(separator: ", ")
  }
}
