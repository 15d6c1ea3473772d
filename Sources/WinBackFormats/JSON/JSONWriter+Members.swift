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
