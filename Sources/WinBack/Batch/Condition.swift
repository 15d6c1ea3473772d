package import CEL
import CalendarTime

/// A part of a rule, solved: it holds if one fact is in certain ranges of numbers.
///
/// A text is represented by a number, so that every fact is a number. The condition also has the
/// outcomes for an absent and for an unknown fact (R1).
package struct Condition: Sendable, Hashable {
  let subject: Vocabulary.Role
  /// The numbers for which the condition holds, from low to high.
  package private(set) var ranges: [ClosedRange<Int64>]
  /// The numbers for which it has no value, such as those that overflow, from low to high.
  package let undecided: [ClosedRange<Int64>]
  private(set) var holdsWhenAbsent: Bool
  /// Whether it holds for every fact, and so for an unknown one.
  let holdsWhenUnknown: Bool
  /// What a minimum of the fact decides (F13c).
  package let bounds: Bounds

  var readsTimeline: Bool { subject == .fact(.paidMonths) || subject.isOfOffer }

  /// The least minimums of a fact that make the condition hold or fail; nil if none does.
  package struct Bounds: Sendable, Hashable {
    package var holding: Int64?
    package var failing: Int64?

    /// A higher minimum decides at least as much, so each bound is found by bisection.
    init(of expression: Expression) {
      func least(for outcome: Bool) -> Int64? {
        Self.least { number in
          expression.evaluate { _ in .atLeast(number) } == .value(.bool(outcome))
        }
      }
      holding = least(for: true)
      failing = least(for: false)
    }

    init() {}

    private static func least(_ isEnough: (Int64) -> Bool) -> Int64? {
      guard isEnough(.max) else { return nil }
      return (0..<Int64.max).end { !isEnough($0) }
    }
  }

  /// It is nil if the expression reads several facts or cannot be solved exactly; then it must be
  /// evaluated as it is.
  package init?(_ expression: Expression, _ vocabulary: Vocabulary, _ symbols: SymbolTable) {
    let variables = expression.variables
    guard variables.count == 1, let id = variables.first,
      let holds = Self.numbers(of: expression.region, id, vocabulary, symbols),
      let fails = Self.numbers(of: expression.region(where: false), id, vocabulary, symbols)
    else { return nil }
    subject = vocabulary.role(of: id)
    ranges = holds.set.intervals
    // For all other numbers the expression has no value.
    undecided = vocabulary.numbers(of: id).subtracting(holds.set.union(fails.set)).intervals
    holdsWhenAbsent = holds.isAbsenceIn
    holdsWhenUnknown = expression.evaluate { _ in .unknown } == .value(.bool(true))
    // Only of counts, a minimum can be known.
    bounds =
      if case .fact(let fact) = subject, fact.fact.code == .integer {
        Bounds(of: expression)
      } else {
        Bounds()
      }
  }

  private static func numbers(
    of region: Region,
    _ id: VariableID,
    _ vocabulary: Vocabulary,
    _ symbols: SymbolTable
  ) -> (set: IntervalSet, isAbsenceIn: Bool)? {
    guard region.isExact else { return nil }
    var set = IntervalSet.none
    var isAbsenceIn = false
    for box in region.boxes {
      let domain = box.domains[id] ?? Domain(.all, allowsAbsence: true)
      guard let numbers = vocabulary.numbers(of: domain, id, symbols) else { return nil }
      set = set.union(numbers)
      isAbsenceIn = isAbsenceIn || domain.allowsAbsence
    }
    return (set, isAbsenceIn)
  }
}
