import CEL
import CalendarTime
import WinBack

/// Reads a customer's attributes, whose types the rule set declares.
struct AttributeReader: Sendable {
  private let attributes: [RuleSet.Attribute]

  init(_ attributes: [RuleSet.Attribute]) { self.attributes = attributes }

  var count: Int { attributes.count }

  func read(
    _ scanner: inout JSONScanner,
    into bindings: inout ContiguousArray<Binding>
  ) throws(JSONError) {
    try scanner.beginObject()
    while let name = try scanner.nextKey() {
      guard let index = attributes.firstIndex(where: { scanner.matches(name, $0.name) }) else {
        _ = try scanner.skipValue()
        continue
      }
      guard bindings[index] == .absent else { throw scanner.repetition(of: name) }
      if try scanner.peek() == .null {
        try scanner.readNull()
        // This marks the key as read, so that a second value is found.
        bindings[index] = .unknown
      } else {
        bindings[index] = .value(try value(of: attributes[index].type, &scanner))
      }
    }
    for index in bindings.indices where bindings[index] == .unknown { bindings[index] = .absent }
  }

  func value(of type: ValueType, _ scanner: inout JSONScanner) throws(JSONError) -> Value {
    switch type {
    case .bool: return .bool(try scanner.readBool())
    case .string: return .string(scanner.text(of: try scanner.readString()))
    case .timestamp: return .timestamp(try scanner.readDate().instant)
    case .int:
      let number = try scanner.readNumber()
      guard let integer = number.integer else {
        throw scanner.rejection(of: number, expected: "a whole number of at most 64 bits")
      }
      return .int(integer)
    case .double:
      let number = try scanner.readNumber()
      guard let double = scanner.double(of: number) else {
        throw scanner.rejection(of: number, expected: "a number that a double can hold")
      }
      return .double(double)
    case .list(let element):
      var elements: [Value] = []
      try scanner.beginArray()
      while try scanner.nextElement() { elements.append(try value(of: element, &scanner)) }
      return .list(elements)
    default: throw JSONError(.rejected("attributes cannot be of type \(type)"), at: scanner.offset)
    }
  }
}
