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

  /// Takes over that some fields of the row have other sizes than in the one that was scanned.
  ///
  /// - Parameters:
  ///   - resizes: The fields of other sizes; there is at least one.
  ///   - uses: The columns that something hangs on; the others are left.
  /// - Returns: The index of the first use whose field is not where it was, and what hangs on the
  ///   fields of other sizes.
  mutating func resize(
    by resizes: borrowing ContiguousArray<RowPattern.Resize>,
    _ uses: borrowing ContiguousArray<ColumnUses.Use>
  ) -> (first: Int, changes: RowChanges) {
    let origin = origin
    var fields = scanned.mutableSpan
    var first = 0
    let place = origin &+ resizes[0].place
    while first < uses.count, fields[uses[first].column].end < place { first &+= 1 }
    var changes: RowChanges = []
    var distance = 0
    var next = 0
    for index in first..<uses.count {
      let column = uses[index].column
      let field = fields[column]
      while next < resizes.count, resizes[next].place < field.start &- origin {
        distance = resizes[next].distance
        next &+= 1
      }
      let start = field.start &+ distance
      while next < resizes.count, resizes[next].place <= field.end &- origin {
        distance = resizes[next].distance
        changes.formUnion(uses[index].changes)
        next &+= 1
      }
      fields[column] = RowField(start: start, end: field.end &+ distance, escaping: field.escaping)
    }
    return (first, changes)
  }
}
