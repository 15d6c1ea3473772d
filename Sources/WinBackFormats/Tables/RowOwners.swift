/// Determines whose each row of a table is, and nothing else about it.
package struct RowOwners: Sendable {
  private let reader: RowReader
  private var fields: RowFields

  /// The customer of the row that was read last; empty for a row without a customer, which is skipped.
  package private(set) var customer: ContiguousArray<UInt8> = []

  /// Creates a reader of a table.
  package init(_ plan: ColumnPlan) {
    reader = RowReader(plan)
    fields = RowFields(columnCount: plan.columns.count)
  }

  /// The plan.
  package var plan: ColumnPlan { reader.plan }

  /// Moves to the next row.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: ``RowError`` if it is not known whose it is.
  package mutating func next(_ scanner: inout RowScanner) throws(RowError) -> Bool {
    customer.removeAll(keepingCapacity: true)
    let start = scanner.offset
    // Nothing else about most rows must be known.
    if let field = scanner.nextPlainCustomer(in: plan.customer, of: plan.columns.count),
      !plan.nulls.areAll(of: field, in: scanner.text)
    {
      field.append(to: &customer, from: scanner.text.bytes)
      return true
    }
    scanner.offset = start
    guard try scanner.next(&fields.scanned) else { return false }
    switch reader.owner(of: fields, scanner.text) {
    case .customer: fields[reader.plan.customer].append(to: &customer, from: scanner.text.bytes)
    case .nobody: break
    case .unknown:
      throw RowError(
        .blank(column: reader.plan.columns[reader.plan.customer]),
        at: scanner.rowStart
      )
    }
    return true
  }
}

/// Finds where rows of a table can be cut so that no customer's are torn.
package struct CustomerBoundaries: Sendable {
  private let reader: RowReader
  private var fields: RowFields
  private var pattern = RowPattern()
  private var customer: ContiguousArray<UInt8> = []

  /// Creates a finder for a table.
  package init(_ plan: ColumnPlan) {
    reader = RowReader(plan)
    fields = RowFields(columnCount: plan.columns.count)
  }

  /// The plan.
  package var plan: ColumnPlan { reader.plan }

  /// Looks through rows, from the first one of a customer on, behind which more may come.
  ///
  /// - Returns: The offset of the last customer's first row; 0 if no customer's rows are all there.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func lastStart(in bytes: RawSpan) -> Int {
    var lastStart = 0
    pattern.forget()
    var scanner = RowScanner(bytes, plan.layout, isWhole: false)
    // A row that is broken could be of the customer before it or of the one after it.
    var isOpen = true
    while true {
      if pattern.matchNext(&scanner) {
        fields.move(to: scanner.rowStart)
        // A row like the one before it names a customer, too, unless it spells that there is none.
        if !plan.nulls.areAll(of: fields[plan.customer], in: scanner.text) {
          if isOfNext(fields[plan.customer], scanner) { lastStart = scanner.rowStart }
          continue
        }
        scanner.offset = scanner.rowStart
      }
      pattern.forget()
      do throws(RowError) {
        guard try readCustomer(&scanner) else { break }
      } catch {
        isOpen = true
        continue
      }
      switch reader.owner(of: fields, scanner.text) {
      case .nobody: continue
      case .unknown: isOpen = true
      case .customer:
        if isOfNext(fields[plan.customer], scanner), !isOpen { lastStart = scanner.rowStart }
        pattern.learn(
          scanner,
          resizableFrom: fields[plan.customer].end &+ 1 &- scanner.rowStart
        )
        isOpen = false
      }
    }
    return lastStart
  }

  /// Notes whose a row is.
  ///
  /// - Returns: Whether it is another's than the row before.
  private mutating func isOfNext(_ field: RowField, _ scanner: borrowing RowScanner) -> Bool {
    guard !field.holds(customer, in: customer.indices, scanner.text) else { return false }
    customer.removeAll(keepingCapacity: true)
    field.append(to: &customer, from: scanner.text.bytes)
    return true
  }

  /// Reads the customer of the next row, and its other values where they tell whose it is.
  private mutating func readCustomer(_ scanner: inout RowScanner) throws(RowError) -> Bool {
    let start = scanner.offset
    if let customer = scanner.nextPlainCustomer(in: plan.customer, of: fields.count),
      !plan.nulls.areAll(of: customer, in: scanner.text)
    {
      fields.begin(at: scanner.rowStart)
      fields.scanned[plan.customer] = customer
      return true
    }
    scanner.offset = start
    let hasRow = try scanner.next(&fields.scanned)
    fields.begin(at: scanner.rowStart)
    return hasRow
  }
}

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
