/// The rows of a table, those of one customer together, in the order in which customers appear.
struct GroupedRows {
  /// The rows.
  private(set) var bytes: ContiguousArray<UInt8> = []

  /// Where each row starts here, and where it started in the table.
  private var starts: ContiguousArray<(here: Int, original: Int)> = []

  /// Groups the rows of a whole table.
  ///
  /// - Throws: ``FormatError`` for the first row that is broken.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  init(_ table: RawSpan, _ open: OpenTable) throws(FormatError) {
    var places: [ContiguousArray<UInt8>: Int] = [:]
    var rows: [[Range<Int>]] = []
    let reader = RowReader(open.plan)
    var fields = ContiguousArray<RowField>(repeating: .absent, count: open.plan.columns.count)
    var scanner = RowScanner(table, open.plan.layout, from: open.start)
    var customer: ContiguousArray<UInt8> = []
    do throws(RowError) {
      while try scanner.next(&fields) {
        customer.removeAll(keepingCapacity: true)
        switch reader.owner(of: fields, scanner.text) {
        case .customer: fields[open.plan.customer].append(to: &customer, from: table)
        case .nobody: break
        case .unknown:
          let column = open.plan.columns[open.plan.customer]
          throw RowError(.blank(column: column), at: scanner.rowStart)
        }
        let place = places[customer] ?? rows.count
        if place == rows.count {
          places[customer] = place
          rows.append([])
        }
        rows[place].append(scanner.rowStart..<scanner.offset)
      }
    } catch {
      throw FormatError(error, in: table)
    }
    for row in rows.joined() {
      starts.append((bytes.count, row.lowerBound))
      bytes.append(contentsOf: table, in: row)
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
