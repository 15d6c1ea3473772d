import WinBackCommandLine

/// Tables of verdicts and of rules: the result of each, why, and the values that were compared.
///
/// On a telephone each row becomes a block.
enum RuleTable {
  static func element(caption: Markup, columns: [String], rows: [Markup]) -> Markup {
    let columns = ResultTable(columns, []).columns
    return Markup.table("rules", caption: caption, columns, isStacked: true, rows)
  }

  static func row(of rule: RuleOutcome) -> Markup {
    row(
      rule.outcome,
      word: rule.outcome.mark.word,
      title: rule.id,
      .text(rule.title),
      because: rule.because.withBriefInstants,
      Markup("td", ["role": "cell", "class": "values"]) { rule.conditions.map(values) }
    )
  }

  static func row(
    _ outcome: Truth,
    word: String,
    title: String? = nil,
    _ name: Markup,
    because: String,
    _ last: Markup
  ) -> Markup {
    Markup("tr", ["role": "row", "class": outcome.mark.kind]) {
      Markup("td", ["role": "cell", "class": "outcome"]) {
        Markup("span", ["aria-hidden": "true"]) { outcome.mark.symbol }
        Markup("span", ["class": "word"]) { " \(word)" }
      }
      Markup("th", ["scope": "row", "role": "rowheader", "title": title]) { name }
      Markup("td", ["role": "cell", "class": "because"]) { because }
      last
    }
  }

  private static func values(_ condition: RuleOutcome.Condition) -> Markup {
    Markup("div", ["title": condition.expression]) {
      Markup("span", ["class": "actual"]) { text(of: condition.actual) }
      " needed \(sign(condition.comparison)) "
      Markup("span", ["class": "needed"]) { text(of: condition.needed) }
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
