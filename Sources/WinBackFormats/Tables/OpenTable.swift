/// A table whose columns are known: the first thing to find out about one.
package struct OpenTable: Sendable {
  /// What the columns mean.
  package let plan: ColumnPlan

  /// The offset of the first row.
  package let start: Int

  /// Opens a table.
  ///
  /// - Parameters:
  ///   - bytes: The table, or its beginning.
  ///   - mapping: What the columns mean.
  ///   - isWhole: Whether that is all of it.
  /// - Returns: The table; nil where more bytes are needed to know.
  /// - Throws: ``FormatError`` where the header is broken, or lacks a column.
  package static func open(
    _ bytes: RawSpan,
    _ mapping: Mapping,
    isWhole: Bool
  ) throws(FormatError) -> OpenTable? {
    let text = JSONText(bytes)
    let first = text.endOfWhitespace(from: text.start)
    guard first < bytes.byteCount || isWhole else { return nil }
    guard text.byte(at: first) != UInt8(ascii: "{") else {
      return OpenTable(plan: try ColumnPlan(events: mapping), start: text.start)
    }
    let header: TableHeader?
    do throws(RowError) {
      header = try TableHeader.read(bytes, isWhole: isWhole)
      if header == nil, isWhole { throw RowError(.noHeader, at: 0) }
    } catch {
      throw FormatError(error, in: bytes)
    }
    guard let header else { return nil }
    return OpenTable(plan: try ColumnPlan(mapping, header), start: header.end)
  }

  /// Opens a whole table.
  static func open(_ bytes: RawSpan, _ mapping: Mapping) throws(FormatError) -> OpenTable {
    guard let table = try open(bytes, mapping, isWhole: true) else {
      throw FormatError(RowError(.noHeader, at: 0), in: bytes)
    }
    return table
  }
}
