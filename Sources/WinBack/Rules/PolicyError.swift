/// A policy, or a value of one, that is not known.
public struct PolicyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected and what was found.
  public let message: String

  /// The nearest known name.
  public let suggestion: String?

  /// The error as a sentence.
  public var description: String {
    suggestion.map { message + "; did you mean '\($0)'?" } ?? message
  }
}
