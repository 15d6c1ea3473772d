/// A text that should be a date and is not one.
public struct StoryDateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected and what was found.
  public let description: String
}
