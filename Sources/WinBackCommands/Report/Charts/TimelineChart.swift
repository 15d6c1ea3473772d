import CalendarTime
import WinBack
import WinBackFormats

/// A timeline as a picture: what was paid, free, refunded or shared, what was being billed, the
/// windows of each offer, and now.
struct TimelineChart {
  private static let rowHeight = 46
  private static let barHeight = 14

  private let decision: Decision
  private let axis: TimeAxis
  private let stretches: [ServiceStretch]
  private let offers: [OfferDecision]

  init(_ decision: Decision) {
    self.decision = decision
    stretches = ServiceStretch.stretches(of: decision.periods)
    let redeemed = Set(decision.periods.compactMap(\.winBackOffer))
    offers = decision.offers.filter { !$0.windows.isEmpty || redeemed.contains($0.offerId) }
    let span = decision.pictureSpan
    let lastRecovery = decision.recoveries.last?.end.adding(months: 1) ?? span.upperBound
    axis = TimeAxis(span: span.lowerBound..<min(max(span.upperBound, lastRecovery), .maximum))
  }

  func figure(number: Int) -> [Element] {
    guard !stretches.isEmpty else { return [] }
    let figure = Figure(
      number: number,
      title: "Service and windows",
      summary: summary,
      height: height
    )
    return [
      figure.element {
        let grid = TimeGrid(axis: axis, height: height)
        grid.ticks
        service
        for (index, offer) in offers.enumerated() { row(of: offer, at: index + 1) }
        grid.now(decision.asOf)
        // Names come last, so that no line goes through them.
        for (index, name) in (["service"] + offers.map(\.offerId)).enumerated() {
          label(name, at: index)
        }
      } legend: {
        legend
      } table: {
        serviceTable
        if offers.contains(where: { !$0.windows.isEmpty }) { windowTable }
      }
    ]
  }

  private var height: Int { TimeGrid.top + (1 + offers.count) * Self.rowHeight + TimeGrid.bottom }

  private var summary: String {
    let windows = offers.map { offer in
      let count = offer.windows.count
      return "\(offer.offerId) has \(count == 1 ? "1 window" : "\(count) windows")"
    }
    let range = "From \(axis.span.lowerBound.date) to \(axis.span.upperBound.date)"
    return ([range, "Service: " + stretches.map(\.summary).joined(separator: "; ")] + windows)
      .joined(separator: ". ") + "."
  }

  // MARK: - Rows

  private func label(_ words: String, at row: Int) -> Element {
    Element("text", ["class": "label", "x": "0", "y": "\(top(of: row) - 7)"]) {
      words.printable.shortened(to: 44)
    }
  }

  private func top(of row: Int) -> Int { TimeGrid.top + row * Self.rowHeight + 24 }

  private var service: [Element] {
    let first = stretches.map(\.start).min() ?? decision.asOf
    let middle = "\(top(of: 0) + Self.barHeight / 2)"
    let position = axis.position(of: first).length
    var elements = [
      Element("line", ["class": "gap", "x1": position, "x2": "100%", "y1": middle, "y2": middle])
    ]
    elements += decision.recoveries.map { period in
      bar(
        period.kind.rawValue,
        period.start,
        period.end,
        row: 0,
        "\(period.kind.phrase), \(period.start.brief) to \(period.end.brief)"
      )
    }
    // What was bought is drawn over what others shared.
    let shared = stretches.filter { $0.kind == .shared }
    let bought = stretches.filter { $0.kind != .shared }
    elements += (shared + bought).map { stretch in
      bar(stretch.kind.rawValue, stretch.start, stretch.end, row: 0, stretch.summary)
    }
    return elements
  }

  private func row(of offer: OfferDecision, at row: Int) -> [Element] {
    var elements: [Element] = []
    for window in offer.windows where window.from < axis.span.upperBound {
      let end = window.through?.adding(milliseconds: 1) ?? .maximum
      guard axis.span.lowerBound < end else { continue }
      let through = window.through.map { "through \($0.brief)" } ?? "without end"
      let words = "eligible from \(window.from.brief) \(through)"
      elements.append(bar("window", window.from, end, row: row, words))
      if end > axis.span.upperBound {
        let attributes: Element.Attributes = [
          "class": "beyond", "x": "100%", "dx": "-4", "y": "\(top(of: row) + 11)",
        ]
        elements.append(Element("text", attributes) { "→" })
      }
    }
    for stretch in stretches where stretch.winBackOffer == offer.offerId {
      let attributes: Element.Attributes = [
        "class": "redeemed", "x": axis.position(of: stretch.start).length,
        "y": "\(top(of: row) + 12)",
      ]
      elements.append(Element("text", attributes) { "◆" })
    }
    return elements
  }

  private func bar(
    _ kind: String,
    _ start: Instant,
    _ end: Instant,
    row: Int,
    _ words: String
  ) -> Element {
    let position = axis.position(of: start)
    let attributes: Element.Attributes = [
      "class": "bar \(kind)", "x": position.length, "y": "\(top(of: row))",
      "width": (axis.position(of: end) - position).length, "height": "\(Self.barHeight)",
    ]
    return Element("rect", attributes) { Element("title") { words } }
  }

  // MARK: - The legend

  private var legend: Element {
    Element("ul", ["class": "legend"]) {
      for kind in ServicePeriod.Kind.allCases where stretches.contains(where: { $0.kind == kind }) {
        Element.legend(bar: kind.rawValue, kind.rawValue)
      }
      for period in decision.recoveries {
        Element.legend(bar: period.kind.rawValue, period.kind.phrase)
      }
      Element.legend(
        Element("line", ["class": "gap", "x2": "22", "y1": "7", "y2": "7"]),
        "no service"
      )
      if offers.contains(where: { !$0.windows.isEmpty }) {
        Element.legend(bar: "window", "eligible")
      }
      if stretches.contains(where: { $0.winBackOffer != nil }) {
        Element.legend(
          Element("text", ["class": "redeemed", "x": "11", "y": "12"]) { "◆" },
          "redeemed"
        )
      }
    }
  }

  private var serviceTable: Element {
    let bought = stretches.map { stretch in
      [
        stretch.start.brief, stretch.end.brief, stretch.kind.rawValue, stretch.productId ?? "",
        stretch.winBackOffer ?? "", String(stretch.count),
      ]
    }
    let billed = decision.recoveries.map { period in
      [period.start.brief, period.end.brief, period.kind.phrase, "", "", ""]
    }
    return ResultTable(
      ["from", "until", "kind", "product", "redeemed offer", "periods"],
      numbers: [5],
      bought + billed
    ).element(caption: "Service")
  }

  private var windowTable: Element {
    ResultTable(
      ["offer", "from", "through"],
      offers.flatMap { offer in
        offer.windows.map { window in
          [offer.offerId, window.from.description, window.through?.description ?? "without end"]
        }
      }
    ).element(caption: "Windows")
  }
}

/// Service that continues in the same way: neighbouring periods of one kind, product and offer.
///
/// A picture of years has no room for every renewal, and a table of them says nothing more.
struct ServiceStretch {
  let start: Instant
  private(set) var end: Instant
  let kind: ServicePeriod.Kind
  let productId: String?
  let winBackOffer: String?
  private(set) var count = 1

  private init(_ period: ServicePeriod) {
    start = period.start
    end = period.end
    kind = period.kind
    productId = period.productId
    winBackOffer = period.winBackOffer
  }

  static func stretches(of periods: [ServicePeriod]) -> [ServiceStretch] {
    var stretches: [ServiceStretch] = []
    for period in periods {
      if let last = stretches.last, last.isContinued(by: period) {
        stretches[stretches.count - 1].end = period.end
        stretches[stretches.count - 1].count += 1
      } else {
        stretches.append(ServiceStretch(period))
      }
    }
    return stretches
  }

  private func isContinued(by period: ServicePeriod) -> Bool {
    end == period.start && kind == period.kind && productId == period.productId
      && winBackOffer == period.winBackOffer
  }

  var summary: String {
    var parts = [kind.rawValue]
    if let productId { parts.append(productId) }
    if let winBackOffer { parts.append("redeemed \(winBackOffer)") }
    parts.append("\(start.brief) to \(end.brief)")
    return parts.joined(separator: ", ")
  }
}

extension RecoveryPeriod.Kind {
  var phrase: String {
    switch self {
    case .gracePeriod: "grace period"
    case .billingRetry: "billing retry"
    }
  }
}
