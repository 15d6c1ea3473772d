package import CEL

// Members of objects, and documents that are an object.

extension JSONWriter {
  /// Writes a document that is an object and ends with a line feed.
  package static func document(
    _ layout: Layout = .pretty,
    _ members: (inout JSONWriter) -> Void
  ) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(layout)
    writer.object(members)
    writer.endLine()
    return writer.bytes
  }

  /// Returns one object in the pretty layout, or JSON Lines of several.
  package static func lines<Element>(
    of elements: [Element],
    _ members: (inout JSONWriter, Element) -> Void
  ) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(elements.count == 1 ? .pretty : .compact)
    for element in elements {
      writer.object { members(&$0, element) }
      writer.endLine()
    }
    return writer.bytes
  }

  package mutating func member(_ name: String, _ value: some JSONWritable) {
    key(name)
    value.write(to: &self)
  }

  /// Writes a member if there is a value.
  package mutating func member(_ name: String, _ value: (some JSONWritable)?) {
    if let value { member(name, value) }
  }

  /// Writes a member; it is null if there is no value.
  package mutating func member(_ name: String, orNull value: (some JSONWritable)?) {
    key(name)
    if let value { value.write(to: &self) } else { null() }
  }

  package mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  /// Writes a member that is an object; it is null if there is no value.
  package mutating func object<Value>(
    _ name: String,
    orNull value: Value?,
    _ members: (inout JSONWriter, Value) -> Void
  ) {
    if let value {
      object(name) { members(&$0, value) }
    } else {
      key(name)
      null()
    }
  }

  package mutating func array(_ name: String, _ elements: (inout JSONWriter) -> Void) {
    key(name)
    array(elements)
  }

  /// Writes a member that is an array of objects.
  package mutating func objects<Element>(
    _ name: String,
    _ elements: some Sequence<Element>,
    _ members: (inout JSONWriter, Element) -> Void
  ) {
    array(name) { json in
      for element in elements { json.object { members(&$0, element) } }
    }
  }
}

package protocol JSONWritable { func write(to writer: inout JSONWriter) }

extension String: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Int: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Int64: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Bool: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Instant: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.instant(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.array { for element in self { element.write(to: &$0) } }
  }
}

/// An object, in the order of the keys.
extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.object { json in
      for (name, value) in sorted(by: { $0.key < $1.key }) { json.member(name, value) }
    }
  }
}

extension Value: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .bool(let bool): writer.bool(bool)
    case .int(let integer): writer.integer(integer)
    case .double(let double): writer.double(double)
    case .string(let text): writer.string(text)
    case .timestamp(let instant): instant.write(to: &writer)
    case .duration: writer.string(text)
    case .list(let elements): elements.write(to: &writer)
    case .null: writer.null()
    }
  }
}
