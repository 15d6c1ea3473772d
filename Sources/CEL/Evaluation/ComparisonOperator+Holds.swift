internal import CalendarTime

extension ComparisonOperator {
  package func holds(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Bool {
    switch self {
    case .equal: return left.isEqual(to: right)
    case .notEqual: return !left.isEqual(to: right)
    case .less: return try left.precedes(right)
    case .lessOrEqual: return try left.precedes(right) || left.isEqual(to: right)
    case .greater: return try right.precedes(left)
    case .greaterOrEqual: return try right.precedes(left) || left.isEqual(to: right)
    case .in:
      guard case .list(let elements) = right else { throw .noOverload }
      return elements.contains { left.isEqual(to: $0) }
    }
  }

  var mirrored: ComparisonOperator? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .in: nil
    }
  }

  /// Returns the integers for which the comparison with a constant holds; nil if it is no number.
  func numbers(_ constant: Value) -> IntervalSet? {
    if self == .in {
      guard case .list(let elements) = constant else { return nil }
      var intervals: [ClosedRange<Int64>] = []
      for element in elements {
        guard let equal = element.equalNumbers else { return nil }
        intervals += equal.intervals
      }
      return IntervalSet(unionOf: intervals)
    }
    guard let equal = constant.equalNumbers else { return nil }
    guard let less = constant.lesserNumbers else {
      // A double that is not a number is unlike all integers, and in no order with them.
      return self == .notEqual ? IntervalSet.all : IntervalSet.none
    }
    switch self {
    case .equal, .in: return equal
    case .notEqual: return equal.complement
    case .less: return less
    case .lessOrEqual: return less.union(equal)
    case .greater: return less.union(equal).complement
    case .greaterOrEqual: return less.complement
    }
  }
}

extension ComparisonOperator {
  /// Returns whether the comparison holds for all numbers of a range that one side can have, and the
  /// variable gives; nil if it is not decided, or if the variable may be absent (F14).
  func holds(
    _ left: Node,
    _ right: Node,
    knowing variable: VariableID,
    _ bindings: (VariableID) -> Binding
  ) -> Bool? {
    guard case .range = bindings(variable) else { return nil }
    let isLeft = left.reads(variable)
    let (side, other) = isLeft ? (left, right) : (right, left)
    guard case .value(let value) = other.evaluate(bindings),
      let range = side.range(readFrom: variable, bindings)
    else { return nil }
    return (isLeft ? self : mirrored)?.holds(for: range, value)
  }

  /// Returns whether the comparison holds for all numbers of a range, on the left; nil if it holds
  /// for some of them only.
  package func holds(for range: ClosedRange<Int64>, _ value: Value) -> Bool? {
    guard let number = value.ordinal, self != .in else { return holdsInSets(range, value) }
    let (first, last) = (orders(range.lowerBound, number), orders(range.upperBound, number))
    // Between two numbers that are not equal to a third one there can be one that is.
    let mayDiffer =
      (self == .equal || self == .notEqual) && range.lowerBound < number
      && number < range.upperBound
    return first == last && !mayDiffer ? first : nil
  }

  /// Returns the same for lists and doubles.
  private func holdsInSets(_ range: ClosedRange<Int64>, _ value: Value) -> Bool? {
    guard let holding = numbers(value) else { return nil }
    let numbers = IntervalSet(range)
    let common = numbers.intersection(holding)
    return common.isEmpty ? false : common == numbers ? true : nil
  }

  /// Returns whether the comparison of two values of one order holds.
  @inline(__always)
  func orders<Ordered: Comparable>(_ left: Ordered, _ right: Ordered) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    case .in: false
    }
  }
}

extension Value {
  /// The integers that are less than the value, or nil if it is no number.
  fileprivate var lesserNumbers: IntervalSet? {
    guard case .double(let double) = self else {
      return ordinal.map { IntervalSet(Int128(Int64.min), through: Int128($0) - 1) }
    }
    guard !double.isNaN else { return nil }
    if double >= 0x1p63 { return .all }
    if double <= -0x1p63 { return IntervalSet.none }
    let whole = Int64(double)
    let last = Int128(whole) - (double > Double(whole) ? 0 : 1)
    return IntervalSet(Int128(Int64.min), through: last)
  }

  /// The integer that is equal to the value, if there is one; nil if the value is of a type without
  /// numbers.
  fileprivate var equalNumbers: IntervalSet? {
    guard case .double(let double) = self else { return ordinal.map { IntervalSet($0...$0) } }
    return Int64(exactly: double).map { IntervalSet($0...$0) } ?? IntervalSet.none
  }

  /// Returns whether two values are equal, as an int and a double with the same number are.
  fileprivate func isEqual(to other: Value) -> Bool {
    switch (self, other) {
    case (.int(let int), .double(let double)), (.double(let double), .int(let int)):
      Int64(exactly: double) == int
    case (.list(let lhs), .list(let rhs)):
      lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { $0.isEqual(to: $1) }
    default: self == other
    }
  }

  /// Returns whether the value comes before another one; a double that is not a number comes before
  /// and after nothing.
  fileprivate func precedes(_ other: Value) throws(EvaluationFailure) -> Bool {
    switch (self, other) {
    case (.bool(let lhs), .bool(let rhs)): !lhs && rhs
    case (.int(let lhs), .int(let rhs)), (.duration(let lhs), .duration(let rhs)): lhs < rhs
    case (.double(let lhs), .double(let rhs)): lhs < rhs
    case (.int(let lhs), .double): ComparisonOperator.less.numbers(other)?.contains(lhs) ?? false
    case (.double, .int(let rhs)): ComparisonOperator.greater.numbers(self)?.contains(rhs) ?? false
    case (.timestamp(let lhs), .timestamp(let rhs)): lhs < rhs
    // The order of UTF-8 is the order of code points.
    case (.string(let lhs), .string(let rhs)): lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
    default: throw .noOverload
    }
  }
}
