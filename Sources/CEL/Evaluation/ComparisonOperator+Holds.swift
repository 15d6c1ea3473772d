internal import CalendarTime

extension ComparisonOperator {
  package func holds(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Bool {
    switch self {
    case .equal: return left.isEqual(to: right)
    case .notEqual: return !left.isEqual(to: right)
    case .less: return try left.order(right) == .less
    case .lessOrEqual: return try [.less, .equal].contains(left.order(right))
    case .greater: return try left.order(right) == .greater
    case .greaterOrEqual: return try [.greater, .equal].contains(left.order(right))
    case .in:
      guard case .list(let elements) = right else { throw .noOverload }
      return elements.contains { left.isEqual(to: $0) }
    }
  }
}

extension ComparisonOperator {
  /// Returns whether the comparison holds between a value and a variable of which only the least
  /// value is known, on either side; nil if it is another comparison, or if it is not decided
  /// (F13).
  func holds(_ left: Node, _ right: Node, _ bindings: (VariableID) -> Binding) -> Bool? {
    if case .variable(let id, .int) = left, case .atLeast(let least) = bindings(id),
      case .value(let value) = right.evaluate(bindings)
    {
      return holds(fromLeast: least, value)
    }
    if case .variable(let id, .int) = right, case .atLeast(let least) = bindings(id),
      case .value(let value) = left.evaluate(bindings)
    {
      return mirrored?.holds(fromLeast: least, value)
    }
    return nil
  }

  /// Returns whether the comparison holds for all integers from a least one on; nil if it holds for
  /// some of them only.
  private func holds(fromLeast least: Int64, _ value: Value) -> Bool? {
    let first = try? holds(.int(least), value)
    let last = try? holds(.int(.max), value)
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      // Each of these changes once at most, on the way from the least integer to the greatest.
      return first == last ? first : nil
    case .equal: return value.isInteger(from: least) ? nil : false
    case .notEqual: return value.isInteger(from: least) ? nil : true
    case .in:
      guard case .list(let elements) = value else { return nil }
      return elements.contains { $0.isInteger(from: least) } ? nil : false
    }
  }
}

private enum Order {
  case less
  case equal
  case greater

  /// One of the two is not a number.
  case none

  init<T: Comparable>(_ left: T, _ right: T) {
    self = left < right ? .less : left == right ? .equal : left > right ? .greater : .none
  }

  init(_ left: Int64, _ right: Double) {
    // 2 to the 63rd is the least double above all integers.
    guard right >= -0x1p63, right < 0x1p63 else {
      self = Order(0.0, right)
      return
    }
    let whole = Int64(right)
    let order = Order(left, whole)
    self = order == .equal ? Order(Double(whole), right) : order
  }

  var reversed: Order {
    switch self {
    case .less: .greater
    case .greater: .less
    case .equal, .none: self
    }
  }
}

extension Value {
  /// Returns whether the value is an integer, or a double equal to one, that is not below a least one.
  fileprivate func isInteger(from least: Int64) -> Bool {
    switch self {
    case .int(let integer): integer >= least
    case .double(let double): Int64(exactly: double).map { $0 >= least } ?? false
    default: false
    }
  }

  /// Returns whether two values are equal, as an int and a double with the same number are.
  fileprivate func isEqual(to other: Value) -> Bool {
    switch (self, other) {
    case (.int(let int), .double(let double)), (.double(let double), .int(let int)):
      Order(int, double) == .equal
    case (.list(let lhs), .list(let rhs)):
      lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { $0.isEqual(to: $1) }
    default: self == other
    }
  }

  fileprivate func order(_ other: Value) throws(EvaluationFailure) -> Order {
    switch (self, other) {
    case (.bool(let lhs), .bool(let rhs)): Order(lhs ? 1 : 0, rhs ? 1 : 0)
    case (.int(let lhs), .int(let rhs)): Order(lhs, rhs)
    case (.double(let lhs), .double(let rhs)): Order(lhs, rhs)
    case (.int(let lhs), .double(let rhs)): Order(lhs, rhs)
    case (.double(let lhs), .int(let rhs)): Order(rhs, lhs).reversed
    case (.timestamp(let lhs), .timestamp(let rhs)): Order(lhs, rhs)
    case (.duration(let lhs), .duration(let rhs)): Order(lhs, rhs)
    // The order of UTF-8 is the order of code points.
    case (.string(let lhs), .string(let rhs)):
      lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
        ? .less : lhs.utf8.elementsEqual(rhs.utf8) ? .equal : .greater
    default: throw .noOverload
    }
  }
}
