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

  /// A value that is not there.
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

/// The fields of a row, by their columns.
///
/// Where a row is written as the one before it, each field is as far from where it was as the row is.
struct RowFields: Sendable {
  /// The fields of the row that was scanned last.
  var scanned: ContiguousArray<RowField>
  /// Where that row starts.
  private var origin = 0
  private var distance = 0
  /// Where the identifiers and dates are; nil if they are not written in a frequent form.
  private(set) var frequentPlaces: FrequentPlaces?
  /// Whether they have been looked for since fields had other sizes.
  private(set) var hasFrequentPlaces = false

  init(columnCount: Int) {
    scanned = ContiguousArray(repeating: .absent, count: columnCount)
  }

  var count: Int { scanned.count }

  @inline(__always)
  subscript(column: Int) -> RowField {
    let field = scanned[column]
    return RowField(
      start: field.start &+ distance,
      end: field.end &+ distance,
      escaping: field.escaping
    )
  }

  /// Notes that the row has been scanned that starts at an offset.
  mutating func begin(at rowStart: Int) {
    origin = rowStart
    distance = 0
    hasFrequentPlaces = false
  }

  /// Continues to a row that is written like it.
  mutating func move(to rowStart: Int) {
    distance = rowStart &- origin
  }

  /// Looks for the identifiers and dates of the row.
  mutating func findFrequentPlaces(
    _ columns: borrowing FrequentColumns,
    _ text: borrowing ByteLoads
  ) {
    frequentPlaces = FrequentPlaces(columns, self, from: origin &+ distance, text)
    hasFrequentPlaces = true
  }

  /// Takes over that some fields of the row have other sizes than in the one that was scanned.
  ///
  /// - Parameters:
  ///   - resizes: The fields of other sizes, and one behind all; there are at least two.
  ///   - uses: The columns that something depends on; the others are left.
  ///   - words: Gets what depends on fields that are not where they were.
  /// - Returns: What depends on the fields of other sizes.
  mutating func resize(
    by resizes: borrowing ContiguousArray<RowPattern.Resize>,
    _ uses: borrowing ContiguousArray<ColumnUses.Use>,
    _ words: inout ChangeWords
  ) -> RowChanges {
    hasFrequentPlaces = false
    let origin = origin
    let resizes = resizes.span
    let uses = uses.span
    var fields = scanned.mutableSpan
    var words = words.words.mutableSpan
    var changes: RowChanges = []
    var distance = 0
    var next = 0
    var place = resizes[0].place
    for index in uses.indices {
      let use = uses[index]
      let field = fields[use.column]
      let (oldStart, oldEnd) = (field.start &- origin, field.end &- origin)
      guard oldEnd >= resizes[0].place else { continue }
      while place < oldStart {
        distance = resizes[next].distance
        next &+= 1
        place = resizes[next].place
      }
      let start = oldStart &+ distance
      while place <= oldEnd {
        distance = resizes[next].distance
        changes.formUnion(use.changes)
        next &+= 1
        place = resizes[next].place
      }
      let end = oldEnd &+ distance
      fields[use.column] = RowField(
        start: origin &+ start,
        end: origin &+ end,
        escaping: field.escaping
      )
      words.add(use.changes, start, end)
    }
    return changes
  }
}
