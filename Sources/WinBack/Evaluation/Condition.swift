package import CEL

/// A part of a rule, solved: it holds if one fact is in certain ranges of numbers.
///
/// A text is represented by a number, so that every fact is a number. The condition also has the
/// outcomes for an absent and for an unknown fact (R1).
package struct Condition: Sendable {
  let subject: Vocabulary.Role
  /// The numbers for which the condition holds, from low to high.
  package let ranges: [ClosedRange<Int64>]
  /// The numbers for which it has no value, such as those that overflow, from low to high.
  package let undecided: [ClosedRange<Int64>]
  let holdsWhenAbsent: Bool
  /// Whether it holds for every fact, and so for an unknown one.
  let holdsWhenUnknown: Bool
  /// The condition as it is, for facts of which a range is known, if it has several comparisons; nil if
  /// it has one, which is decided by its numbers (F14).
  let compound: Expression?
  package var isCompound: Bool { compound != nil }

  /// The only product for which it holds; nil if it holds for others or if it reads something else.
  var product: Symbol? {
    guard subject == .fact(.productId), ranges.count == 1, !holdsWhenAbsent,
      ranges[0].lowerBound == ranges[0].upperBound
    else { return nil }
    return Int32(exactly: ranges[0].lowerBound).map(Symbol.init(index:))
  }

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
    compound = expression.isOneComparison(of: id) ? nil : expression
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

/// Conditions whose parts are in arrays that all of them share, so that reading one does not count
/// references.
struct PackedConditions: Sendable, Equatable {
  private struct Packed: Sendable, Equatable {
    let subject: Vocabulary.Role
    let source: Fact.Source
    /// The lowest and the highest number of the ranges; the lowest is greater if there are no ranges.
    let lowest: Int64
    let highest: Int64
    let ranges: Range<Int>
    /// The ranges of the numbers that decide nothing; they follow the others.
    let undecided: Range<Int>
    let holdsWhenAbsent: Bool
    let holdsWhenUnknown: Bool
  }

  private var conditions: ContiguousArray<Packed> = []
  /// The conditions with several comparisons, as they are (F14).
  private let compounds: ContiguousArray<Expression?>
  private var ranges: ContiguousArray<ClosedRange<Int64>> = []

  init(_ conditions: [Condition]) {
    compounds = ContiguousArray(conditions.map { $0.compound })
    for condition in conditions {
      let start = ranges.count
      ranges.append(contentsOf: condition.ranges)
      let end = ranges.count
      ranges.append(contentsOf: condition.undecided)
      self.conditions.append(
        Packed(
          subject: condition.subject,
          source: condition.subject.source,
          lowest: condition.ranges.first?.lowerBound ?? .max,
          highest: condition.ranges.last?.upperBound ?? .min,
          ranges: start..<end,
          undecided: end..<ranges.count,
          holdsWhenAbsent: condition.holdsWhenAbsent,
          holdsWhenUnknown: condition.holdsWhenUnknown
        )
      )
    }
  }

  func subject(at index: Int) -> Vocabulary.Role { conditions[index].subject }

  /// Returns what must be read for the subject of a condition.
  func source(at index: Int) -> Fact.Source { conditions[index].source }

  /// Returns whether a condition holds for what is known of its subject.
  @inline(__always)
  func truth(at index: Int, of value: FactValue) -> Truth {
    switch value {
    case .number(let number): return truth(at: index, of: number)
    case .absent: return Truth(conditions[index].holdsWhenAbsent)
    case .unknown: return conditions[index].holdsWhenUnknown ? .holds : .unknown
    case .range(let range, let mayBeAbsent):
      if let compound = compounds[index] {
        return compound.truth { _ in .range(range, mayBeAbsent: mayBeAbsent) }
      }
      // A comparison by an order has the same result between two numbers with the same result.
      let truth = truth(at: index, of: range.lowerBound).agreeing(
        with: truth(at: index, of: range.upperBound)
      )
      return mayBeAbsent ? truth.agreeing(with: Truth(conditions[index].holdsWhenAbsent)) : truth
    }
  }

  /// - Complexity: O(log *n*) for *n* ranges. Only lists of storefronts have several; a single
  ///   range needs no access to the shared array.
  private func truth(at index: Int, of number: Int64) -> Truth {
    let condition = conditions[index]
    if condition.lowest <= number, number <= condition.highest {
      guard condition.ranges.count > 1 else { return .holds }
      let index = condition.ranges.end { ranges[$0].upperBound < number }
      if index < condition.ranges.upperBound, ranges[index].lowerBound <= number { return .holds }
    }
    for index in condition.undecided where ranges[index].contains(number) { return .unknown }
    return .fails
  }
}

/// A part of a rule that compares the clock with a fact, and so holds at instants that the fact
/// gives.
struct ClockCondition: Sendable, Hashable {
  /// The fact or attribute, which is an instant.
  let subject: Vocabulary.Role
  private let holdsWhenAbsent: Bool
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

  /// Returns whether the condition holds at an instant, and ends a range of time at the next
  /// change.
  func truth(at now: Instant, until end: inout Instant, _ value: FactValue) -> Truth {
    switch value {
    case .number(let number):
      let outcome = comparison.outcome(at: now, for: Instant(milliseconds: number))
      end = min(end, outcome.change)
      return Truth(outcome.holds)
    case .range(let range, let mayBeAbsent):
      let outcome = comparison.outcome(at: now, for: range)
      end = min(end, outcome.change)
      let truth = Truth(outcome.holds)
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

extension Vocabulary.Role {
  /// What must be read for its value.
  var source: Fact.Source {
    if case .fact(let fact) = self { fact.fact.source } else { .latestPurchase }
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

/// The attributes of one customer as numbers, in reused storage.
struct AttributeRow: Sendable {
  private var values: ContiguousArray<FactValue> = []

  mutating func set(_ attributes: ContiguousArray<Binding>, _ symbols: borrowing SymbolTable) {
    values.removeAll(keepingCapacity: true)
    for binding in attributes { values.append(Self.value(of: binding, symbols)) }
  }

  func value(at index: Int) -> FactValue { index < values.count ? values[index] : .absent }

  private static func value(of binding: Binding, _ symbols: borrowing SymbolTable) -> FactValue {
    switch binding {
    case .absent: .absent
    case .unknown, .range: .unknown
    // No rule names this text, so it is equal to no text in a rule.
    case .value(.string(let text)): .number(symbols.find(text).map { Int64($0.index) } ?? -1)
    // Conditions on values without a number are solved only if they test presence.
    case .value(let value): .number(value.number ?? 0)
    }
  }
}
