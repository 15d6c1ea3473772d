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

  /// Goes on to a row that is written like it, but for some fields of other sizes.
  ///
  /// - Parameters:
  ///   - rowStart: Where the row starts.
  ///   - resizes: The fields of other sizes.
  ///   - uses: The columns that something hangs on; the others are left.
  /// - Returns: What hangs on the fields of other sizes.
  mutating func move(
    to rowStart: Int,
    _ resizes: borrowing ContiguousArray<RowPattern.Resize>,
    _ uses: borrowing ContiguousArray<ColumnUses.Use>
  ) -> RowChanges {
    let origin = origin
    var fields = scanned.mutableSpan
    var changes: RowChanges = []
    var distance = rowStart &- origin
    var next = 0
    for index in uses.indices {
      let column = uses[index].column
      let field = fields[column]
      while next < resizes.count, resizes[next].place < field.start &- origin {
        distance = rowStart &- origin &+ resizes[next].distance
        next &+= 1
      }
      let start = field.start &+ distance
      while next < resizes.count, resizes[next].place <= field.end &- origin {
        distance = rowStart &- origin &+ resizes[next].distance
        changes.formUnion(uses[index].changes)
        next &+= 1
      }
      fields[column] = RowField(start: start, end: field.end &+ distance, escaping: field.escaping)
    }
    begin(at: rowStart)
    return changes
  }

  /// Goes on to a row that is written like it.
  mutating func move(to rowStart: Int) {
    distance = rowStart &- origin
  }
}
