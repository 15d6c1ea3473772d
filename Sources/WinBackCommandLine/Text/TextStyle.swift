/// How text stands out: bold, dim or coloured; or not at all.
///
/// Every style ends with its own end sequence, so styles may be put inside of each other.
package struct TextStyle: Sendable, Hashable {
  package let isColored: Bool

  package static let plain = TextStyle(isColored: false)
  package static let colored = TextStyle(isColored: true)

  private init(isColored: Bool) { self.isColored = isColored }

  /// Creates the style for an output, by the customs that terminal programs share.
  ///
  /// `NO_COLOR` turns colour off; `CLICOLOR_FORCE` and `FORCE_COLOR` turn it on, also for a pipe;
  /// else a terminal that is not dumb has it. An empty variable counts as not set, and for the
  /// two that force so does `0`.
  package init(isTerminal: Bool, environment: (String) -> String?) {
    func isSet(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
    func forces(_ name: String) -> Bool { isSet(name) && environment(name) != "0" }
    if isSet("NO_COLOR") {
      self = .plain
    } else if forces("CLICOLOR_FORCE") || forces("FORCE_COLOR") {
      self = .colored
    } else {
      self = isTerminal && isSet("TERM") && environment("TERM") != "dumb" ? .colored : .plain
    }
  }

  package func bold(_ text: String) -> String { wrap(text, from: 1, to: 22) }

  package func dim(_ text: String) -> String { wrap(text, from: 2, to: 22) }

  package func red(_ text: String) -> String { wrap(text, from: 31, to: 39) }

  package func green(_ text: String) -> String { wrap(text, from: 32, to: 39) }

  package func yellow(_ text: String) -> String { wrap(text, from: 33, to: 39) }

  package func cyan(_ text: String) -> String { wrap(text, from: 36, to: 39) }

  private func wrap(_ text: String, from start: Int, to end: Int) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(start)m\(text)\u{1B}[\(end)m" : text
  }
}

/// What text for people is laid out for; what it says of each result is in extensions.
package struct TextPage {
  /// The columns that a term of a list may take before it gets a line of its own.
  private static let widestTerm = 30

  /// The columns that a meaning needs beside its term.
  private static let narrowestMeaning = 20
  private static let indentation = "  "

  package let style: TextStyle

  /// The columns of a line.
  package let width: Int

  /// The columns of a line of text that people copy: a terminal has them, and a pipe has lines of any
  /// length.
  private let copiedWidth: Int

  /// Creates a page; longer lines than the widest are hard to read, however wide the terminal is.
  package init(_ channel: OutputChannel, widest: Int = 120) {
    style = channel.style
    width = min(channel.width, widest)
    copiedWidth = channel.isTerminal ? width : .max
  }

  /// Returns terms on the left and what they mean on the right, as lines, each with its end.
  ///
  /// A term that is wider than the left column has a line of its own, and so has every term where
  /// the right column would be too narrow to read. Several lists are aligned by a shared width of
  /// their terms.
  package func list(
    _ entries: [(term: String, meaning: String)],
    termWidth sharedTermWidth: Int? = nil
  ) -> String {
    let column = sharedTermWidth ?? Self.termWidth(of: entries)
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

  package static func termWidth(of entries: [(term: String, meaning: String)]) -> Int {
    entries.map(\.term.displayWidth).filter { $0 <= widestTerm }.max() ?? 0
  }

  /// Returns the lines of an answer, which can hold what a terminal must not see.
  package func lines(_ answer: String) -> [String] { answer.printable.wrapped(to: copiedWidth) }
}
