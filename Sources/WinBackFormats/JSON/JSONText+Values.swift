extension JSONText {
  /// Returns the key in text such as `,"price":`, and the offset after its colon; nil if the text
  /// at the offset has another form.
  @inline(__always)
  func compactKey(afterCommaAt comma: Int) -> (key: JSONString, valueStart: Int)? {
    byte(at: comma) == UInt8(ascii: ",") ? compactKey(at: comma &+ 1) : nil
  }

  /// Returns the same for text such as `"price":`.
  @inline(__always)
  func compactKey(at quote: Int) -> (key: JSONString, valueStart: Int)? {
    guard byte(at: quote) == UInt8(ascii: "\""),
      let end = quickEndOfPlainText(from: quote &+ 1),
      loads.pair(at: end) == .quoteAndColon
    else { return nil }
    return (JSONString(start: quote &+ 1, end: end, hasEscapes: false), end &+ 2)
  }

  /// Returns the key at an offset and the offset after its colon; throws if there is no key.
  func key(
    at start: Int,
    expected expectation: JSONError.Expectation
  ) throws(JSONError) -> (key: JSONString, valueStart: Int) {
    guard byte(at: start) == UInt8(ascii: "\"") else {
      throw failure(expected: expectation, at: start)
    }
    let key = try string(at: start)
    let colon = endOfWhitespace(from: key.end &+ 1)
    guard byte(at: colon) == UInt8(ascii: ":") else { throw failure(expected: .colon, at: colon) }
    return (key, colon &+ 1)
  }

  /// Returns the offset after the value at an offset; throws an error if there is none.
  ///
  /// `depth` is the number of open arrays and objects around the value.
  func endOfValue(at start: Int, depth outerDepth: Int) throws(JSONError) -> Int {
    var position = start
    var depth = outerDepth
    /// A bit for each open container of the value, the innermost lowest; set for objects.
    var objects: UInt128 = 0

    value: while true {
      let byte = byte(at: position)
      switch byte {
      case UInt8(ascii: "\""): position = try string(at: position).end &+ 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        position = try endOfNumber(at: position)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < JSONScanner.depthLimit else { throw JSONError(.tooDeep, at: position) }
        let isObject = byte == UInt8(ascii: "{")
        position = endOfWhitespace(from: position &+ 1)
        // In ASCII, a closing bracket is the opening one plus 2.
        if self.byte(at: position) != byte &+ 2 {
          depth &+= 1
          objects = objects &<< 1 | (isObject ? 1 : 0)
          if isObject { position = try key(at: position, expected: .keyOrBrace).valueStart }
          position = endOfWhitespace(from: position)
          continue value
        }
        position &+= 1
      case UInt8(ascii: "t"): position = try endOfLiteral(.true, at: position)
      case UInt8(ascii: "f"): position = try endOfLiteral(.false, at: position)
      case UInt8(ascii: "n"): position = try endOfLiteral(.null, at: position)
      default: throw failure(expected: .value, at: position)
      }

      while depth > outerDepth {
        if objects & 1 == 1, let key = compactKey(afterCommaAt: position) {
          position = endOfWhitespace(from: key.valueStart)
          continue value
        }
        position = endOfWhitespace(from: position)
        let isObject = objects & 1 == 1
        let byte = self.byte(at: position)
        if byte == UInt8(ascii: ",") {
          position = endOfWhitespace(from: position &+ 1)
          if isObject {
            position = endOfWhitespace(from: try key(at: position, expected: .key).valueStart)
          }
          continue value
        }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw failure(expected: isObject ? .commaOrBrace : .commaOrBracket, at: position)
        }
        objects &>>= 1
        depth &-= 1
        position &+= 1
      }
      return position
    }
  }
}

extension UInt16 {
  /// The bytes of `":`, as ``ByteLoads/pair(at:)`` returns them.
  fileprivate static var quoteAndColon: UInt16 { 0x3A22 }
}
