extension Truth {
  /// The outcome as a sign and a word, because colour is never the only difference; `kind` is what
  /// stylesheets call it.
  package var mark: (kind: String, symbol: String, word: String) {
    switch self {
    case .holds: ("yes", "✓", "holds")
    case .fails: ("no", "✗", "fails")
    case .unknown: ("open", "?", "not known")
    }
  }
}

extension TextStyle {
  package func mark(of truth: Truth) -> String { colored(truth.mark.symbol, by: truth) }

  package func colored(_ text: String, by truth: Truth) -> String {
    switch truth {
    case .holds: green(text)
    case .fails: red(text)
    case .unknown: yellow(text)
    }
  }
}

extension Verdict {
  package var phrase: String {
    switch self {
    case .eligible: "eligible"
    case .ineligible: "not eligible"
    case .undetermined: "not decided"
    }
  }
}

extension Screen {
  /// What is shown in a few words, such as `the plain prices`, with the names of product and offer.
  package func phrase(_ product: String?, _ offer: String?) -> String {
    switch self {
    case .hidden: "nothing"
    case .offer(let kind): "the \(kind.phrase) \(offer ?? "of \(product ?? "")")"
    case .plain: "the plain prices"
    case .undetermined: "not known"
    }
  }
}

extension RecoveryPeriod.Kind {
  package var phrase: String {
    switch self {
    case .gracePeriod: "grace period"
    case .billingRetry: "billing retry"
    }
  }
}
