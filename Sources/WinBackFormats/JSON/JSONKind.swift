/// The kind of a JSON value.
package enum JSONKind: UInt8, Sendable, Hashable {
  case object
  case array
  case string
  case number
  case bool
  case null
}

extension JSONKind: CustomStringConvertible {
  /// The kind with its article, as messages name it.
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
