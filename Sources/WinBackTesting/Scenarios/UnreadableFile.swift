/// A file that a scenario file names and that cannot be read.
package struct UnreadableFile: Error, Sendable, Hashable {
  /// Why, as a sentence with the path.
  package let reason: String

  /// Creates an error.
  package init(reason: String) {
    self.reason = reason
  }
}
