// The customers of rows, without the other values: to find where one ends and the next begins.

extension RowScanner {
  /// Reads the customer of the next row where nothing about the row is unusual.
  ///
  /// It takes a record of CSV with as many fields as there are columns, all ASCII, whose fields up to
  /// the customer's have no quotes. Of any other row it reads nothing.
  ///
  /// - Parameters:
  ///   - column: The column of the customer.
  ///   - columnCount: How many columns there are.
  /// - Returns: The customer; nil if ``next(_:)`` has to read the row.
  mutating func nextPlainCustomer(in column: Int, of columnCount: Int) -> RowField? {
    guard delimiter != 0 else { return nil }
    repeat {
      skipBlankLines()
      rowStart = offset
      guard let customer = plainField(column, from: offset),
        let end = endOfPlainRecord(after: customer.end, fields: columnCount &- column)
      else { return nil }
      offset = end
      guard repeatsHeader else { return customer }
    } while true
  }

  /// Returns a field of the record that starts at an offset; nil if a quote or the end comes first.
  private func plainField(_ column: Int, from start: Int) -> RowField? {
    let pattern = UInt64(repeating: delimiter)
    var fieldStart = start
    var position = start
    var rest = column
    while position < text.bytes.byteCount {
      var marks = text.word(at: position).marksOfCSV(delimiters: pattern)
      while marks != 0 {
        let mark = position &+ marks.trailingZeroBitCount &>> 3
        guard text.byte(at: mark) == delimiter else { return nil }
        guard rest > 0 else { return RowField(start: fieldStart, end: mark) }
        rest &-= 1
        fieldStart = mark &+ 1
        marks &= marks &- 1
      }
      position &+= 8
    }
    return nil
  }

  /// Returns the offset behind a record; nil if it is unusual, or its end is not there.
  ///
  /// It looks from the end of a field on, and expects so many fields with this one.
  private func endOfPlainRecord(after offset: Int, fields count: Int) -> Int? {
    let pattern = UInt64(repeating: delimiter)
    let quote = UInt64(repeating: UInt8(ascii: "\""))
    let lineFeed = UInt64(repeating: UInt8(ascii: "\n"))
    var position = offset
    var delimiters = 0
    var (seen, lineFeeds): (UInt64, UInt64) = (0, 0)
    while position < text.bytes.byteCount {
      skipWithinRow(&position, &delimiters, &seen)
      let word = text.word(at: position)
      seen |= word
      let stops = word.marks(of: quote) | word.marks(of: lineFeed)
      let marks = word.marks(of: pattern)
      guard stops != 0 else {
        delimiters &+= marks.markCount
        position &+= 8
        continue
      }
      let before = (stops & (0 &- stops)) &- 1
      delimiters &+= (marks & before).markCount
      let stop = position &+ stops.trailingZeroBitCount &>> 3
      if text.byte(at: stop) == UInt8(ascii: "\n") {
        return seen & UInt64(repeating: 0x80) == 0 && delimiters &+ 1 == count ? stop &+ 1 : nil
      }
      guard text.byte(at: stop &- 1) == delimiter,
        let field = quotedField(at: stop, &seen, &lineFeeds), lineFeeds == 0
      else { return nil }
      position = field.end &+ 1
      let next = text.byte(at: position)
      guard next == delimiter || next == UInt8(ascii: "\n") else { return nil }
    }
    return nil
  }

  /// Skips 32 bytes at a time as long as there is neither a quote nor a line feed among them.
  @inline(__always)
  private func skipWithinRow(_ position: inout Int, _ delimiters: inout Int, _ seen: inout UInt64) {
    let pattern = SIMD4(repeating: UInt64(repeating: delimiter))
    let quote = SIMD4(repeating: UInt64(repeating: UInt8(ascii: "\"")))
    let lineFeed = SIMD4(repeating: UInt64(repeating: UInt8(ascii: "\n")))
    while let window = text.window(at: position),
      (window.marks(of: quote) | window.marks(of: lineFeed)).union == 0
    {
      seen |= window.union
      delimiters &+= window.marks(of: pattern).markCount
      position &+= ByteLoads.windowSize
    }
  }
}
