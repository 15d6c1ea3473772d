import CEL
import CalendarTime
import WinBack

/// The section about one offer: the verdict, every rule, and what is to be told beside them.
struct OfferSection {
  /// The id that the contents refer to.
  let id: String

  private let offer: OfferDecision
  private let now: Instant

  init(_ offer: OfferDecision, id: String, asOf now: Instant) {
    self.offer = offer
    self.id = id
    self.now = now
  }

  /// What the contents call the section.
  var name: String { "\(offer.verdict.outcome.symbol) \(offer.offerId)" }

  /// The section.
  var element: Element {
    Element("section", ["id": id, "class": "offer", "aria-labelledby": "\(id)-name"]) {
      Element("h3", ["id": "\(id)-name"]) {
        Element("code") { offer.offerId }
        Element("span", ["class": "verdict \(offer.verdict.outcome.kind)"]) {
          "\(offer.verdict.outcome.symbol) \(offer.verdict.phrase)"
        }
      }
      Element("p", ["class": "about"]) { about }
      RuleTable(offer).element
      notes
    }
  }

  private var about: String {
    let product = "On \(offer.productId)."
    switch offer.verdict {
    case .eligible: return product + " Every rule holds."
    case .ineligible:
      let failed = offer.failedRules
      return product + " \(failed.count == 1 ? "One rule fails" : "\(failed.count) rules fail"): "
        + failed.joined(separator: ", ") + "."
    case .undetermined:
      let missing = offer.missingFacts
      return product
        + (missing.isEmpty ? "" : " For want of " + missing.joined(separator: ", ") + ".")
    }
  }

  private var notes: Element {
    Element("dl", ["class": "notes"]) {
      OfferNotes(offer).rows.map { row in
        Element("div") {
          Element("dt") { row.name }
          row.lines.map { line in
            let isOpen = row.isWindows && line.hasPrefix("\(openWindow?.from.description ?? "-") ")
            return Element("dd") {
              line
              if isOpen { Element("strong", ["class": "open"]) { " open now" } }
            }
          }
        }
      }
    }
  }

  private var openWindow: Window? {
    offer.windows.first { $0.contains(now) }
  }
}

extension OfferNotes.Row {
  fileprivate var isWindows: Bool { name.hasPrefix("window") }
}
