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

  /// The offer in a row of the table of all offers.
  var overviewRow: Element {
    RuleTable.row(offer.verdict.mark, word: offer.verdict.phrase) {
      Element("a", ["href": "#\(id)"]) { offer.offerId }
    } because: {
      switch offer.verdict {
      case .eligible: "every rule holds"
      case .ineligible: offer.failedRules.joined(separator: ", ")
      case .undetermined: "not known: " + offer.missingFacts.joined(separator: ", ")
      }
    } values: {
      Element("td", ["role": "cell"]) { OfferNotes(offer).nextChange }
    }
  }

  /// The section.
  var element: Element {
    Element("section", ["id": id, "class": "offer", "aria-labelledby": "\(id)-name"]) {
      Element("h3", ["id": "\(id)-name"]) {
        Element("code") { offer.offerId }
        Element("span", ["class": "verdict \(offer.verdict.mark.kind)"]) {
          "\(offer.verdict.mark.symbol) \(offer.verdict.phrase)"
        }
      }
      Element("p", ["class": "about"]) { about }
      RuleTable.element(
        caption: Element("caption", ["class": "hidden"]) { "Rules of \(offer.offerId)" },
        columns: ["outcome", "rule", "because", "actual and needed"],
        rows: offer.rules.map(RuleTable.row(of:))
      )
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
