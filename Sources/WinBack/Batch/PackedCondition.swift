import CEL
import CalendarTime

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
  private let bounds: Condition.Bounds

  init(_ condition: Condition, into shared: inout ContiguousArray<ClosedRange<Int64>>) {
    subject = condition.subject
    lowest = condition.ranges.first?.lowerBound ?? .max
    highest = condition.ranges.last?.upperBound ?? .min
    ranges = shared.count..<shared.count + condition.ranges.count
    undecided = ranges.upperBound..<ranges.upperBound + condition.undecided.count
    holdsWhenAbsent = condition.holdsWhenAbsent
    holdsWhenUnknown = condition.holdsWhenUnknown
    bounds = condition.bounds
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

  /// Returns whether the condition holds for a fact of which only the minimum is known.
  func truth(fromLeast least: Int64) -> Truth {
    if let first = bounds.holding, least >= first { return .holds }
    if let first = bounds.failing, least >= first { return .fails }
    return .unknown
  }
}

extension Facts {
  /// Returns the value that a condition reads; offers and policies were already replaced by their
  /// values.
  @inline(__always)
  func value(of subject: Vocabulary.Role, _ attributes: borrowing AttributeRow) -> FactValue {
    switch subject {
    case .fact(let fact): value(of: fact)
    case .attribute(let index): attributes.value(at: index)
    case .answer, .offer, .policy: .absent
    }
  }
}
