/// The rows of a table, those of one customer together, in the order in which customers appear.
package struct GroupedRows: Sendable {
  /// The rows.
  package private(set) var bytes: ContiguousArray<UInt8> = []

  /// Where each row starts here, where it started in the table, and the line feeds before it there.
  package private(set) var starts: ContiguousArray<(here: Int, original: Int, line: Int)> = []

  /// Groups the rows of a whole table.
  ///
  /// - Throws: ``FormatError`` for the first row that is broken.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package init(_ table: RawSpan, _ open: OpenTable) throws(FormatError) {
    var places: [ContiguousArray<UInt8>: Int] = [:]
    var rows: [[(range: Range<Int>, line: Int)]] = []
    var line = 0
    var counted = 0
    var owners = RowOwners(open.plan)
    var scanner = RowScanner(table, open.plan.layout, from: open.start)
    do throws(RowError) {
      while try owners.next(&scanner) {
        let place = places[owners.customer] ?? rows.count
        if place == rows.count {
          places[owners.customer] = place
          rows.append([])
        }
        line += table.extracting(counted..<scanner.rowStart).lineFeedCount
        counted = scanner.rowStart
        rows[place].append((scanner.rowStart..<scanner.offset, line))
      }
    } catch {
      throw FormatError(error, in: table)
    }
    for row in rows.joined() {
      starts.append((bytes.count, row.range.lowerBound, row.line))
      bytes.append(contentsOf: table, in: row.range)
      // The last row of the table may have no line end.
      if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    }
  }

  /// Returns where in the table a byte was.
  func originalOffset(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle].here <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return offset }
    return starts[low - 1].original + offset - starts[low - 1].here
  }
}
