/// The fields of a row, by their columns.
///
/// Where a row is written as the one before it, each field is as far from where it was as the row is.
struct RowFields: Sendable {
  /// The fields of the row that was scanned last.
  var scanned: ContiguousArray<RowField>
  /// Where that row starts.
  private var origin = 0
  private var distance = 0

  init(columnCount: Int) {
    scanned = ContiguousArray(repeating: .absent, count: columnCount)
  }

  var count: Int { scanned.count }

  @inline(__always)
  subscript(column: Int) -> RowField {
    let field = scanned[column]
    return RowField(
      start: field.start &+ distance,
      end: field.end &+ distance,
      escaping: field.escaping
    )
  }

  /// Notes that the row has been scanned that starts at an offset.
  mutating func begin(at rowStart: Int) {
    origin = rowStart
    distance = 0
  }

  /// Goes on to a row that is written like it.
  mutating func move(to rowStart: Int) {
    distance = rowStart &- origin
  }
}
