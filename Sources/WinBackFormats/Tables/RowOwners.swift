/// Tells whose each row of a table is, and nothing else about it.
package struct RowOwners: Sendable {
  private let reader: RowReader
  private var fields: RowFields

  /// The customer of the row that was read last; empty where the row is nobody's and not read anyway.
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
  /// - Throws: ``RowError`` where it is not known whose it is.
  package mutating func next(_ scanner: inout RowScanner) throws(RowError) -> Bool {
    guard try scanner.next(&fields.scanned) else { return false }
    customer.removeAll(keepingCapacity: true)
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
