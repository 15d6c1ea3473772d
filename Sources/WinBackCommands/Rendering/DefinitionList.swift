/// Terms on the left, what they mean on the right.
///
/// A term that is wider than the left column has a line of its own.
struct DefinitionList {
  /// The columns that a term may take before it gets a line of its own.
  private static let widestTerm = 30

  private static let indentation = "  "

  private var entries: [(term: String, meaning: String)] = []

  /// Adds a term; it may be coloured.
  mutating func append(_ term: String, _ meaning: String) {
    entries.append((term, meaning))
  }

  /// The list as text.
  ///
  /// - Parameter width: The columns of a line.
  /// - Returns: The lines, each with its end.
  func rendered(width: Int) -> String {
    let termWidths = entries.map(\.term.displayWidth)
    let column = termWidths.filter { $0 <= Self.widestTerm }.max() ?? 0
    let margin = String(repeating: " ", count: column + 2 * Self.indentation.count)
    var text = ""
    for (entry, termWidth) in zip(entries, termWidths) {
      let lines = entry.meaning.wrapped(to: max(20, width - margin.count))
      text += Self.indentation + entry.term
      if termWidth > column {
        text += "\n" + margin
      } else {
        text += String(repeating: " ", count: column - termWidth + Self.indentation.count)
      }
      text += lines.joined(separator: "\n" + margin) + "\n"
    }
    return text
  }
}
