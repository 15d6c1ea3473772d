/// Why an engine cannot be made.
public enum EngineError: Error, Sendable, Hashable {
  /// The catalog is at fault.
  case catalog(CatalogError)
  /// A policy is at fault.
  case policy(PolicyError)
  /// A rule set does not fit what it is used for; the text says what was expected.
  case ruleSet(String)
}

extension EngineError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .catalog(let error): error.description
    case .policy(let error): error.description
    case .ruleSet(let message): message
    }
  }
}
