public import CalendarTime

/// A value of the rule language.
///
/// Two values are equal when they are of one type and their contents are the same; strings are
/// compared by code points, without normalisation. The language's own `==` also compares an int
/// with a double.
public enum Value: Sendable {
  /// True or false.
  case bool(Bool)

  /// A 64-bit signed integer.
  case int(Int64)

  /// A 64-bit floating-point number.
  case double(Double)

  /// A sequence of Unicode code points.
  case string(String)

  /// A point in time, in whole milliseconds (T1).
  case timestamp(Instant)

  /// A length of time, in whole milliseconds; negative ones go back.
  case duration(milliseconds: Int64)

  /// Values of one type.
  case list([Value])

  /// The null value, the only one of its type.
  case null
}

extension Value: Hashable {
  /// Returns whether two values are of one type and have the same content.
  public static func == (lhs: Value, rhs: Value) -> Bool {
    switch (lhs, rhs) {
    case (.bool(let lhs), .bool(let rhs)): lhs == rhs
    case (.int(let lhs), .int(let rhs)): lhs == rhs
    case (.double(let lhs), .double(let rhs)): lhs == rhs
    case (.string(let lhs), .string(let rhs)): lhs.hasBytes(of: rhs)
    case (.timestamp(let lhs), .timestamp(let rhs)): lhs == rhs
    case (.duration(let lhs), .duration(let rhs)): lhs == rhs
    case (.list(let lhs), .list(let rhs)): lhs == rhs
    case (.null, .null): true
    default: false
    }
  }

  /// Hashes the content of the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let bool): hasher.combine(bool)
    case .int(let int): hasher.combine(int)
    case .double(let double): hasher.combine(double)
    case .string(let string): for byte in string.utf8 { hasher.combine(byte) }
    case .timestamp(let instant): hasher.combine(instant)
    case .duration(let milliseconds): hasher.combine(milliseconds)
    case .list(let elements): hasher.combine(elements)
    case .null: hasher.combine(0)
    }
  }
}

extension Value: CustomStringConvertible {
  /// The value as an expression, such as `'USA'` or `duration('90s')`.
  ///
  /// A value that no literal has, such as an infinite double, is written in the same style.
  public var description: String {
    switch self {
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): String(int)
    case .double(let double): double.description
    case .string(let string): string.quoted
    case .timestamp: "timestamp('\(text)')"
    case .duration: "duration('\(text)')"
    case .list(let elements): "[" + elements.map { $0.description }.joined(separator: ", ") + "]"
    case .null: "null"
    }
  }

  /// The value as text: a string without its quotes, a list without its brackets.
  ///
  /// It is the result of the function `string`, for every type that the function accepts.
  package var text: String {
    switch self {
    case .bool, .int, .double, .null: description
    case .string(let string): string
    case .timestamp(let instant): instant.shortISO8601
    case .duration(let milliseconds): DurationText.text(ofMilliseconds: milliseconds)
    case .list(let elements): elements.map { $0.text }.joined(separator: ", ")
    }
  }

  var hasLiteral: Bool {
    switch self {
    case .double(let double): double.isFinite
    case .timestamp(let instant): instant.isValid
    case .duration(let milliseconds): DurationText.range.contains(milliseconds)
    case .list(let elements): elements.allSatisfy { $0.hasLiteral }
    case .bool, .int, .string, .null: true
    }
  }
}

extension String {
  fileprivate var quoted: String {
    var quoted = "'"
    for scalar in unicodeScalars {
      switch scalar {
      case "'", "\\":
        quoted.unicodeScalars.append("\\")
        quoted.unicodeScalars.append(scalar)
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\0"..<" ", "\u{7F}":
        quoted += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }
}

extension Instant {
  /// The ISO 8601 text of the instant, without the zeros that end its fraction.
  fileprivate var shortISO8601: String {
    var bytes: ContiguousArray<UInt8> = []
    appendISO8601(to: &bytes)
    bytes.removeLast()
    while bytes.last == UInt8(ascii: "0"), milliseconds % 1000 != 0 { bytes.removeLast() }
    if milliseconds % 1000 == 0 { bytes.removeLast(".000".utf8.count) }
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }
}
