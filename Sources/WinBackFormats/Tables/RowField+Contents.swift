// The contents of fields: what stands in them, escapes replaced by what they stand for.

extension RowField {
  /// Whether there is nothing but spaces.
  @inline(__always)
  func isBlank(in text: borrowing ByteLoads) -> Bool {
    start == end || (text.byte(at: start) == UInt8(ascii: " ") && isAllSpaces(in: text))
  }

  @inline(never)
  private func isAllSpaces(in text: borrowing ByteLoads) -> Bool {
    for offset in range where text.byte(at: offset) != UInt8(ascii: " ") { return false }
    return true
  }

  /// Appends the contents to other text.
  func append(to contents: inout ContiguousArray<UInt8>, from bytes: RawSpan) {
    switch escaping {
    case .none: contents.append(contentsOf: bytes, in: range)
    case .json:
      JSONText(bytes).decode(JSONString(start: start, end: end, hasEscapes: true), into: &contents)
    case .doubledQuotes:
      var offset = start
      while offset < end {
        let byte = bytes.byte(at: offset)
        contents.append(byte)
        offset &+= byte == UInt8(ascii: "\"") ? 2 : 1
      }
    }
  }

  /// Returns the contents as text, with each malformed part replaced.
  package func text(in bytes: RawSpan) -> String {
    var contents: ContiguousArray<UInt8> = []
    append(to: &contents, from: bytes)
    return String(decoding: contents, as: UTF8.self)
  }

  /// Returns whether the contents are these bytes.
  @inline(__always)
  func holds(
    _ contents: ContiguousArray<UInt8>,
    in range: Range<Int>,
    _ text: borrowing ByteLoads
  ) -> Bool {
    guard escaping == .none else {
      return self.text(in: text.bytes).utf8.elementsEqual(contents[range])
    }
    guard end &- start == range.count else { return false }
    var offset = 0
    let other = ByteLoads(contents.rawBytes)
    while offset &+ 8 <= range.count {
      if text.word(at: start &+ offset) != other.word(at: range.lowerBound &+ offset) {
        return false
      }
      offset &+= 8
    }
    while offset < range.count {
      if text.byte(at: start &+ offset) != other.byte(at: range.lowerBound &+ offset) {
        return false
      }
      offset &+= 1
    }
    return true
  }
}
