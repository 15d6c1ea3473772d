extension String {
  /// Returns the text within HTML or XML, also as a value in double quotes: what has a meaning there
  /// is escaped, and what XML cannot hold is replaced.
  package func markup(apostrophe: String = "'") -> String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += apostrophe
      case "\n": text += "&#10;"
      case "\t": text += "&#9;"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
