extension JSONScanner {
  /// Reads a value of any kind, all of it checked, and keeps only where it stands.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the value; no recursion and no allocation.
  package mutating func skipValue() throws(JSONError) -> Range<Int> {
    skipWhitespace()
    let start = offset
    let outerDepth = depth
    /// A bit for each container that this call opened, the innermost lowest; set for objects.
    var objects: UInt128 = 0

    value: while true {
      switch bytes.byte(at: offset) {
      case UInt8(ascii: "{"):
        try beginObject()
        skipWhitespace()
        if bytes.byte(at: offset) != UInt8(ascii: "}") {
          objects = objects &<< 1 | 1
          _ = try readKey(expected: .keyOrBrace)
          skipWhitespace()
          continue value
        }
        depth &-= 1
        offset &+= 1
      case UInt8(ascii: "["):
        try beginArray()
        skipWhitespace()
        if bytes.byte(at: offset) != UInt8(ascii: "]") {
          objects &<<= 1
          continue value
        }
        depth &-= 1
        offset &+= 1
      case UInt8(ascii: "\""): _ = try scanString()
      case UInt8(ascii: "t"): try scanTrue()
      case UInt8(ascii: "f"): try scanFalse()
      case UInt8(ascii: "n"): try scanNull()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
      default: throw failure(expected: .value)
      }

      while depth > outerDepth {
        skipWhitespace()
        let isObject = objects & 1 == 1
        let byte = bytes.byte(at: offset)
        if byte == UInt8(ascii: ",") {
          offset &+= 1
          skipWhitespace()
          if isObject { _ = try readKey(expected: .key) }
          skipWhitespace()
          continue value
        }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw failure(expected: isObject ? .commaOrBrace : .commaOrBracket)
        }
        objects &>>= 1
        depth &-= 1
        offset &+= 1
      }
      isAfterValue = true
      return start..<offset
    }
  }
}
