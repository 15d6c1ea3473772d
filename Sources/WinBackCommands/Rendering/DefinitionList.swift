/// Terms on the left, what they mean on the right.
///
/// A term that is wider than the left column has a line of its own, and so has every term where
/// the right column would be too narrow to read.
struct DefinitionList {
  /// The columns that a term may take before it gets a line of its own.
  private static let widestTerm = 30

  /// The columns that a meaning needs beside its term.
  private static let narrowestMeaning = 20

  private static let indentation = "  "

  private var entries: [(term: String, meaning: String)]

  /// Creates a list of terms and their meanings.
  init(_ entries: [(term: String, meaning: String)] = []) {
    self.entries = entries
  }

  /// Adds a term; it may be coloured.
  mutating func append(_ term: String, _ meaning: String) {
    entries.append((term, meaning))
  }

  /// The columns of the widest term that does not need a line of its own.
  var termWidth: Int {
    entries.map(\.term.displayWidth).filter { $0 <= Self.widestTerm }.max() ?? 0
  }

  /// The list as lines, each with its end; several lists are aligned by a shared width of their
  /// terms.
  func rendered(width: Int, termWidth sharedTermWidth: Int? = nil) -> String {
    let column = sharedTermWidth ?? termWidth
    let aligned = column + 2 * Self.indentation.count
    let isNarrow = width - aligned < Self.narrowestMeaning
    let indent = isNarrow ? 3 * Self.indentation.count : aligned
    let margin = String(repeating: " ", count: indent)
    var text = ""
    for entry in entries {
      let lines = entry.meaning.wrapped(to: max(Self.narrowestMeaning, width - indent))
      text += Self.indentation + entry.term
      let space = column - entry.term.displayWidth
      text +=
        isNarrow || space < 0
        ? "\n" + margin : String(repeating: " ", count: space) + Self.indentation
      text += lines.joined(separator: "\n" + margin) + "\n"
    }
    return text
  }
}
