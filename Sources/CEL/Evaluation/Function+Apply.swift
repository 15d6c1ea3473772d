internal import CalendarTime

extension Function {
  func apply(_ arguments: [Value]) throws(EvaluationFailure) -> Value {
    guard let first = arguments.first else { throw .noOverload }
    switch (self, first, arguments.count > 1 ? arguments[1] : nil) {
    case (.size, .string(let text), nil): return .int(Int64(text.unicodeScalars.count))
    case (.size, .list(let elements), nil): return .int(Int64(elements.count))
    case (.startsWith, .string(let text), .string(let other)):
      return .bool(text.utf8.starts(with: other.utf8))
    case (.endsWith, .string(let text), .string(let other)):
      return .bool(text.utf8.reversed().starts(with: other.utf8.reversed()))
    case (.contains, .string(let text), .string(let other)):
      return .bool(text.utf8.contains(part: other.utf8))
    case (.timestamp, .string(let text), nil): return .timestamp(try Instant(rfc3339: text))
    case (.timestamp, .int(let seconds), nil):
      return try Value(.timestamp, milliseconds: seconds.multipliedReportingOverflow(by: 1000))
    case (.duration, .string(let text), nil):
      return .duration(milliseconds: try DurationText.milliseconds(of: text))
    case (.int, .double(let double), nil): return .int(try Int64(truncating: double))
    case (.int, .string(let text), nil):
      guard let int = Int64(text) else { throw .malformed(text, as: .int) }
      return .int(int)
    case (.int, .timestamp(let instant), nil):
      return .int(instant.milliseconds.flooredQuotientAndRemainder(dividingBy: 1000).quotient)
    case (.string, _, nil): return .string(first.text)
    case (.addMonths, .timestamp(let instant), .int(let months)):
      return .timestamp(instant.adding(months: months))
    default: throw .noOverload
    }
  }
}

extension Int64 {
  /// The doubles next to both ends of the range are failures, as in the reference implementation.
  fileprivate init(truncating double: Double) throws(EvaluationFailure) {
    guard double > -0x1p63, double < 0x1p63 else { throw .outOfRange(.int) }
    self.init(double)
  }
}

extension Instant {
  /// Creates an instant from a text such as `2024-06-01T00:00:00Z`.
  ///
  /// Unlike other dates, these need seconds and an offset.
  fileprivate init(rfc3339 text: String) throws(EvaluationFailure) {
    let bytes = ContiguousArray(text.utf8)
    let hasSeconds =
      bytes.count > 16 && bytes[10] | 0x20 == UInt8(ascii: "t") && bytes[16] == UInt8(ascii: ":")
    let hasOffset = bytes.dropFirst(16).contains { byte in
      byte | 0x20 == UInt8(ascii: "z") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }
    guard hasSeconds, hasOffset, let date = try? ISO8601Date(parsing: text) else {
      throw .malformed(text, as: .timestamp)
    }
    self = date.instant
  }
}
