import CEL

/// An error for an unknown policy, or for an unknown value of a policy.
public struct PolicyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected and what was found.
  public let message: String

  /// The nearest known name.
  public let suggestion: String?

  /// Creates an error about what was expected and what was found.
  init(message: String, suggestion: String?) {
    self.message = message
    self.suggestion = suggestion
  }

  /// Creates an error about a name that is none of some policies.
  package init(unknown name: String, among names: some Sequence<String>) {
    let names = Set(names).sorted()
    suggestion = nearestName(to: name, among: names)
    let known = suggestion == nil ? "; known are \(names.joined(separator: ", "))" : ""
    message = "expected the name of a policy, found '\(name)'\(known)"
  }

  /// The error as a sentence.
  public var description: String {
    suggestion.map { message + "; did you mean '\($0)'?" } ?? message
  }
}
