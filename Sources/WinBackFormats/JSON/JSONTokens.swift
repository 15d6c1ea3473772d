/// The range of a checked string in the bytes of a scanner.
///
/// The bytes between the quotes are valid UTF-8 without broken escapes. The scanner that read the
/// string returns its contents: ``JSONScanner/matches(_:_:)``, ``JSONScanner/bytes(of:)``,
/// ``JSONScanner/decode(_:into:)``, ``JSONScanner/text(of:)``.
package struct JSONString: Sendable, Hashable {
  /// The offset of the first byte after the opening quote.
  package let start: Int

  /// The offset of the closing quote.
  package let end: Int

  /// Whether there is a backslash between the quotes, so that the bytes are not the contents.
  package let hasEscapes: Bool

  package var byteCount: Int { end &- start }

  package var range: Range<Int> { start..<end }
}

/// A number of a JSON document: its exact whole part and its offsets.
///
/// Only the value counts, not the spelling: `1000`, `1000.0` and `1e3` are the same integer.
package struct JSONNumber: Sendable, Hashable {
  /// Whether the whole part is the exact value, is rounded down, or does not fit.
  enum Form: UInt8, Sendable {
    case integer
    case fraction
    case beyondInt64
  }

  package let start: Int

  /// The offset after the last byte.
  package let end: Int

  let whole: Int64
  let form: Form

  package var range: Range<Int> { start..<end }

  /// The exact value; nil if it has a fraction or does not fit.
  package var integer: Int64? { form == .integer ? whole : nil }

  /// The largest integer that is not greater than the exact value; nil if it does not fit.
  package var floored: Int64? { form == .beyondInt64 ? nil : whole }
}

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
