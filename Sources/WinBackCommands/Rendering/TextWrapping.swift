extension String {
  /// The text as lines of at most a given width, broken between words.
  ///
  /// A line end in the text stays one. A line that begins with a space is laid out by hand and
  /// stays as it is. A word that is wider than the line has a line of its own. A no-break space
  /// holds its two words together and comes out as a space.
  ///
  /// - Parameter width: The columns of a line.
  /// - Returns: The lines without their ends; one empty line for an empty text.
  /// - Complexity: O(*n*) in the length of the text.
  package func wrapped(to width: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      paragraph.hasPrefix(" ") ? [String(paragraph)] : paragraph.wrappedWords(to: width)
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
