import CEL
import CalendarTime
import WinBack

/// What every condition of an offer comes to for a customer at an instant.
struct OfferProfile: Sendable {
  private let situation: Snapshot
  private let program: OfferProgram
  private let truths: [[Truth]]
  /// How many conditions do not hold, or are undetermined.
  private let failures: Int

  init(_ situation: Snapshot, _ program: OfferProgram) {
    self.situation = situation
    self.program = program
    truths = program.rules.map { conjuncts in
      conjuncts.map { Truth(situation.outcome(of: $0, for: program)) }
    }
    failures = truths.joined().count { $0 != .holds }
  }

  /// The verdict on the offer (R1).
  var verdict: Verdict { Verdict(truths.lazy.map(\.conjunction).conjunction) }

  /// Returns whether a condition holds.
  func truth(_ rule: Int, _ conjunct: Int) -> Truth {
    truths[rule][conjunct]
  }

  /// Returns whether a rule holds.
  func truth(ofRule rule: Int) -> Truth {
    truths[rule].conjunction
  }

  /// Returns whether some rule fails that is none of these.
  func fails(exceptRules rules: Set<Int>) -> Bool {
    truths.indices.contains { rule in
      !rules.contains(rule) && truths[rule].contains(.fails)
    }
  }

  /// Returns whether an expression holds.
  func truth(of expression: Expression) -> Truth {
    Truth(situation.outcome(of: expression, for: program))
  }

  /// Returns whether all conditions hold but one, which may hold or not.
  func holds(exceptRule rule: Int, conjunct: Int) -> Bool {
    failures == (truths[rule][conjunct] == .holds ? 0 : 1)
  }

  /// Returns whether all rules hold but some, which may hold or not.
  func holds(exceptRules rules: Set<Int>) -> Bool {
    truths.indices.allSatisfy { index in
      rules.contains(index) || truths[index].allSatisfy { $0 == .holds }
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
