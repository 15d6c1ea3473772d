/// A text in the place of a date that is none.
public struct StoryDateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected and what was found.
  public let description: String
}
