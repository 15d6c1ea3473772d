extension String {
  /// The text with an escape sequence for each character that would control a terminal.
  ///
  /// Control characters, line ends and the marks that reverse the direction of writing become
  /// escapes such as `\u{1B}`.
  package var printable: String {
    guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.steersTerminal {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var steersTerminal: Bool {
    switch value {
    case 0x20...0x7E: false
    case 0x202A...0x202E, 0x2066...0x2069: true
    default:
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }
}
