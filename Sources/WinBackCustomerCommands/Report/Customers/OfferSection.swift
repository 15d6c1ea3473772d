import WinBackCommandLine

/// The section about one offer: the verdict, every rule, and what is to be told beside them.
struct OfferSection {
  let id: String
  let notes: OfferNotes

  private var offer: OfferDecision { notes.offer }
  private var names: CatalogNames { notes.names }

  var overviewRow: Markup {
    let because =
      switch offer.verdict {
      case .eligible: "every rule holds"
      case .ineligible:
        offer.rules.filter { $0.outcome == .fails }.map(\.because.withBriefInstants)
          .joined(separator: "; ")
      case .undetermined: "not known: " + offer.missingFacts.joined(separator: ", ")
      }
    return RuleTable.row(
      offer.verdict.truth,
      word: offer.verdict.phrase,
      Markup("a", ["href": "#\(id)"]) { offer.offerId },
      because: because,
      Markup("td", ["role": "cell"]) { notes.nextChange }
    )
  }

  var element: Markup {
    let group = notes.decision.subscriptionGroupIdentifier
    return Markup("section", ["id": id, "class": "offer", "aria-labelledby": "\(id)-name"]) {
      Markup("h3", ["id": "\(id)-name"]) {
        Markup("code") { offer.offerId }
        if let name = names.name(of: offer.offerId, in: group) { " \(name)" }
        let mark = offer.verdict.truth.mark
        Markup("span", ["class": "verdict \(mark.kind)"]) {
          "\(mark.symbol) \(offer.verdict.phrase)"
        }
      }
      Markup("p", ["class": "about"]) { about }
      if let terms = names.terms(of: offer.offerId, in: group) {
        Markup("p", ["class": "about"]) { terms }
      }
      let holding = offer.rules.filter { $0.outcome == .holds }
      let others = offer.rules.filter { $0.outcome != .holds }
      if !others.isEmpty { table("Rules of \(offer.offerId) that do not hold", others) }
      noteList
      if !holding.isEmpty {
        Markup("details") {
          Markup("summary") {
            holding.count == 1 ? "One rule holds" : "\(holding.count) rules hold"
          }
          table("Rules of \(offer.offerId) that hold", holding)
        }
      }
    }
  }

  private func table(_ caption: String, _ rules: [RuleOutcome]) -> Markup {
    RuleTable.element(
      caption: Markup("caption", ["class": "hidden"]) { caption },
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
      let missing = offer.missingFacts.joined(separator: ", ")
      return product + (missing.isEmpty ? "" : " Not known: \(missing).")
    }
  }

  private var noteList: Markup {
    Markup("dl", ["class": "notes"]) {
      notes.rows.map { row in
        Markup("div") {
          Markup("dt") { row.name }
          row.lines.enumerated().map { index, line in
            Markup("dd") {
              line
              if index == row.openLine { Markup("strong", ["class": "current"]) { " open now" } }
            }
          }
        }
      }
    }
  }
}
