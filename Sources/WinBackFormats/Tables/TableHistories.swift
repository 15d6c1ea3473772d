import CalendarTime
import WinBack

/// Reads the histories of a whole table, whose rows may come in any order.
///
/// It takes memory of twice the size of the table; `winback score` reads tables of any size.
enum TableHistories {
  static func read(
    _ bytes: ContiguousArray<UInt8>,
    as format: HistoryFormat,
    _ own: Mapping?
  ) throws(FormatError) -> HistoryInput {
    let table = try OpenTable.open(bytes.rawBytes, try format.mapping(orOwn: own))
    let grouped = try GroupedRows(bytes.rawBytes, table)
    var reader = CustomerReader(table.plan, timeZone: .utc, attributeCount: 0)
    var scanner = RowScanner(grouped.bytes.rawBytes, table.plan.layout)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    var histories: [CustomerHistory] = []
    var skipped = ContiguousArray(repeating: 0, count: table.plan.skippedRows.count)
    while reader.next(&scanner, into: &record, &symbols) {
      if let error = reader.rows.error {
        throw FormatError(
          RowError(error.kind, at: grouped.originalOffset(of: error.offset)),
          in: bytes.rawBytes
        )
      }
      for index in skipped.indices { skipped[index] += reader.rows.skipped[index] }
      guard !record.transactions.isEmpty else { continue }
      histories.append(reader.history(record, symbols))
      symbols.removeAll(beyond: 0)
    }
    var warnings = table.plan.warnings
    for (others, count) in zip(table.plan.skippedRows, skipped) where count > 0 {
      warnings.append(FormatWarning("\(count) \(count == 1 ? "row" : "rows") \(others) skipped"))
    }
    return HistoryInput(format: format, histories: histories, warnings: warnings)
  }
}
