import CEL
import CalendarTime
import WinBack

/// What every condition of an offer comes to for a customer at an instant.
struct OfferProfile: Sendable {
  private let situation: Snapshot
  private let program: OfferProgram
  private let outcomes: [[Bool?]]
  /// How many conditions do not hold, or are undetermined.
  private let failures: Int

  init(_ situation: Snapshot, _ program: OfferProgram) {
    self.situation = situation
    self.program = program
    outcomes = program.rules.map { conjuncts in
      conjuncts.map { situation.outcome(of: $0, for: program).holds }
    }
    failures = outcomes.joined().count { $0 != true }
  }

  /// Returns whether a condition holds; nil where that is undetermined.
  func outcome(_ rule: Int, _ conjunct: Int) -> Bool? {
    outcomes[rule][conjunct]
  }

  /// Returns whether a rule holds; nil where that is undetermined.
  func outcome(ofRule rule: Int) -> Bool? {
    if outcomes[rule].contains(where: { $0 == false }) { return false }
    return outcomes[rule].contains(where: { $0 == nil }) ? nil : true
  }

  /// Returns whether some rule fails that is none of these.
  func fails(exceptRules rules: Set<Int>) -> Bool {
    outcomes.indices.contains { rule in
      !rules.contains(rule) && outcomes[rule].contains { $0 == false }
    }
  }

  /// Returns whether an expression holds; nil where that is undetermined.
  func outcome(of expression: Expression) -> Bool? {
    situation.outcome(of: expression, for: program).holds
  }

  /// Returns whether all conditions hold but one, which may hold or not.
  func holds(exceptRule rule: Int, conjunct: Int) -> Bool {
    failures == (outcomes[rule][conjunct] == true ? 0 : 1)
  }

  /// Returns whether all rules hold but some, which may hold or not.
  func holds(exceptRules rules: Set<Int>) -> Bool {
    outcomes.indices.allSatisfy { index in
      rules.contains(index) || outcomes[index].allSatisfy { $0 == true }
    }
  }

  /// Returns the number that an expression comes to: milliseconds of an instant; nil for none.
  func number(_ expression: Expression) -> Int64? {
    switch situation.outcome(of: expression, for: program) {
    case .value(.int(let number)): number
    case .value(.timestamp(let instant)): instant.milliseconds
    default: nil
    }
  }
}

extension Outcome {
  /// Whether a condition holds; what needs an absent fact does not (F11); nil for undetermined.
  fileprivate var holds: Bool? {
    switch self {
    case .value(.bool(let holds)): holds
    case .failure(.absent): false
    case .value, .failure, .unknown: nil
    }
  }
}
