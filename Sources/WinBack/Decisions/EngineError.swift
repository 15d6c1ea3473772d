/// Why an engine cannot be made.
public enum EngineError: Error, Sendable, Hashable {
  /// The catalog is at fault.
  case catalog(CatalogError)
  /// A policy is at fault.
  case policy(PolicyError)
}

extension EngineError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .catalog(let error): error.description
    case .policy(let error): error.description
    }
  }
}
