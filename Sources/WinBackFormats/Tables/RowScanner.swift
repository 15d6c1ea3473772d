import BlockIndex

/// A pull reader over the rows of a table: the records of CSV, or the objects of JSON Lines.
///
/// It makes no `String`: a row is a list of places in the bytes. ``RowWalk`` finds plain rows, 64 bytes at a
/// time, and exact code reads all others, byte after byte. A row that is broken is an error, after which the
/// next one is read.
package struct RowScanner: ~Copyable, ~Escapable {
  /// The most bytes a record may have whose end is still being looked for.
  static let recordLimit = 1 << 24

  let text: ByteLoads
  let layout: TableLayout

  /// Whether no more bytes come after these, so that the last row needs no line end.
  let isWhole: Bool

  private var walk: RowWalk
  /// The fields of a row that is not plain, which exact code has read.
  var fields: ContiguousArray<RowField>

  /// The parts of the row that was read last that can differ from the row before it.
  private(set) var changes = RowChanges.all

  /// The offset of the next row.
  package internal(set) var offset: Int

  /// The offset of the row that was read last.
  package internal(set) var rowStart: Int

  /// The line feeds between the start of the scan and the offset.
  private(set) package var lineFeeds = 0

  /// The line feeds between the start of the scan and the row that was read last.
  private(set) package var lineFeedsBefore = 0

  /// Creates a scanner of rows without their header.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, _ layout: TableLayout, from start: Int = 0, isWhole: Bool = true) {
    text = ByteLoads(bytes)
    self.layout = layout
    self.isWhole = isWhole
    walk = RowWalk(layout.uses)
    fields = ContiguousArray(repeating: .absent, count: layout.uses.count)
    offset = start
    rowStart = start
  }

  /// Reads the next row that is not blank and not the header once more, as in joined files.
  ///
  /// - Returns: Whether there was a row.
  /// - Throws: ``RowError`` if the row is broken; the next call reads the one after it.
  /// - Complexity: O(*n*) for *n* bytes of the row, without allocating.
  package mutating func next() throws(RowError) -> Bool {
    changes = []
    repeat {
      skipBlankLines()
      lineFeedsBefore = lineFeeds
      rowStart = offset
      guard offset < text.bytes.byteCount else { return false }
      if layout.delimiter != 0, try walkRow() { continue }
      guard try readExactly() else { return false }
    } while 0...2 ~= offset &- rowStart &- layout.header.count && isHeader()
    return true
  }

  /// Moves behind the next row if it is plain.
  @inline(__always)
  private mutating func walkRow() throws(RowError) -> Bool {
    let row = walk.find(at: offset, layout.delimiter, in: text.bytes)
    guard row.size > 0 else { return false }
    offset &+= row.size
    lineFeeds &+= 1
    changes.formUnion(RowChanges(rawValue: row.changes))
    if row.hasNewOthers, let error = encodingError(in: rowStart..<offset) {
      walk.forget()
      throw error
    }
    return true
  }

  @inline(never)
  private mutating func readExactly() throws(RowError) -> Bool {
    changes = .all
    defer { lineFeeds &+= text.bytes.extracting(rowStart..<offset).lineFeedCount }
    return try layout.delimiter != 0 ? nextRecord() : nextObject()
  }

  /// Returns the field of a column in the row that was read last.
  @inline(__always)
  package func field(_ column: Int) -> RowField {
    walk.hasRow ? walk.field(column, text) : fields[column]
  }

  @inline(never)
  private func isHeader() -> Bool {
    guard !layout.header.isEmpty else { return false }
    let row = text.bytes.withoutLineEnd(rowStart..<offset)
    return RowField(start: row.lowerBound, end: row.upperBound).holds(layout.header, text)
  }

  @inline(__always)
  private mutating func skipBlankLines() {
    while true {
      switch text.byte(at: offset) {
      case UInt8(ascii: "\n"): offset &+= 1
      case UInt8(ascii: "\r") where text.byte(at: offset &+ 1) == UInt8(ascii: "\n"): offset &+= 2
      // Each of several joined files can have a byte order mark.
      case 0xEF where text.hasMark(at: offset):
        offset &+= 3
        continue
      default: return
      }
      lineFeeds &+= 1
    }
  }

  /// Returns the error of a row that is not text; nil if it is.
  @inline(never)
  func encodingError(in range: Range<Int>) -> RowError? {
    let json = JSONText(text.bytes)
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard json.byte(at: offset) >= 0x80 else {
        offset &+= 1
        continue
      }
      let count = json.countOfScalar(at: offset)
      guard count > 0 else {
        let error = JSONError.invalidUTF8(json.byte(at: offset), at: offset)
        return RowError(.rejected(error.description), at: offset)
      }
      offset &+= count
    }
    return nil
  }
}

// Events come as JSON Lines, an object each, whose members are the columns.

extension RowScanner {
  mutating func nextObject() throws(RowError) -> Bool {
    let lineEnd = endOfObject()
    let mayGoOn = lineEnd == text.bytes.byteCount && !isWhole
    guard !mayGoOn || lineEnd &- rowStart > Self.recordLimit else { return false }
    offset = min(lineEnd &+ 1, text.bytes.byteCount)
    for index in fields.indices { fields[index] = .absent }
    let row = text.bytes.extracting(0..<lineEnd)
    var scanner = layout.spansLines ? JSONScanner(row) : JSONScanner(lines: row)
    scanner.offset = rowStart
    do throws(JSONError) {
      try Self.readMembers(&scanner, &fields, layout.paths)
      try scanner.finish()
    } catch {
      throw RowError(.json(error.description), at: error.offset)
    }
    return true
  }

  /// Returns the end of the line on which the row ends.
  private func endOfObject() -> Int {
    var end = text.bytes.endOfLine(from: rowStart)
    guard layout.spansLines else { return end }
    while end < text.bytes.byteCount, text.byte(at: end &+ 1) != UInt8(ascii: "{") {
      guard end &+ 1 < text.bytes.byteCount || isWhole else { return text.bytes.byteCount }
      end = text.bytes.endOfLine(from: end &+ 1)
    }
    return end
  }

  /// Reads an object and those inside of it that hold columns, one after the other without recursion.
  private static func readMembers(
    _ scanner: inout JSONScanner,
    _ fields: inout ContiguousArray<RowField>,
    _ paths: JSONPaths
  ) throws(JSONError) {
    var open = [0]
    try scanner.beginObject()
    while let node = open.last {
      guard let key = try scanner.nextKey() else {
        open.removeLast()
        continue
      }
      guard
        let child = paths.nodes[node].children.first(where: {
          scanner.matches(key, paths.nodes[$0].name)
        })
      else {
        _ = try scanner.skipValue()
        continue
      }
      if !paths.nodes[child].children.isEmpty, try scanner.peek() == .object {
        try scanner.beginObject()
        open.append(child)
        continue
      }
      let field = try readField(&scanner)
      guard let column = paths.nodes[child].column else { continue }
      guard fields[column] == .absent else { throw scanner.repetition(of: key) }
      fields[column] = field
    }
  }

  /// Reads a value; null is a field without contents.
  private static func readField(_ scanner: inout JSONScanner) throws(JSONError) -> RowField {
    switch try scanner.peek() {
    case .null:
      try scanner.readNull()
      return RowField(start: scanner.offset, end: scanner.offset)
    case .string:
      let string = try scanner.readString()
      return RowField(
        start: string.start,
        end: string.end,
        escaping: string.hasEscapes ? .json : .none
      )
    case .object, .array, .number, .bool:
      let range = try scanner.skipValue()
      return RowField(start: range.lowerBound, end: range.upperBound)
    }
  }
}
