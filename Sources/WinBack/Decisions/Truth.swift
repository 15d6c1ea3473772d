package import CEL

/// Whether something holds, in Kleene's logic of three values (R1).
public enum Truth: Sendable, Hashable, CaseIterable {
  /// It does not hold.
  case fails
  /// It cannot be decided, because a fact is not known.
  case unknown
  /// It holds.
  case holds

  /// Returns whether both hold; if one fails, the other does not matter.
  public static func && (lhs: Truth, rhs: @autoclosure () -> Truth) -> Truth {
    switch lhs {
    case .fails: .fails
    case .holds: rhs()
    case .unknown: rhs() == .fails ? .fails : .unknown
    }
  }

  /// Returns whether one of two holds; if one holds, the other does not matter.
  public static func || (lhs: Truth, rhs: @autoclosure () -> Truth) -> Truth { !(!lhs && !rhs()) }

  /// Returns whether it does not hold.
  public static prefix func ! (truth: Truth) -> Truth {
    switch truth {
    case .fails: .holds
    case .unknown: .unknown
    case .holds: .fails
    }
  }

  /// The truth as a Boolean value; nil if it is unknown.
  public var bool: Bool? {
    switch self {
    case .fails: false
    case .unknown: nil
    case .holds: true
    }
  }

  /// Creates the truth of a condition from its outcome.
  ///
  /// A condition that needs an absent fact does not hold (F11). One that fails for another reason,
  /// such as an overflow, is not decided.
  package init(_ outcome: Outcome) {
    self =
      switch outcome {
      case .value(.bool(true)): .holds
      case .value(.bool(false)), .failure(.absent): .fails
      case .value, .failure, .unknown: .unknown
      }
  }
}

extension Sequence<Truth> {
  package var conjunction: Truth {
    var conjunction = Truth.holds
    for truth in self {
      conjunction = conjunction && truth
      if conjunction == .fails { break }
    }
    return conjunction
  }
}
