internal import CalendarTime

extension UnaryOperator {
  func apply(_ operand: Value) throws(EvaluationFailure) -> Value {
    switch (self, operand) {
    case (.not, .bool(let bool)): .bool(!bool)
    case (.minus, .int(.min)): throw .overflow
    case (.minus, .int(let int)): .int(-int)
    case (.minus, .double(let double)): .double(-double)
    default: throw .noOverload
    }
  }
}

extension ArithmeticOperator {
  func apply(_ left: inout Value, _ right: Value) throws(EvaluationFailure) {
    if self == .add, try left.append(right) { return }
    left = try result(left, right)
  }

  private func result(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Value {
    switch (left, right) {
    case (.int(let left), .int(let right)): return .int(try apply(left, right))
    case (.double(let left), .double(let right)): return .double(try apply(left, right))
    default:
      guard let type = result(left.type, right.type), let left = left.ordinal,
        let right = right.ordinal
      else { throw .noOverload }
      return try Value(type, milliseconds: applyReportingOverflow(left, right))
    }
  }

  private func apply(_ left: Int64, _ right: Int64) throws(EvaluationFailure) -> Int64 {
    if right == 0, self == .divide || self == .remainder { throw .divisionByZero }
    let (result, overflow) = applyReportingOverflow(left, right)
    if overflow { throw .overflow }
    return result
  }

  private func applyReportingOverflow(
    _ left: Int64,
    _ right: Int64
  ) -> (partialValue: Int64, overflow: Bool) {
    switch self {
    case .add: left.addingReportingOverflow(right)
    case .subtract: left.subtractingReportingOverflow(right)
    case .multiply: left.multipliedReportingOverflow(by: right)
    case .divide: left.dividedReportingOverflow(by: right)
    case .remainder: left.remainderReportingOverflow(dividingBy: right)
    }
  }

  private func apply(_ left: Double, _ right: Double) throws(EvaluationFailure) -> Double {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .remainder: throw .noOverload
    }
  }
}

extension Value {
  /// Appends a string to a string or a list to a list, or returns false for other values.
  ///
  /// A long chain takes linear time, because nothing else refers to the storage while it grows.
  ///
  /// - Throws: A failure if the result is too long: otherwise a short expression could make a very
  ///   long value of a long attribute.
  fileprivate mutating func append(_ other: Value) throws(EvaluationFailure) -> Bool {
    switch other {
    case .string(let suffix):
      guard case .string(var text) = self else { return false }
      guard text.utf8.count + suffix.utf8.count <= EvaluationFailure.sizeLimit else {
        throw .tooLong
      }
      self = .null
      text += suffix
      self = .string(text)
    case .list(let suffix):
      guard case .list(var elements) = self else { return false }
      guard elements.count + suffix.count <= EvaluationFailure.sizeLimit else { throw .tooLong }
      self = .null
      elements += suffix
      self = .list(elements)
    default: return false
    }
    return true
  }

  /// Creates an instant or a duration from the result of an operation.
  init(
    _ type: ValueType,
    milliseconds result: (partialValue: Int64, overflow: Bool)
  ) throws(EvaluationFailure) {
    guard !result.overflow, type.numbers?.contains(result.partialValue) == true else {
      throw .outOfRange(type)
    }
    self =
      type == .timestamp
      ? .timestamp(Instant(milliseconds: result.partialValue))
      : .duration(milliseconds: result.partialValue)
  }
}
