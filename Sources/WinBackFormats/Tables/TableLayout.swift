/// How the rows of a table are written.
package struct TableLayout: Sendable, Hashable {
  /// The byte between the fields of CSV; 0 where the rows are JSON Lines.
  let delimiter: UInt8
  /// The header as it is written, with its line end; files that were joined have it again.
  let header: ContiguousArray<UInt8>
  /// Where the columns are in rows of JSON.
  let paths: JSONPaths

  private init(delimiter: UInt8, header: ContiguousArray<UInt8>, paths: JSONPaths) {
    self.delimiter = delimiter
    self.header = header
    self.paths = paths
  }

  /// Whether rows are written alike, whatever quotes the header has.
  func isAlike(_ other: TableLayout) -> Bool { delimiter == other.delimiter }

  /// Rows of CSV.
  static func delimited(_ delimiter: UInt8, header: ContiguousArray<UInt8>) -> TableLayout {
    TableLayout(delimiter: delimiter, header: header, paths: JSONPaths([]))
  }

  /// Rows that are objects, whose columns are the values at these paths.
  static func jsonLines(_ paths: [String]) -> TableLayout {
    TableLayout(delimiter: 0, header: [], paths: JSONPaths(paths))
  }
}
