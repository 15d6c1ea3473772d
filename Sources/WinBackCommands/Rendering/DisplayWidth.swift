extension String {
  /// The number of terminal columns that the text takes.
  ///
  /// Combining marks take none, East Asian wide characters and emoji take two, and the colour
  /// sequences of ``TextStyle`` take none. Terminals differ in what they do with emoji that are
  /// joined from several; one such character counts as two columns, as most of them show it.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var displayWidth: Int {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return utf8.count }
    var width = 0
    var isInsideSequence = false
    for character in self {
      if isInsideSequence {
        isInsideSequence = character != "m"
      } else if character == "\u{1B}" {
        isInsideSequence = true
      } else {
        width += character.displayWidth
      }
    }
    return width
  }
}

extension Character {
  fileprivate var displayWidth: Int {
    var width = 0
    for scalar in unicodeScalars {
      // A text symbol followed by this mark is shown as an emoji.
      if scalar == "\u{FE0F}" { return 2 }
      width = max(width, scalar.displayWidth)
    }
    return width
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value < 0x300 { return properties.generalCategory == .control ? 0 : 1 }
    if properties.isEmojiPresentation || isEastAsianWide { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// Whether Unicode calls the character wide or fullwidth, by block rather than one by one.
  private var isEastAsianWide: Bool {
    switch value {
    case 0x1100...0x115F,  // Hangul consonants that lead a syllable
      0x2E80...0x303E,  // CJK radicals and punctuation
      0x3041...0x33FF,  // Kana, and CJK in circles and squares
      0x3400...0x4DBF, 0x4E00...0x9FFF,  // CJK ideographs
      0xA000...0xA4CF,  // Yi
      0xA960...0xA97F, 0xAC00...0xD7A3,  // Hangul
      0xF900...0xFAFF,  // CJK compatibility ideographs
      0xFE30...0xFE6F,  // CJK compatibility and small forms
      0xFF01...0xFF60, 0xFFE0...0xFFE6,  // Fullwidth forms
      0x1B000...0x1B2FF,  // Historic Kana
      0x20000...0x3FFFD:  // CJK ideographs of the further planes
      true
    default:
      false
    }
  }
}
