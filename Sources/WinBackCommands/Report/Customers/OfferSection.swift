import WinBack
import WinBackFormats

/// The section about one offer: the verdict, every rule, and what is to be told beside them.
struct OfferSection {
  let id: String
  let offer: OfferDecision
  let decision: Decision
  let names: CatalogNames

  private var group: String { decision.subscriptionGroupIdentifier }
  private var notes: OfferNotes { OfferNotes(offer: offer, decision: decision, names: names) }

  var overviewRow: Element {
    RuleTable.row(offer.verdict.mark, word: offer.verdict.phrase) {
      Element("a", ["href": "#\(id)"]) { offer.offerId }
    } because: {
      switch offer.verdict {
      case .eligible: "every rule holds"
      case .ineligible:
        offer.rules.filter { $0.outcome == .fails }.map(\.because.withBriefInstants)
          .joined(separator: "; ")
      case .undetermined: "not known: " + offer.missingFacts.joined(separator: ", ")
      }
    } values: {
      Element("td", ["role": "cell"]) { notes.nextChange }
    }
  }

  var element: Element {
    Element("section", ["id": id, "class": "offer", "aria-labelledby": "\(id)-name"]) {
      Element("h3", ["id": "\(id)-name"]) {
        Element("code") { offer.offerId }
        if let name = names.name(of: offer.offerId, in: group) { " \(name)" }
        Element("span", ["class": "verdict \(offer.verdict.mark.kind)"]) {
          "\(offer.verdict.mark.symbol) \(offer.verdict.phrase)"
        }
      }
      Element("p", ["class": "about"]) { about }
      if let terms = names.terms(of: offer.offerId, in: group) {
        Element("p", ["class": "about"]) { terms }
      }
      let holding = offer.rules.filter { $0.outcome == .holds }
      let others = offer.rules.filter { $0.outcome != .holds }
      if !others.isEmpty { table("Rules of \(offer.offerId) that do not hold", others) }
      noteList
      if !holding.isEmpty {
        Element("details") {
          Element("summary") {
            holding.count == 1 ? "One rule holds" : "\(holding.count) rules hold"
          }
          table("Rules of \(offer.offerId) that hold", holding)
        }
      }
    }
  }

  private func table(_ caption: String, _ rules: [RuleOutcome]) -> Element {
    RuleTable.element(
      caption: Element("caption", ["class": "hidden"]) { caption },
      columns: ["outcome", "rule", "because", "actual and needed"],
      rows: rules.map(RuleTable.row(of:))
    )
  }

  private var about: String {
    let product = "On \(names.product(offer.productId))."
    switch offer.verdict {
    case .eligible: return product + " Every rule holds."
    case .ineligible:
      let count = offer.failedRules.count
      return product + (count == 1 ? " One rule fails." : " \(count) rules fail.")
    case .undetermined:
      let missing = offer.missingFacts
      return product
        + (missing.isEmpty ? "" : " Not known: " + missing.joined(separator: ", ") + ".")
    }
  }

  private var noteList: Element {
    Element("dl", ["class": "notes"]) {
      notes.rows.map { row in
        Element("div") {
          Element("dt") { row.name }
          row.lines.enumerated().map { index, line in
            Element("dd") {
              line
              if index == row.openLine { Element("strong", ["class": "current"]) { " open now" } }
            }
          }
        }
      }
    }
  }
}
