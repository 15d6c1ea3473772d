internal import CalendarTime

extension ArithmeticOperator {
  func apply(_ left: inout Value, _ right: Value) throws(EvaluationFailure) {
    if self == .add, try left.append(right) { return }
    left = try result(left, right)
  }

  private func result(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Value {
    switch (left, right) {
    case (.int(let left), .int(let right)): return .int(try apply(left, right))
    case (.double(let left), .double(let right)): return .double(try apply(left, right))
    case (.timestamp(let instant), .duration(let milliseconds)) where isAdditive:
      return try .timestamp(
        milliseconds: applyReportingOverflow(instant.milliseconds, milliseconds)
      )
    case (.duration(let milliseconds), .timestamp(let instant)) where self == .add:
      return try .timestamp(
        milliseconds: applyReportingOverflow(milliseconds, instant.milliseconds)
      )
    case (.timestamp(let left), .timestamp(let right)) where self == .subtract:
      return try .duration(
        milliseconds: applyReportingOverflow(left.milliseconds, right.milliseconds)
      )
    case (.duration(let left), .duration(let right)) where isAdditive:
      return try .duration(milliseconds: applyReportingOverflow(left, right))
    default: throw .noOverload
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

  fileprivate static func timestamp(
    milliseconds result: (partialValue: Int64, overflow: Bool)
  ) throws(EvaluationFailure) -> Value {
    let instant = Instant(milliseconds: result.partialValue)
    guard !result.overflow, instant.isValid else { throw .outOfRange(.timestamp) }
    return .timestamp(instant)
  }

  fileprivate static func duration(
    milliseconds result: (partialValue: Int64, overflow: Bool)
  ) throws(EvaluationFailure) -> Value {
    guard !result.overflow, DurationText.range.contains(result.partialValue) else {
      throw .outOfRange(.duration)
    }
    return .duration(milliseconds: result.partialValue)
  }

  func negated() throws(EvaluationFailure) -> Value {
    switch self {
    case .int(.min): throw .overflow
    case .int(let int): .int(-int)
    case .double(let double): .double(-double)
    default: throw .noOverload
    }
  }

  var asBool: Bool {
    get throws(EvaluationFailure) {
      guard case .bool(let bool) = self else { throw .noOverload }
      return bool
    }
  }
}
