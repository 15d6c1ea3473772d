/// A pull reader over the rows of a table: the records of CSV, or the objects of JSON Lines.
///
/// It makes no `String` and keeps nothing: a row is a list of places in the bytes. A row that is broken
/// is an error, after which the next one is read.
package struct RowScanner: ~Copyable, ~Escapable {
  /// The most bytes a record may have whose end is still being looked for.
  static let recordLimit = 1 << 24

  let text: ByteLoads

  /// The byte between fields; 0 if the rows are JSON.
  let delimiter: UInt8
  private let paths: JSONPaths
  private let header: ContiguousArray<UInt8>
  let shape: RowShape?

  /// Whether no more bytes come after these, so that the last row needs no line end.
  let isWhole: Bool

  /// The offset of the next row.
  package internal(set) var offset: Int

  /// The offset of the row that was read last.
  package internal(set) var rowStart: Int

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: The rows, without the header.
  ///   - layout: How they are written.
  ///   - start: The offset of the first row.
  ///   - isWhole: Whether no more bytes come; if not, a row without a line end is not read.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, _ layout: TableLayout, from start: Int = 0, isWhole: Bool = true) {
    text = ByteLoads(bytes)
    delimiter = layout.delimiter
    paths = layout.paths
    header = layout.header
    shape = layout.shape
    self.isWhole = isWhole
    offset = start
    rowStart = start
  }

  /// Reads the next row that is not blank and not the header once more, as in joined files.
  ///
  /// - Parameter fields: As many as there are columns; gets the places of their values.
  /// - Returns: Whether there was a row.
  /// - Throws: ``RowError`` if the row is broken; the next call reads the one after it.
  /// - Complexity: O(*n*) for *n* bytes of the row, without allocating.
  package mutating func next(_ fields: inout ContiguousArray<RowField>) throws(RowError) -> Bool {
    repeat {
      skipBlankLines()
      rowStart = offset
      guard offset < text.bytes.byteCount else { return false }
      guard delimiter != 0 else { return try nextObject(&fields, paths) }
      guard try nextRecord(&fields, delimiter) else { return false }
    } while repeatsHeader
    return true
  }

  var repeatsHeader: Bool {
    let row = text.bytes.withoutLineEnd(rowStart..<offset)
    guard row.count == header.count, !header.isEmpty else { return false }
    for index in header.indices where text.byte(at: rowStart &+ index) != header[index] {
      return false
    }
    return true
  }

  /// Whether the row that was read last can tell how rows are written.
  ///
  /// It must have a line feed, and a delimiter that comes before the digits in ASCII.
  var rowMayBePattern: Bool {
    delimiter != 0 && delimiter < UInt8(ascii: "0") && mayBePattern(rowStart..<offset)
      && text.byte(at: offset &- 1) == UInt8(ascii: "\n")
  }

  /// Whether a row is not a repeated header, with either line end.
  func mayBePattern(_ range: Range<Int>) -> Bool {
    !(1...2 ~= range.count &- header.count)
  }

  mutating func skipBlankLines() {
    while true {
      switch text.byte(at: offset) {
      case UInt8(ascii: "\n"): offset &+= 1
      case UInt8(ascii: "\r") where text.byte(at: offset &+ 1) == UInt8(ascii: "\n"): offset &+= 2
      default: return
      }
    }
  }

  /// Checks the encoding of a row that is not all ASCII.
  @inline(never)
  func checkEncoding(in range: Range<Int>) throws(RowError) {
    let json = JSONText(text.bytes)
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard json.byte(at: offset) >= 0x80 else {
        offset &+= 1
        continue
      }
      let count = json.countOfScalar(at: offset)
      guard count > 0 else { throw RowError(.invalidUTF8(json.byte(at: offset)), at: offset) }
      offset &+= count
    }
  }
}
