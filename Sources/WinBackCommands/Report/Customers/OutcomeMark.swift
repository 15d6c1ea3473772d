import WinBack

/// An outcome as a sign and a word: nothing is told by colour alone.
struct OutcomeMark {
  /// What stylesheets call it.
  let kind: String
  let symbol: String
  let word: String

  /// Creates the mark of an outcome; nil where it cannot be decided.
  init(_ outcome: Bool?) {
    (kind, symbol, word) =
      switch outcome {
      case true?: ("yes", "✓", "holds")
      case false?: ("no", "✗", "fails")
      case nil: ("open", "?", "not known")
      }
  }
}

extension Verdict {
  /// The mark of the verdict.
  var outcome: OutcomeMark {
    switch self {
    case .eligible: OutcomeMark(true)
    case .ineligible: OutcomeMark(false)
    case .undetermined: OutcomeMark(nil)
    }
  }
}
