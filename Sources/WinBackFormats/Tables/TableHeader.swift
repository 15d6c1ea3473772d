/// The first line of CSV: the names of the columns.
package struct TableHeader: Sendable, Hashable {
  /// The names, without spaces around them.
  package let columns: [String]

  /// The offset of the first row.
  package let end: Int

  /// What may stand between fields; of those that a header has equally often, the first counts.
  static let delimiters = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]

  let delimiter: UInt8
  let bytes: ContiguousArray<UInt8>

  /// Reads the header that an input starts with, after a byte order mark and blank lines.
  ///
  /// The delimiter is the one of comma, semicolon, tab and vertical bar that is there most often.
  ///
  /// - Parameters:
  ///   - bytes: The start of the input.
  ///   - isWhole: Whether that is all of it.
  /// - Returns: The header; nil where more bytes are needed to know.
  /// - Throws: ``RowError`` where it is broken.
  package static func read(
    _ bytes: RawSpan,
    isWhole: Bool
  ) throws(RowError) -> TableHeader? {
    var start = JSONText(bytes).start
    while bytes.byte(at: start) == UInt8(ascii: "\n") || bytes.byte(at: start) == UInt8(ascii: "\r")
    {
      start &+= 1
    }
    let line = bytes.extracting(start..<max(start, bytes.endOfLine(from: start)))
    let delimiter = delimiter(of: line)
    var count = 1
    while true {
      // The number of columns shows only in the error of a wrong one.
      var scanner = RowScanner(
        bytes,
        .delimited(delimiter, header: []),
        from: start,
        isWhole: isWhole
      )
      var fields = ContiguousArray<RowField>(repeating: .absent, count: count)
      do throws(RowError) {
        guard try scanner.next(&fields) else { return nil }
      } catch {
        guard case .ragged(let found, _) = error.kind, found != count else { throw error }
        count = found
        continue
      }
      var header: ContiguousArray<UInt8> = []
      header.append(contentsOf: bytes, in: start..<scanner.offset)
      return TableHeader(
        columns: fields.map { $0.text(in: bytes).trimmingSpaces },
        end: scanner.offset,
        delimiter: delimiter,
        bytes: header
      )
    }
  }

  private static func delimiter(of line: RawSpan) -> UInt8 {
    var counts = delimiters.map { _ in 0 }
    var isQuoted = false
    for offset in 0..<line.byteCount {
      let byte = line.byte(at: offset)
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted, let index = delimiters.firstIndex(of: byte) else { continue }
      counts[index] += 1
    }
    let most = counts.max() ?? 0
    return delimiters[counts.firstIndex(of: most) ?? 0]
  }

  /// How the rows after the header are written.
  package var layout: TableLayout { .delimited(delimiter, header: bytes) }
}

extension String {
  /// The text without spaces at its ends.
  fileprivate var trimmingSpaces: String {
    let start = firstIndex { $0 != " " } ?? endIndex
    let end = lastIndex { $0 != " " }.map(index(after:)) ?? start
    return String(self[start..<end])
  }
}
