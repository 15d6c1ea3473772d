import CEL

/// What is wrong with a rule set, and its location.
public struct RuleSetError: Error, Sendable, Hashable {
  /// The location of an error in a rule set.
  public enum Place: Sendable, Hashable {
    /// An attribute, by its index.
    case attribute(Int)
    /// A part of a policy, by the index of the policy.
    case policy(Int, PolicyPart)
    /// A part of a rule, by the index of the rule.
    case rule(Int, RulePart)
    /// A key of the order, by its index.
    case order(Int)
    /// A key by which the app prefers offers, by its index.
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

  /// The location of the error.
  public let place: Place

  /// What was expected and what was found.
  public let message: String

  /// The known name that is nearest to an unknown name.
  public let suggestion: String?

  /// The offset in the text at ``place``, in UTF-8 bytes; 0 for the whole text.
  public let offset: Int

  /// The element and its part at ``place``, such as "rule 'paid-duration', 'require'".
  public private(set) var subject: String = "rule set"

  init(_ place: Place, _ message: String, suggestion: String? = nil, offset: Int = 0) {
    self.place = place
    self.message = message
    self.suggestion = suggestion
    self.offset = offset
  }

  init(_ place: Place, _ error: ExpressionError, _ environment: Environment) {
    let prefix = "customer.attributes."
    let known = environment.variables.map { $0.name }.filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
    guard case .unknownVariable(let name) = error.kind, name.hasPrefix(prefix),
      nearestName(to: String(name.dropFirst(prefix.count)), among: known) == nil
    else {
      self.init(place, error.message, suggestion: error.suggestion, offset: error.offset)
      return
    }
    self.init(
      place,
      "unknown attribute '\(name.dropFirst(prefix.count))': declare it, with its type, under 'attributes'",
      offset: error.offset
    )
  }

  func named(in ruleSet: RuleSet) -> RuleSetError {
    var error = self
    error.subject = place.subject(in: ruleSet)
    return error
  }
}

extension RuleSetError.Place {
  fileprivate func subject(in ruleSet: RuleSet) -> String {
    switch self {
    case .attribute(let index): "attribute '\(ruleSet.attributes[index].name)'"
    case .policy(let index, let part): "policy '\(ruleSet.policies[index].name)', \(part.name)"
    case .rule(let index, let part): "rule '\(ruleSet.rules[index].id)', \(part.name)"
    case .order(let index): "key \(index + 1) of 'order'"
    case .prefer(let index): "key \(index + 1) of 'prefer'"
    }
  }
}

extension RuleSetError.PolicyPart {
  fileprivate var name: String {
    switch self {
    case .name: "'name'"
    case .value: "'value'"
    case .alternative(let index): "alternative \(index + 1)"
    }
  }
}

extension RuleSetError.RulePart {
  fileprivate var name: String {
    switch self {
    case .id: "'id'"
    case .require: "'require'"
    case .because: "'because'"
    case .reasonWhen(let index): "'when' of reason \(index + 1)"
    case .reasonBecause(let index): "'because' of reason \(index + 1)"
    }
  }
}

extension RuleSetError: CustomStringConvertible {
  /// The error as a sentence, with its element and part.
  public var description: String { "\(subject): \(sentence)" }

  /// The error as a sentence, without its location.
  package var sentence: String { message.suggesting(suggestion) }
}
