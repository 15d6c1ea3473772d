import CEL
import CalendarTime

/// One offer, one customer, one instant: everything that a rule may read, and the answers.
struct Question {
  let vocabulary: Vocabulary
  let program: OfferProgram
  let policies: PolicyChoice
  let reading: FactReading
  /// What the rules may not see.
  var hidden: FactReading.Hidden = []
  /// Attributes of the offer that have another value than the catalog's.
  var edits: [OfferVariable: Binding] = [:]

  /// Returns what a rule reads from a variable.
  func binding(of id: VariableID) -> Binding {
    switch vocabulary.role(of: id) {
    case .fact(let fact): reading.binding(of: fact, for: program.offer.symbol, hiding: hidden)
    case .offer(let variable):
      edits[variable] ?? variable.binding(of: program.offer, at: policies.facts.timeZone)
    case .policy(let index): .value(.string(policies.values[index]))
    case .attribute(let index): reading.attribute(at: index)
    }
  }

  /// Returns the verdict of the rules as they are left for the offer (R1).
  func verdict() -> Verdict {
    Self.verdict(of: program.rules.lazy.map { outcome(of: $0) })
  }

  /// Returns the verdict of the rules as they are written, which the edits may change (R1).
  func verdict(of rules: [CheckedRule]) -> Verdict {
    Self.verdict(of: rules.lazy.map { outcome(of: $0.require.conjuncts) })
  }

  /// Returns whether conditions all hold; nil where that cannot be decided.
  ///
  /// A condition that needs an absent fact does not hold (F11). One that fails for another cause,
  /// such as an overflow, is not decided.
  func outcome(of conditions: [Expression]) -> Bool? {
    var isDecided = true
    for condition in conditions {
      switch condition.evaluate(binding(of:)) {
      case .value(.bool(true)): continue
      case .value(.bool(false)), .failure(.absent): return false
      case .value, .failure, .unknown: isDecided = false
      }
    }
    return isDecided ? true : nil
  }

  private static func verdict(of outcomes: some Sequence<Bool?>) -> Verdict {
    var verdict = Verdict.eligible
    for outcome in outcomes {
      switch outcome {
      case true?: continue
      case false?: return .ineligible
      case nil: verdict = .undetermined
      }
    }
    return verdict
  }
}
