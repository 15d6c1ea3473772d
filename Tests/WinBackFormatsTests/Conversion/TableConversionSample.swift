import Testing
import WinBackFormats

/// A table with all that its format can say of customers.
struct TableConversionSample: Sendable, CustomTestStringConvertible {
  let name: String
  let format: HistoryFormat
  /// The header, with its line end; empty where the rows are JSON.
  let header: String
  let rows: [String]
  var mapping: Mapping?

  var testDescription: String { name }

  var text: String { header + rows.map { $0 + "\n" }.joined() }

  /// The table, and the table without each of its rows.
  var variants: [String] {
    [text]
      + rows.indices.map { missing in
        header + rows.indices.filter { $0 != missing }.map { rows[$0] + "\n" }.joined()
      }
  }
}
