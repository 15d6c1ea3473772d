import WinBack

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
