// CSV as RFC 4180 has it, with any delimiter, and lines that end in a line feed with or without a
// carriage return before it.

extension RowScanner {
  /// Reads the record that starts at the offset.
  mutating func nextRecord(
    _ fields: inout ContiguousArray<RowField>,
    _ delimiter: UInt8
  ) throws(RowError) -> Bool {
    let limit = fields.count
    var slots = fields.mutableSpan
    var count = 0
    var fieldStart = offset
    var position = offset
    var seen: UInt64 = 0
    var lineFeeds: UInt64 = 0
    scan: while true {
      var marks = text.marksOfCSV(at: position, delimiter, &seen)
      while marks != 0 {
        let mark = position &+ marks.trailingZeroBitCount
        let byte = text.byte(at: mark)
        marks &= marks &- 1
        if byte == delimiter {
          if count < limit { slots[count] = RowField(start: fieldStart, end: mark) }
          count &+= 1
          fieldStart = mark &+ 1
        } else if byte == UInt8(ascii: "\n") {
          let end = trimmed(fieldStart, mark)
          if count < limit { slots[count] = RowField(start: fieldStart, end: end) }
          offset = mark &+ 1
          break scan
        } else if byte == UInt8(ascii: "\"") {
          guard mark == fieldStart else { return try resume(after: .strayQuote, at: mark) }
          guard let quoted = quotedField(at: mark, &seen, &lineFeeds) else {
            return try resume(after: .brokenQuotes, at: mark)
          }
          if lineFeeds != 0 {
            guard let holdsRows = holdsRows(quoted, column: count) else {
              return try resume(after: nil, at: mark)
            }
            guard !holdsRows else { return try resume(after: .lineEnd, at: mark) }
            lineFeeds = 0
          }
          let after = quoted.end &+ 1
          let next = text.byte(at: after)
          if next == delimiter {
            if count < limit { slots[count] = quoted }
            count &+= 1
            fieldStart = after &+ 1
            guard fieldStart &- position < ByteLoads.blockSize else {
              position = fieldStart
              continue scan
            }
            // What stands in the quotes separates nothing.
            marks &= UInt64.max &<< UInt64(truncatingIfNeeded: fieldStart &- position)
            continue
          }
          guard let lineEnd = endOfLine(after: after) else {
            return try resume(after: .brokenQuotes, at: mark)
          }
          if count < limit { slots[count] = quoted }
          offset = lineEnd
          break scan
        }
      }
      position &+= ByteLoads.blockSize
      guard position >= text.bytes.byteCount else { continue }
      guard isWhole else { return try resume(after: nil, at: fieldStart) }
      let end = trimmed(fieldStart, text.bytes.byteCount)
      if count < limit { slots[count] = RowField(start: fieldStart, end: end) }
      offset = text.bytes.byteCount
      break scan
    }
    count &+= 1
    if seen & UInt64(repeating: 0x80) != 0 { try checkEncoding(in: rowStart..<offset) }
    guard count == limit else {
      throw RowError(.ragged(found: count, expected: limit), at: rowStart)
    }
    return true
  }

  /// Returns the end of an unquoted field without the carriage return of a line end.
  private func trimmed(_ start: Int, _ end: Int) -> Int {
    end > start && text.byte(at: end &- 1) == UInt8(ascii: "\r") ? end &- 1 : end
  }

  /// Returns the offset behind the line end at an offset; nil if there is none.
  private func endOfLine(after end: Int) -> Int? {
    var offset = end
    if text.byte(at: offset) == UInt8(ascii: "\r") { offset &+= 1 }
    if offset >= text.bytes.byteCount { return isWhole ? text.bytes.byteCount : nil }
    return text.byte(at: offset) == UInt8(ascii: "\n") ? offset &+ 1 : nil
  }

  /// Returns whether the quotes around a field that continues behind a line end are there by mistake:
  /// the field is read, and no line ends in what is read, or one of its lines is a row by itself.
  ///
  /// - Returns: The answer; nil if more bytes are needed to know.
  @inline(never)
  private func holdsRows(_ field: RowField, column: Int) -> Bool? {
    guard let shape else { return false }
    if shape.columns.indices.contains(column), shape.columns[column].isRead { return true }
    guard shape.tellsRows else { return false }
    var start = text.bytes.endOfLine(from: field.start) &+ 1
    while start <= field.end {
      let end = text.bytes.endOfLine(from: start)
      if end == text.bytes.byteCount, !isWhole { return nil }
      if shape.fits(start..<end, of: text, delimiter) { return true }
      start = end &+ 1
    }
    return false
  }

  /// Reads the field whose opening quote stands at an offset, up to its closing quote.
  ///
  /// - Parameters:
  ///   - quote: The offset.
  ///   - seen: Gets all the bytes, combined by a bitwise or.
  ///   - lineFeeds: Gets a bit if a line ends in the field.
  /// - Returns: The field; nil if it is not closed.
  func quotedField(
    at quote: Int,
    _ seen: inout UInt64,
    _ lineFeeds: inout UInt64
  ) -> RowField? {
    var escaping = RowField.Escaping.none
    var position = quote &+ 1
    while position < text.bytes.byteCount {
      let word = text.word(at: position)
      seen |= word
      let marks = word.marks(of: UInt64(repeating: UInt8(ascii: "\"")))
      let feeds = word.marks(of: UInt64(repeating: UInt8(ascii: "\n")))
      guard marks != 0 else {
        lineFeeds |= feeds
        position &+= 8
        continue
      }
      lineFeeds |= feeds & ((marks & (0 &- marks)) &- 1)
      let mark = position &+ marks.trailingZeroBitCount &>> 3
      guard text.byte(at: mark &+ 1) == UInt8(ascii: "\"") else {
        return RowField(start: quote &+ 1, end: mark, escaping: escaping)
      }
      escaping = .doubledQuotes
      position = mark &+ 2
    }
    return nil
  }

  /// Leaves a broken record: the next one starts on the next line.
  ///
  /// Where the end of the bytes may be all that is wrong with it, it is not read, and this is not
  /// an error.
  private mutating func resume(after kind: RowError.Kind?, at place: Int) throws(RowError) -> Bool {
    let mayGoOn = !isWhole && text.bytes.byteCount &- rowStart <= Self.recordLimit
    if mayGoOn, kind != .strayQuote, kind == nil || isOpen(at: place) {
      offset = rowStart
      return false
    }
    let lineEnd = text.bytes.endOfLine(from: rowStart)
    if !isWhole, lineEnd == text.bytes.byteCount, mayGoOn {
      offset = rowStart
      return false
    }
    offset = min(lineEnd &+ 1, text.bytes.byteCount)
    throw RowError(kind ?? .brokenQuotes, at: place)
  }

  /// Returns whether the quoted field at an offset may still be closed by bytes that are to come.
  private func isOpen(at quote: Int) -> Bool {
    var (seen, lineFeeds): (UInt64, UInt64) = (0, 0)
    guard let field = quotedField(at: quote, &seen, &lineFeeds) else { return true }
    let after = field.end &+ 1
    let count = text.bytes.byteCount
    return after >= count || (text.byte(at: after) == UInt8(ascii: "\r") && after &+ 1 >= count)
  }
}

extension ByteLoads {
  /// The number of bytes that ``marksOfCSV(at:_:_:)`` looks at.
  static var blockSize: Int { 64 }

  /// Returns a bit for each byte of a block that is a delimiter, a double quote or a line feed.
  ///
  /// With 64 bytes at once a record has few ends of loops to guess wrong. Behind such a byte there
  /// may be a false bit.
  ///
  /// - Parameters:
  ///   - offset: Where the block starts.
  ///   - delimiter: The delimiter.
  ///   - seen: Gets all the bytes, combined by a bitwise or.
  /// - Returns: The bits, the first byte's lowest.
  @inline(__always)
  func marksOfCSV(at offset: Int, _ delimiter: UInt8, _ seen: inout UInt64) -> UInt64 {
    let pattern = UInt64(repeating: delimiter)
    var block: UInt64 = 0
    for index in 0..<8 {
      let word = word(at: offset &+ index &* 8)
      seen |= word
      // The product moves the lowest bit of each byte into the highest byte.
      let bits = (word.roughMarksOfCSV(delimiters: pattern) &>> 7) &* 0x0102_0408_1020_4080
      block |= (bits &>> 56) &<< UInt64(truncatingIfNeeded: index &* 8)
    }
    return block
  }
}

extension UInt64 {
  /// The highest bit of each byte that is a delimiter, a double quote or a line feed, and no other bit.
  @inline(__always)
  func marksOfCSV(delimiters: UInt64) -> UInt64 {
    marks(of: delimiters) | marks(of: UInt64(repeating: UInt8(ascii: "\"")))
      | marks(of: UInt64(repeating: UInt8(ascii: "\n")))
  }

  /// The same, but behind a mark there may be a false one.
  ///
  /// A byte minus 1 has its highest bit set where it was 0. The loan that a 0 takes reaches only the
  /// bytes behind it.
  @inline(__always)
  fileprivate func roughMarksOfCSV(delimiters: UInt64) -> UInt64 {
    let separators = (self ^ delimiters) &- UInt64(repeating: 1)
    let quotes = (self ^ UInt64(repeating: UInt8(ascii: "\""))) &- UInt64(repeating: 1)
    let lineFeeds = (self ^ UInt64(repeating: UInt8(ascii: "\n"))) &- UInt64(repeating: 1)
    return (separators | quotes | lineFeeds) & ~self & UInt64(repeating: 0x80)
  }
}

// Events come as JSON Lines, an object each, whose members are the columns.

extension RowScanner {
  /// Reads the object on the line that starts at the offset.
  mutating func nextObject(
    _ fields: inout ContiguousArray<RowField>,
    _ paths: JSONPaths
  ) throws(RowError) -> Bool {
    let lineEnd = text.bytes.endOfLine(from: rowStart)
    let mayGoOn = lineEnd == text.bytes.byteCount && !isWhole
    guard !mayGoOn || lineEnd &- rowStart > Self.recordLimit else { return false }
    offset = min(lineEnd &+ 1, text.bytes.byteCount)
    for index in fields.indices { fields[index] = .absent }
    var scanner = JSONScanner(lines: text.bytes.extracting(0..<lineEnd))
    scanner.offset = rowStart
    do throws(JSONError) {
      try Self.readMembers(of: 0, &scanner, &fields, paths)
      try scanner.finish()
    } catch {
      throw RowError(.json(error.kind), at: error.offset)
    }
    return true
  }

  /// Reads an object and those inside of it that hold columns, one after the other without recursion.
  private static func readMembers(
    of root: Int,
    _ scanner: inout JSONScanner,
    _ fields: inout ContiguousArray<RowField>,
    _ paths: JSONPaths
  ) throws(JSONError) {
    var open = [root]
    try scanner.beginObject()
    while let place = open.last {
      guard let key = try scanner.nextKey() else {
        open.removeLast()
        continue
      }
      guard
        let child = paths.nodes[place].children.first(where: {
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

  /// Reads a value; null is no value.
  private static func readField(_ scanner: inout JSONScanner) throws(JSONError) -> RowField {
    switch try scanner.peek() {
    case .null:
      try scanner.readNull()
      return .absent
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
