package import CEL

/// Whether a customer is eligible for an offer (R1).
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// Every rule holds.
  case eligible
  /// Some rule does not hold.
  case ineligible
  /// No rule fails, and some cannot be decided, because a fact is not known.
  case undetermined

  /// Creates the verdict of rules from whether they all hold.
  public init(_ truth: Truth) {
    self =
      switch truth {
      case .holds: .eligible
      case .fails: .ineligible
      case .unknown: .undetermined
      }
  }

  /// Whether all rules hold.
  public var truth: Truth {
    switch self {
    case .eligible: .holds
    case .ineligible: .fails
    case .undetermined: .unknown
    }
  }
}

/// Why a customer is not eligible for an offer.
package enum OfferAbsence: Sendable, Hashable {
  /// These rules do not hold, in the rule set's order (R3).
  case failed([String])
  case undetermined
  case otherGroup(String)
  /// The catalog has no such offer.
  case unknown

  /// Creates the reason from the results of the rules, if the group has the offer; `group` is
  /// another group that has it.
  package init(_ evaluation: OfferEvaluation?, inOtherGroup group: String?) {
    guard let evaluation else {
      self = group.map(OfferAbsence.otherGroup) ?? .unknown
      return
    }
    self = evaluation.verdict == .undetermined ? .undetermined : .failed(evaluation.failedRules)
  }
}

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

  /// Creates the truth of a Boolean value; unknown without one.
  init(_ bool: Bool?) { self = bool.map { $0 ? .holds : .fails } ?? .unknown }

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

extension Expression {
  /// Returns whether a condition holds (R1).
  ///
  /// If a variable may be absent and has a range otherwise, the condition is decided if it is the same
  /// in both cases (F14).
  package func truth(_ bindings: (VariableID) -> Binding) -> Truth {
    let outcome = evaluate(bindings)
    guard case .unknown(let ids) = outcome else { return Truth(outcome) }
    for id in ids {
      guard case .range(_, mayBeAbsent: true) = bindings(id) else { continue }
      // Each of the two cases has one variable less that may be absent.
      let absent = truth { $0 == id ? .absent : bindings($0) }
      guard absent != .unknown else { return .unknown }
      return absent.agreeing(with: truth { $0 == id ? bindings($0).ifPresent : bindings($0) })
    }
    return .unknown
  }
}

extension Truth {
  /// Returns the truth if it is the same in two cases; otherwise unknown.
  func agreeing(with other: Truth) -> Truth { self == other ? self : .unknown }
}

extension Sequence {
  /// Returns whether all elements hold; those after the first that fails do not matter.
  package func conjunction(_ truth: (Element) -> Truth) -> Truth {
    var conjunction = Truth.holds
    for element in self {
      conjunction = conjunction && truth(element)
      if conjunction == .fails { break }
    }
    return conjunction
  }
}

extension Sequence<Truth> {
  package var conjunction: Truth { conjunction { $0 } }
}
