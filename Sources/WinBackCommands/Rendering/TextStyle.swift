/// How text stands out: bold, dim or coloured; or not at all.
///
/// Every style ends with its own end sequence, so styles may be put inside of each other.
package struct TextStyle: Sendable, Hashable {
  /// A Boolean value indicating whether text is coloured at all.
  package let isColored: Bool

  /// Text as it is.
  package static let plain = TextStyle(isColored: false)

  /// Text with colours.
  package static let colored = TextStyle(isColored: true)

  private init(isColored: Bool) {
    self.isColored = isColored
  }

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

  /// Makes text bold.
  package func bold(_ text: String) -> String { wrap(text, from: 1, to: 22) }

  /// Makes text faint.
  package func dim(_ text: String) -> String { wrap(text, from: 2, to: 22) }

  /// Makes text red.
  package func red(_ text: String) -> String { wrap(text, from: 31, to: 39) }

  /// Makes text green.
  package func green(_ text: String) -> String { wrap(text, from: 32, to: 39) }

  /// Makes text yellow.
  package func yellow(_ text: String) -> String { wrap(text, from: 33, to: 39) }

  /// Makes text cyan.
  package func cyan(_ text: String) -> String { wrap(text, from: 36, to: 39) }

  private func wrap(_ text: String, from start: Int, to end: Int) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(start)m\(text)\u{1B}[\(end)m" : text
  }
}
