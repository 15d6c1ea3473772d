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

extension Unicode.Scalar {
  /// Whether the character is visible by itself.
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
