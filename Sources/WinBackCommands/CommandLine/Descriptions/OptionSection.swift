/// A heading of the help under which options stand.
package struct OptionSection: Sendable, Hashable {
  /// The words of the heading, such as `Options`.
  package let title: String

  /// Creates a heading.
  package init(_ title: String) {
    self.title = title
  }

  /// The options that a command has of its own.
  package static let options = OptionSection("Options")

  /// The options that most commands share.
  package static let common = OptionSection("Common options")
}
