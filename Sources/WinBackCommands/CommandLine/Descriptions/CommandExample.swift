/// A command line worth showing, and what it is for.
package struct CommandExample: Sendable, Hashable {
  /// The line as it is typed, such as `winback evaluate alice.json --catalog catalog.json`.
  package let commandLine: String

  /// What the line answers: a phrase that starts in lower case, no full stop.
  package let purpose: String

  /// Creates an example.
  package init(_ commandLine: String, _ purpose: String) {
    self.commandLine = commandLine
    self.purpose = purpose
  }
}
