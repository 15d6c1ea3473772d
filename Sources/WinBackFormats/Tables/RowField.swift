/// Where the value of a column stands in the bytes of a row.
package struct RowField: Sendable, Hashable {
  /// How the contents are written.
  package enum Escaping: UInt8, Sendable {
    /// As they are.
    case none
    /// With each double quote written twice, as CSV has it.
    case doubledQuotes
    /// With the escapes of JSON.
    case json
  }

  package let start: Int
  package let end: Int
  package let escaping: Escaping

  @inline(__always)
  init(start: Int, end: Int, escaping: Escaping = .none) {
    self.start = start
    self.end = end
    self.escaping = escaping
  }

  /// Creates a field of CSV from all that stands between its delimiters.
  @inline(never)
  init(_ range: Range<Int>, endsLine: Bool, _ text: borrowing ByteLoads) {
    var (start, end) = (range.lowerBound, range.upperBound)
    if endsLine, end > start, text.byte(at: end &- 1) == UInt8(ascii: "\r") { end &-= 1 }
    guard end > start, text.byte(at: start) == UInt8(ascii: "\"") else {
      self.init(start: start, end: end)
      return
    }
    start &+= 1
    end = max(start, end &- 1)
    let hasQuotes = (start..<end).contains { text.byte(at: $0) == UInt8(ascii: "\"") }
    self.init(start: start, end: end, escaping: hasQuotes ? .doubledQuotes : .none)
  }

  package static var absent: RowField { RowField(start: 0, end: 0) }

  var range: Range<Int> { start..<end }
}

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

  /// The field without the `.0` that programs add to whole numbers where some are missing.
  func withoutZeroFraction(in text: borrowing ByteLoads) -> RowField {
    var point = end
    while point > start, text.byte(at: point &- 1) == UInt8(ascii: "0") { point &-= 1 }
    guard point < end, point &- start > 1, text.byte(at: point &- 1) == UInt8(ascii: "."),
      (start..<point &- 1).allSatisfy({ text.byte(at: $0) &- UInt8(ascii: "0") < 10 })
    else { return self }
    return RowField(start: start, end: point &- 1, escaping: escaping)
  }

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

  @inline(__always)
  func holds(
    _ contents: ContiguousArray<UInt8>,
    _ text: borrowing ByteLoads
  ) -> Bool {
    guard escaping == .none else {
      return self.text(in: text.bytes).utf8.elementsEqual(contents)
    }
    let count = contents.count
    guard end &- start == count else { return false }
    let other = ByteLoads(contents.rawBytes)
    var offset = 0
    while offset < count {
      // Of the last word, only the bytes of the field count.
      let unused = UInt64(truncatingIfNeeded: max(0, offset &+ 8 &- count) &* 8)
      let differences = text.word(at: start &+ offset) ^ other.word(at: offset)
      if differences &<< unused != 0 { return false }
      offset &+= 8
    }
    return true
  }
}
