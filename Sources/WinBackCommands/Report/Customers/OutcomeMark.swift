import WinBack

/// An outcome as a sign and a word: colour is never the only difference.
struct OutcomeMark {
  /// What stylesheets call it.
  let kind: String
  let symbol: String
  let word: String

  /// Creates the mark of an outcome.
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
  /// The mark of the verdict.
  var mark: OutcomeMark { OutcomeMark(truth) }
}

extension TextStyle {
  /// The sign for whether something holds.
  func mark(of truth: Truth) -> String {
    switch truth {
    case .holds: green("✓")
    case .fails: red("✗")
    case .unknown: yellow("?")
    }
  }
}
