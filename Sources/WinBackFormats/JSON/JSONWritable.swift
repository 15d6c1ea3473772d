package import CEL
package import CalendarTime

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
