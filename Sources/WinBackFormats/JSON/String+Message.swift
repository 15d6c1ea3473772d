import CEL

extension String {
  /// The text for a message: on one line, without invisible characters, and not too long.
  var shownInMessage: String {
    var shown = ""
    for scalar in unicodeScalars.prefix(80) {
      shown += scalar == " " || scalar.isVisible ? String(scalar) : scalar.codePoint
    }
    return unicodeScalars.dropFirst(80).isEmpty ? shown : shown + "…"
  }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// Returns the message about a name that no case has, with the nearest name or all names.
  static func refusal(of name: String) -> String {
    let known = allCases.map { $0.rawValue }
    let hint =
      nearestName(to: name, among: known).map { "did you mean '\($0)'?" }
      ?? "expected one of \(known.map { "'\($0)'" }.joined(separator: ", "))"
    return "unknown value '\(name.shownInMessage)'; \(hint)"
  }
}

extension Unicode.Scalar {
  var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      false
    default: true
    }
  }

  /// The code point of the character, such as `U+000A`.
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
