import CEL
import WinBack
import WinBackFormats

/// Tables of verdicts and of rules: the result of each, why, and the values that were compared.
///
/// On a telephone each row becomes a block. Browsers forget that such a thing is a table, so that
/// every part says what it is.
enum RuleTable {
  static func element(caption: Element, columns: [String], rows: [Element]) -> Element {
    Element("table", ["class": "rules", "role": "table"]) {
      caption
      Element("thead", ["role": "rowgroup"]) {
        Element("tr", ["role": "row"]) {
          columns.map { title in Element("th", ["scope": "col", "role": "columnheader"]) { title } }
        }
      }
      Element("tbody", ["role": "rowgroup"]) { rows }
    }
  }

  static func row(of rule: RuleOutcome) -> Element {
    let mark = OutcomeMark(rule.outcome)
    return row(mark, word: mark.word, title: rule.id) {
      rule.title
    } because: {
      rule.because.withBriefInstants
    } values: {
      Element("td", ["role": "cell", "class": "values"]) { rule.conditions.map(values) }
    }
  }

  static func row(
    _ mark: OutcomeMark,
    word: String,
    title: String? = nil,
    @MarkupBuilder name: () -> [Markup],
    @MarkupBuilder because: () -> [Markup],
    @MarkupBuilder values: () -> [Markup] = { [] }
  ) -> Element {
    Element("tr", ["role": "row", "class": mark.kind]) {
      Element("td", ["role": "cell", "class": "outcome"]) {
        Element("span", ["aria-hidden": "true"]) { mark.symbol }
        Element("span", ["class": "word"]) { " \(word)" }
      }
      Element("th", ["scope": "row", "role": "rowheader", "title": title]) { name() }
      Element("td", ["role": "cell", "class": "because"]) { because() }
      values()
    }
  }

  private static func values(_ condition: RuleOutcome.Condition) -> Element {
    Element("div", ["title": condition.expression]) {
      Element("span", ["class": "actual"]) { text(of: condition.actual) }
      " needed \(sign(condition.comparison)) "
      Element("span", ["class": "needed"]) { text(of: condition.needed) }
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

/// An outcome as a sign and a word: colour is never the only difference.
struct OutcomeMark {
  /// What stylesheets call it.
  let kind: String
  let symbol: String
  let word: String

  init(_ outcome: Truth) {
    (kind, symbol, word) =
      switch outcome {
      case .holds: ("yes", "✓", "holds")
      case .fails: ("no", "✗", "fails")
      case .unknown: ("open", "?", "not known")
      }
  }
}

extension Verdict {
  var mark: OutcomeMark { OutcomeMark(truth) }
}

extension TextStyle {
  func mark(of truth: Truth) -> String { colored(OutcomeMark(truth).symbol, by: truth) }

  func colored(_ text: String, by truth: Truth) -> String {
    switch truth {
    case .holds: green(text)
    case .fails: red(text)
    case .unknown: yellow(text)
    }
  }
}
