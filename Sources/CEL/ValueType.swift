/// The type of an expression, known before it is evaluated.
public indirect enum ValueType: Sendable, Hashable {
  /// True or false.
  case bool

  /// 64-bit signed integers.
  case int

  /// 64-bit floating-point numbers.
  case double

  /// Sequences of Unicode code points.
  case string

  /// Points in time.
  case timestamp

  /// Lengths of time.
  case duration

  /// The null value alone.
  case null

  /// Lists whose elements are all of one type.
  case list(ValueType)

  /// No value at all: the type of the elements of the empty list.
  case nothing
}

extension ValueType: CustomStringConvertible {
  /// The name of the type, such as `int` or `list(string)`.
  public var description: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .null: "null"
    case .list(.nothing): "list"
    case .list(let element): "list(\(element))"
    case .nothing: "nothing"
    }
  }
}

extension ValueType {
  package func contains(_ value: Value) -> Bool {
    switch (self, value) {
    case (.bool, .bool), (.int, .int), (.double, .double), (.string, .string),
      (.timestamp, .timestamp), (.duration, .duration), (.null, .null):
      true
    case (.list(let element), .list(let values)): values.allSatisfy(element.contains)
    default: false
    }
  }

  /// Returns the type that holds the values of both types, or nil if there is none.
  func joined(with other: ValueType) -> ValueType? {
    switch (self, other) {
    case (.nothing, _): other
    case (_, .nothing): self
    case (.list(let lhs), .list(let rhs)): lhs.joined(with: rhs).map(ValueType.list)
    default: self == other ? self : nil
    }
  }
}
