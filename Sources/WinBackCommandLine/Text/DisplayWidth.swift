extension String {
  /// The number of terminal columns that the text takes.
  ///
  /// Combining marks take none, East Asian wide characters and emoji take two, and the colour
  /// sequences of ``TextStyle`` take none. Terminals differ in what they do with emoji that are
  /// joined from several; one such character counts as two columns, as most of them show it.
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

  /// The text as lines of at most a given width, broken between words.
  ///
  /// A line end in the text stays one. A line that begins with a space is laid out by hand and
  /// stays as it is. A word that is wider than the line has a line of its own. A no-break space
  /// holds its two words together and comes out as a space.
  ///
  /// - Parameter width: The columns of a line.
  /// - Returns: The lines without their ends; one empty line for an empty text.
  package func wrapped(to width: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      paragraph.hasPrefix(" ") ? [String(paragraph)] : paragraph.wrappedWords(to: width)
    }
  }

  /// The text with its middle left out where it has more columns than there are.
  package func shortened(to width: Int) -> String {
    guard displayWidth > width else { return self }
    var start = ""
    var end = ""
    var rest = self[...]
    var isStart = true
    // Its beginning says what it is, its end what tells it from its like: both are kept.
    while let character = isStart ? rest.popFirst() : rest.popLast() {
      let next = String(character)
      guard start.displayWidth + end.displayWidth + next.displayWidth < width else { break }
      if isStart { start += next } else { end = next + end }
      isStart.toggle()
    }
    return start + "…" + end
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
    default: false
    }
  }
}

extension Substring {
  fileprivate func wrappedWords(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var lineWidth = 0
    for word in split(separator: " ") {
      let wordWidth = String(word).displayWidth
      if !line.isEmpty, lineWidth + 1 + wordWidth > width {
        lines.append(line)
        line = ""
        lineWidth = 0
      }
      if !line.isEmpty {
        line += " "
        lineWidth += 1
      }
      // Few words have the byte with which a no-break space begins; the others are copied at once.
      line +=
        word.utf8.contains(0xC2) ? String(word.map { $0 == "\u{A0}" ? " " : $0 }) : String(word)
      lineWidth += wordWidth
    }
    lines.append(line)
    return lines
  }
}
