public import CEL
public import CalendarTime

/// The smallest change that would make an ineligible customer eligible for an offer.
public enum SmallestChange: Sendable, Hashable {
  /// Another value for one attribute of an offer.
  public struct Edit: Sendable, Hashable {
    /// The attribute, as catalogs write it.
    public let attribute: String

    /// The rule that the edit satisfies.
    public let rule: String

    /// The value that it has; nil if it is not given.
    public let from: Value?

    /// The value that it would need; nil to leave it out.
    public let to: Value?
  }

  /// The customer waits until an instant, and buys nothing meanwhile.
  case wait(until: Instant)

  /// The customer never becomes eligible without buying something.
  case never

  /// The offer is configured differently; all edits are needed together.
  case offer([Edit])
}

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
