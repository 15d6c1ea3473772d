/// An undocumented assumption that a verdict hinges on.
public struct Hinge: Sendable, Hashable {
  /// The policy.
  public let policy: String

  /// The value under which the verdict was reached.
  public let value: String

  /// Another value, which leads to another verdict.
  public let alternative: String

  /// The verdict under that other value.
  public let verdict: Verdict
}
