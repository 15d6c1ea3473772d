import CEL
import CalendarTime
import WinBack

/// Every rule of an offer: what became of it, why, and the values that met.
///
/// On a telephone each row becomes a block. Browsers forget that such a thing is a table, so that
/// every part says what it is.
struct RuleTable {
  private let offer: OfferDecision

  init(_ offer: OfferDecision) {
    self.offer = offer
  }

  /// The table.
  var element: Element {
    Element("table", ["class": "rules", "role": "table"]) {
      Element("caption", ["class": "hidden"]) { "Rules of \(offer.offerId)" }
      Element("thead", ["role": "rowgroup"]) {
        Element("tr", ["role": "row"]) {
          ["outcome", "rule", "because", "actual and needed"].map { title in
            Element("th", ["scope": "col", "role": "columnheader"]) { title }
          }
        }
      }
      Element("tbody", ["role": "rowgroup"]) { offer.rules.map(row) }
    }
  }

  private func row(_ rule: RuleOutcome) -> Element {
    let outcome = OutcomeMark(rule.outcome)
    return Element("tr", ["role": "row", "class": outcome.kind]) {
      Element("td", ["role": "cell", "class": "outcome"]) {
        Element("span", ["aria-hidden": "true"]) { outcome.symbol }
        Element("span", ["class": "word"]) { " \(outcome.word)" }
      }
      Element("th", ["scope": "row", "role": "rowheader", "title": rule.title]) { rule.id }
      Element("td", ["role": "cell", "class": "because"]) { rule.because.withBriefInstants }
      Element("td", ["role": "cell", "class": "values"]) { rule.conditions.flatMap(values) }
    }
  }

  @MarkupBuilder
  private func values(_ condition: RuleOutcome.Condition) -> [Markup] {
    Element("div", ["title": condition.expression]) {
      Element("span", ["class": "actual"]) { Self.text(of: condition.actual) }
      " needed \(Self.sign(condition.comparison)) "
      Element("span", ["class": "needed"]) { Self.text(of: condition.needed) }
    }
  }

  private static func text(of value: Value?) -> String {
    guard let value else { return "not known" }
    return value.text.isEmpty ? "empty" : value.text.withBriefInstants
  }

  private static func sign(_ comparison: String) -> String {
    switch comparison {
    case "==": "="
    case "!=": "≠"
    case ">=": "≥"
    case "<=": "≤"
    default: comparison
    }
  }
}
