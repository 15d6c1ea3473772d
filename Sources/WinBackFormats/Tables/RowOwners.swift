/// Determines whose each row of a table is, and nothing else about it.
package struct RowOwners: Sendable {
  private let reader: RowReader

  /// The customer of the row that was read last; empty for a row without a customer, which is skipped.
  package private(set) var customer: ContiguousArray<UInt8> = []

  package init(_ plan: ColumnPlan) { reader = RowReader(plan) }

  package var plan: ColumnPlan { reader.plan }

  /// Moves to the next row.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: ``RowError`` if it is not known whose it is.
  package mutating func next(_ scanner: inout RowScanner) throws(RowError) -> Bool {
    customer.removeAll(keepingCapacity: true)
    guard try scanner.next() else { return false }
    switch reader.owner(of: scanner) {
    case .customer:
      scanner.field(reader.plan.customer).append(to: &customer, from: scanner.text.bytes)
    case .nobody: break
    case .unknown: throw reader.unknownOwner(of: scanner)
    }
    return true
  }
}

extension RowOwners {
  /// Finds where rows can be cut so that no customer's are torn.
  ///
  /// - Parameter bytes: Rows from the first one of a customer on, behind which more may come.
  /// - Returns: The offset of the last customer's first row; 0 if no customer's rows are all there.
  package mutating func lastStart(in bytes: RawSpan) -> Int {
    var lastStart = 0
    var last: ContiguousArray<UInt8> = []
    var scanner = RowScanner(bytes, plan.layout, isWhole: false)
    // A row that is broken could be of the customer before it or of the one after it.
    var isOpen = true
    while true {
      do throws(RowError) {
        guard try next(&scanner) else { return lastStart }
        guard !customer.isEmpty else { continue }
        if customer != last {
          last = customer
          if !isOpen { lastStart = scanner.rowStart }
        }
        isOpen = false
      } catch {
        isOpen = true
      }
    }
  }
}

extension RowOwners {
  /// Finds where the rows of a customer end, with those that are broken or of no customer.
  ///
  /// - Parameters:
  ///   - name: The customer; nil for the one of the first row, who is returned in it.
  ///   - bytes: Rows, which begin with one of that customer.
  ///   - isWhole: Whether no more bytes come.
  /// - Returns: The offset after the last of the rows, and whether another customer's row stands there.
  package mutating func end(
    ofRowsOf name: inout ContiguousArray<UInt8>?,
    in bytes: RawSpan,
    isWhole: Bool
  ) -> (offset: Int, isOver: Bool) {
    var scanner = RowScanner(bytes, plan.layout, isWhole: isWhole)
    while true {
      do throws(RowError) {
        guard try next(&scanner) else { return (scanner.offset, isWhole) }
        guard !customer.isEmpty, name != customer else { continue }
        guard name == nil else { return (scanner.rowStart, true) }
        name = customer
      } catch {
        continue
      }
    }
  }
}

/// The rows of a table, those of one customer together, in the order in which customers appear.
package struct GroupedRows: Sendable {
  package private(set) var bytes: ContiguousArray<UInt8> = []

  /// Where each row starts here, where it started in the table, and the line feeds before it there.
  package private(set) var starts: ContiguousArray<(here: Int, original: Int, line: Int)> = []

  /// Where the rows of each customer are here; those of nobody are together, too.
  private(set) var customers: ContiguousArray<Range<Int>> = []

  /// Groups the rows of a whole table.
  ///
  /// - Throws: ``FormatError`` for the first row that is broken.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package init(_ table: RawSpan, _ open: OpenTable) throws(FormatError) {
    var rows = OrderedTable<ContiguousArray<UInt8>, [(range: Range<Int>, line: Int)]>()
    let linesBefore = table.extracting(..<open.start).lineFeedCount
    var owners = RowOwners(open.plan)
    var scanner = RowScanner(table, open.plan.layout, from: open.start)
    do throws(RowError) {
      while try owners.next(&scanner) {
        let range = scanner.rowStart..<scanner.offset
        let line = linesBefore + scanner.lineFeedsBefore
        rows.update(owners.customer, orInsert: []) { $0.append((range, line)) }
      }
    } catch {
      throw FormatError(error, in: table)
    }
    for rows in rows.values {
      let start = bytes.count
      for row in rows {
        starts.append((bytes.count, row.range.lowerBound, row.line))
        bytes.append(contentsOf: table, in: row.range)
        // The last row of the table may have no line end.
        if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      }
      customers.append(start..<bytes.count)
    }
  }

  /// Returns where in the table a byte was.
  func originalOffset(of offset: Int) -> Int {
    guard let row = starts.last(where: { $0.here <= offset }) else { return offset }
    return row.original + offset - row.here
  }
}
