import CalendarTime
import WinBack
import WinBackFormats

/// The content of a timeline's picture as tables.
struct TimelineTables {
  private let decision: Decision
  private let stretches: [ServiceStretch]
  private let offers: [OfferDecision]

  init(_ decision: Decision, _ stretches: [ServiceStretch], _ offers: [OfferDecision]) {
    self.decision = decision
    self.stretches = stretches
    self.offers = offers
  }

  @MarkupBuilder
  var elements: [Markup] {
    serviceTable
    if offers.contains(where: { !$0.windows.isEmpty }) { windowTable }
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
    return PageTable(
      caption: "Service",
      columns: [
        .init("from"), .init("until"), .init("kind"), .init("product"), .init("redeemed offer"),
        .number("periods"),
      ],
      rows: bought + billed
    ).element
  }

  private var windowTable: Element {
    PageTable(
      caption: "Windows",
      columns: [.init("offer"), .init("from"), .init("through")],
      rows: offers.flatMap { offer in
        offer.windows.map { window in
          [offer.offerId, window.from.description, window.through?.description ?? "without end"]
        }
      }
    ).element
  }
}
