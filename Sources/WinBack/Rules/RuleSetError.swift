import CEL

/// What is wrong with a rule set, and where in it.
public struct RuleSetError: Error, Sendable, Hashable {
  /// The place of an error in a rule set.
  public enum Place: Sendable, Hashable {
    /// An attribute, by its index.
    case attribute(Int)
    /// A policy, by its index, and which of its parts.
    case policy(Int, PolicyPart)
    /// A rule, by its index, and which of its parts.
    case rule(Int, RulePart)
    /// A key of the order, by its index.
    case order(Int)
    /// A key by which the app prefers an offer, by its index.
    case prefer(Int)
  }

  /// The parts of a policy.
  public enum PolicyPart: Sendable, Hashable {
    /// The name.
    case name
    /// The value.
    case value
    /// The value of an alternative, by its index.
    case alternative(Int)
  }

  /// The parts of a rule.
  public enum RulePart: Sendable, Hashable {
    /// The identifier.
    case id
    /// The condition.
    case require
    /// The sentence for a rule that holds.
    case because
    /// The condition of a reason, by its index.
    case reasonWhen(Int)
    /// The sentence of a reason, by its index.
    case reasonBecause(Int)
  }

  /// The place of the error.
  public let place: Place

  /// What was expected and what was found.
  public let message: String

  /// The known name that is nearest to an unknown one.
  public let suggestion: String?

  /// The offset in the text at ``place``, in UTF-8 bytes; 0 for the whole text.
  public let offset: Int

  init(_ place: Place, _ message: String, suggestion: String? = nil, offset: Int = 0) {
    self.place = place
    self.message = message
    self.suggestion = suggestion
    self.offset = offset
  }

  init(_ place: Place, _ error: ExpressionError) {
    self.init(place, error.message, suggestion: error.suggestion, offset: error.offset)
  }
}

extension RuleSetError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    suggestion.map { message + "; did you mean '\($0)'?" } ?? message
  }
}
