package import CEL
package import CalendarTime

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
  /// The condition as it is, for facts of which a range is known, if it has several comparisons; nil if
  /// it has one, which is decided by its numbers (F14).
  let compound: CompoundCondition?
  package var isCompound: Bool { compound != nil }

  var readsTimeline: Bool { subject == .fact(.paidMonths) || subject.isOfOffer }

  /// It is nil if the expression reads several facts or cannot be solved exactly; then it must be
  /// evaluated as it is.
  package init?(_ expression: Expression, _ vocabulary: Vocabulary, _ symbols: SymbolTable) {
    let variables = expression.variables
    guard variables.count == 1, let id = variables.first,
      vocabulary.role(of: id).isSolved,
      let holds = Self.numbers(of: expression.region, id, vocabulary, symbols),
      let fails = Self.numbers(of: expression.region(where: false), id, vocabulary, symbols)
    else { return nil }
    subject = vocabulary.role(of: id)
    ranges = holds.set.intervals
    // For all other numbers the expression has no value.
    undecided = vocabulary.numbers(of: id).subtracting(holds.set.union(fails.set)).intervals
    holdsWhenAbsent = holds.isAbsenceIn
    holdsWhenUnknown = expression.evaluate { _ in .unknown } == .value(.bool(true))
    compound = expression.isOneComparison(of: id) ? nil : CompoundCondition(expression)
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
      let domain = box[id]
      guard let numbers = vocabulary.numbers(of: domain, id, symbols) else { return nil }
      set = set.union(numbers)
      isAbsenceIn = isAbsenceIn || domain.allowsAbsence
    }
    return (set, isAbsenceIn)
  }
}

/// A condition whose ranges are in an array that all conditions of a program share, so that reading
/// it does not count references.
struct PackedCondition: Sendable, Equatable {
  let subject: Vocabulary.Role
  /// The lowest and the highest number of the ranges; the lowest is greater if there are no ranges.
  private let lowest: Int64
  private let highest: Int64
  private let ranges: Range<Int>
  /// The ranges of the numbers that decide nothing; they follow the others.
  private let undecided: Range<Int>
  let holdsWhenAbsent: Bool
  let holdsWhenUnknown: Bool

  init(_ condition: Condition, into shared: inout ContiguousArray<ClosedRange<Int64>>) {
    subject = condition.subject
    lowest = condition.ranges.first?.lowerBound ?? .max
    highest = condition.ranges.last?.upperBound ?? .min
    ranges = shared.count..<shared.count + condition.ranges.count
    undecided = ranges.upperBound..<ranges.upperBound + condition.undecided.count
    holdsWhenAbsent = condition.holdsWhenAbsent
    holdsWhenUnknown = condition.holdsWhenUnknown
    shared.append(contentsOf: condition.ranges)
    shared.append(contentsOf: condition.undecided)
  }

  /// Returns whether a number is in the ranges.
  ///
  /// - Complexity: O(log *n*) for *n* ranges. Only lists of storefronts have several; a single
  ///   range needs no access to the shared array.
  func contains(_ number: Int64, _ shared: borrowing ContiguousArray<ClosedRange<Int64>>) -> Bool {
    guard lowest <= number, number <= highest else { return false }
    guard ranges.count > 1 else { return true }
    let index = ranges.end { shared[$0].upperBound < number }
    return index < ranges.upperBound && shared[index].lowerBound <= number
  }
}

extension PackedCondition {
  func isUndecided(
    for number: Int64,
    _ shared: borrowing ContiguousArray<ClosedRange<Int64>>
  ) -> Bool {
    for index in undecided where shared[index].contains(number) { return true }
    return false
  }

  /// Returns whether the condition, which is one comparison, holds for all numbers of a range, and also
  /// if the fact is absent, if it may be (F14).
  func truth(
    for range: ClosedRange<Int64>,
    mayBeAbsent: Bool,
    _ shared: borrowing ContiguousArray<ClosedRange<Int64>>
  ) -> Truth {
    // A comparison by an order has the same result between two numbers with the same result.
    let truth = truth(of: range.lowerBound, shared).agreeing(
      with: truth(of: range.upperBound, shared)
    )
    return mayBeAbsent ? truth.agreeing(with: Truth(holdsWhenAbsent)) : truth
  }

  private func truth(
    of number: Int64,
    _ shared: borrowing ContiguousArray<ClosedRange<Int64>>
  ) -> Truth {
    if contains(number, shared) { return .holds }
    return isUndecided(for: number, shared) ? .unknown : .fails
  }
}

/// A condition with several comparisons of one fact, which is evaluated as it is.
struct CompoundCondition: Sendable, Hashable {
  let expression: Expression

  init(_ expression: Expression) { self.expression = expression }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.expression.form == rhs.expression.form }

  func hash(into hasher: inout Hasher) { hasher.combine(expression.form) }
}

/// A part of a rule that compares the clock with a fact, and so holds at instants that the fact
/// gives.
struct ClockCondition: Sendable, Hashable {
  /// The fact or attribute, which is an instant.
  let subject: Vocabulary.Role
  let holdsWhenAbsent: Bool
  private let comparison: ClockComparison

  /// It is nil if the expression is not a comparison of the clock with one fact, with or without
  /// `|| !has(fact)`; then the expression must be evaluated as it is.
  init?(_ expression: Expression, _ vocabulary: Vocabulary, _ symbols: SymbolTable) {
    let clock = Vocabulary.id(of: .now)
    var found: ClockComparison?
    var absent: [Vocabulary.Role] = []
    for part in expression.disjuncts {
      if let comparison = ClockComparison(part, of: clock) {
        guard found == nil else { return nil }
        found = comparison
      } else if let condition = Condition(part, vocabulary, symbols), condition.ranges.isEmpty,
        condition.holdsWhenAbsent, !condition.holdsWhenUnknown
      {
        absent.append(condition.subject)
      } else {
        return nil
      }
    }
    guard let found else { return nil }
    comparison = found
    subject = vocabulary.role(of: found.variable)
    holdsWhenAbsent = !absent.isEmpty
    guard absent.allSatisfy({ [subject] in $0 == subject }) else { return nil }
  }

  /// Whether it holds in one range of time, and fails outside it.
  var isRange: Bool {
    switch comparison.operator {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: !comparison.mayFail
    case .equal, .notEqual, .in: false
    }
  }

  /// Reduces a range of time to the part in which the condition holds; the condition must be a
  /// range.
  func clip(_ range: inout (start: Instant, end: Instant), _ fact: Int64) {
    let bound = comparison.bound(for: Instant(milliseconds: fact))
    switch comparison.operator {
    case .greaterOrEqual: range.start = max(range.start, bound)
    case .greater: range.start = max(range.start, bound.adding(milliseconds: 1))
    case .less: range.end = min(range.end, bound)
    case .lessOrEqual: range.end = min(range.end, bound.adding(milliseconds: 1))
    case .equal, .notEqual, .in: break
    }
  }

  /// Returns whether the condition holds at an instant, and ends a range of time at the next
  /// change.
  func truth(at now: Instant, until end: inout Instant, _ value: FactValue) -> Truth {
    switch value {
    case .number(let number):
      let instant = Instant(milliseconds: number)
      end = min(end, comparison.change(after: now, for: instant))
      return Truth(comparison.holds(at: now, for: instant))
    case .range(let range, let mayBeAbsent):
      end = min(end, comparison.change(after: now, for: range))
      let truth = Truth(comparison.holds(at: now, for: range))
      return mayBeAbsent ? truth.agreeing(with: Truth(holdsWhenAbsent)) : truth
    case .absent: return Truth(holdsWhenAbsent)
    case .unknown: return .unknown
    }
  }
}

extension Expression {
  /// Returns the expression with the clock at an instant; without one, the clock stays free.
  package func specialized(at now: Instant?) -> Expression {
    specialized { $0 == Vocabulary.id(of: .now) ? now.map { .value(.timestamp($0)) } : nil }
  }
}

extension Facts {
  /// Returns the value that a condition reads; offers and policies were already replaced by their
  /// values.
  @inline(__always)
  mutating func read(
    _ subject: Vocabulary.Role,
    _ attributes: borrowing AttributeRow
  ) -> FactValue {
    switch subject {
    case .fact(let fact): read(fact)
    case .attribute(let index): attributes.value(at: index)
    case .answer, .offer, .policy: .absent
    }
  }
}
