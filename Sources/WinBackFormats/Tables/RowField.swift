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
    /// As they are, in the text of the fixed values and not in that of the row.
    case fixed
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
  @inline(__always)
  func withoutZeroFraction(in text: borrowing ByteLoads) -> RowField {
    guard end > start, text.byte(at: end &- 1) == UInt8(ascii: "0") else { return self }
    return withoutZeros(in: text)
  }

  @inline(never)
  private func withoutZeros(in text: borrowing ByteLoads) -> RowField {
    var point = end
    while point > start, text.byte(at: point &- 1) == UInt8(ascii: "0") { point &-= 1 }
    guard point < end, point &- start > 1, text.byte(at: point &- 1) == UInt8(ascii: "."),
      (start..<point &- 1).allSatisfy({ text.byte(at: $0) &- UInt8(ascii: "0") < 10 })
    else { return self }
    return RowField(start: start, end: point &- 1, escaping: escaping)
  }

  func append(to contents: inout ContiguousArray<UInt8>, from bytes: RawSpan) {
    switch escaping {
    case .none, .fixed: contents.append(contentsOf: bytes, in: range)
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
    return text.bytes.compare(range, with: contents.rawBytes, contents.indices) == 0
  }
}

/// The text of the identifiers of a customer's rows.
///
/// Behind the text is room for more, so that eight bytes at a time are written into storage that is
/// there already: to append bytes to an array takes five times as long.
struct RowText: Sendable {
  private var bytes = ContiguousArray<UInt8>(repeating: 0, count: 1 << 10)
  /// The number of bytes that count.
  private var count = 0

  mutating func removeAll() { count = 0 }

  /// Adds an identifier, with what tells it from others of the same one.
  ///
  /// - Returns: Where it is; nil if there is none.
  @inline(__always)
  mutating func add(
    _ field: RowField,
    _ suffix: RowField,
    _ text: borrowing ByteLoads
  ) -> TextRange? {
    guard !field.range.isEmpty else { return nil }
    guard field.escaping == .none, suffix.escaping == .none else {
      return addDecoded(field, suffix, text)
    }
    let start = count
    let size = field.end &- field.start
    let suffixSize = suffix.end &- suffix.start
    if bytes.count &- start < size &+ suffixSize &+ 9 { grow(size &+ suffixSize) }
    var storage = bytes.mutableSpan
    var room = unsafe storage.mutableBytes
    Self.write(size, of: text, from: field.start, to: &room, at: start)
    var end = start &+ size
    if suffixSize > 0 {
      room.storeBytes(of: UInt8(ascii: "."), toByteOffset: end, as: UInt8.self)
      Self.write(suffixSize, of: text, from: suffix.start, to: &room, at: end &+ 1)
      end &+= suffixSize &+ 1
    }
    count = end
    return TextRange(start: start, count: end &- start)
  }

  func append(to other: inout ContiguousArray<UInt8>) {
    other.append(contentsOf: bytes.rawBytes, in: 0..<count)
  }

  /// Writes so many bytes, and behind them up to seven that do not count.
  @inline(__always)
  private static func write(
    _ size: Int,
    of text: borrowing ByteLoads,
    from start: Int,
    to room: inout MutableRawSpan,
    at target: Int
  ) {
    var offset = 0
    while offset < size {
      let word = text.word(at: start &+ offset).littleEndian
      room.storeBytes(of: word, toByteOffset: target &+ offset, as: UInt64.self)
      offset &+= 8
    }
  }

  @inline(never)
  private mutating func addDecoded(
    _ field: RowField,
    _ suffix: RowField,
    _ text: borrowing ByteLoads
  ) -> TextRange? {
    var contents: ContiguousArray<UInt8> = []
    field.append(to: &contents, from: text.bytes)
    let size = contents.count
    suffix.append(to: &contents, from: text.bytes)
    return add(
      RowField(start: 0, end: size),
      RowField(start: size, end: contents.count),
      ByteLoads(contents.rawBytes)
    )
  }

  /// Makes room for so many bytes, for a full stop and eight more.
  @inline(never)
  private mutating func grow(_ size: Int) {
    bytes.append(contentsOf: repeatElement(0, count: max(bytes.count, size &+ 9)))
  }
}
