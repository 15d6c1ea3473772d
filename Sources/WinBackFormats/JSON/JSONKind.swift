package enum JSONKind: UInt8, Sendable, Hashable {
  case object
  case array
  case string
  case number
  case bool
  case null

  /// Creates the kind of the values that start with a byte; nil if none does.
  init?(startingWith byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
    case UInt8(ascii: "n"): self = .null
    default: return nil
    }
  }
}

extension JSONKind: CustomStringConvertible {
  /// The kind with its article, for messages.
  package var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}

/// A JSON value that is a word.
package enum JSONLiteral: String, Sendable, Hashable, CaseIterable {
  case `true`
  case `false`
  case null
}
