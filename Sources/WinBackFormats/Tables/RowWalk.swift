import BlockIndex

/// Finds the fields of plain rows of CSV one row after the other, and compares each row with the one before.
///
/// A row is walked from its own first byte on, so that no quote of another row counts. The header of
/// C checks no bounds: what it is given is checked here.
@safe
struct RowWalk: ~Copyable {
  /// How much more room than there are columns a list of fields needs: a step finds up to 64 of them.
  private static var padding: Int { 66 }
  /// Up to so many bytes before a row are read when the next one is compared with it.
  private static var reach: Int { 64 }

  private let columnCount: Int
  /// What depends on each column, as raw values.
  private let uses: UnsafeMutablePointer<UInt64>
  /// What is known of each 64 bytes of the row.
  private let steps: UnsafeMutablePointer<CSVStep>
  /// Where the fields of the row start, counted from it, and behind them the row's size.
  private let starts: UnsafeMutablePointer<UInt32>
  /// Room for the same of the row before.
  private let room: UnsafeMutablePointer<UInt32>
  /// Where the row starts; -1 if it is not plain, and nothing is known of it.
  private var start = -1

  /// Creates a walk of rows of which the columns have such uses.
  init(_ columns: ContiguousArray<RowChanges>) {
    columnCount = columns.count
    let count = columnCount + Self.padding
    unsafe uses = UnsafeMutablePointer.allocate(capacity: count)
    unsafe steps = UnsafeMutablePointer.allocate(capacity: Int(WINBACK_CSV_STEPS))
    unsafe starts = UnsafeMutablePointer.allocate(capacity: count)
    unsafe room = UnsafeMutablePointer.allocate(capacity: count)
    unsafe uses.initialize(repeating: 0, count: count)
    unsafe steps.initialize(repeating: CSVStep(), count: Int(WINBACK_CSV_STEPS))
    unsafe starts.initialize(repeating: 0, count: count)
    unsafe room.initialize(repeating: 0, count: count)
    for column in columns.indices { unsafe uses[column] = columns[column].rawValue }
  }

  deinit {
    unsafe uses.deallocate()
    unsafe steps.deallocate()
    unsafe starts.deallocate()
    unsafe room.deallocate()
  }

  /// Forgets the row, so that the next one is compared with none.
  mutating func forget() { start = -1 }

  /// Finds the row that starts at an offset.
  ///
  /// - Parameters:
  ///   - offset: The offset, behind the row before.
  ///   - delimiter: The byte between fields.
  ///   - bytes: The same bytes each time.
  /// - Returns: The row; its size is 0 if it is not plain, and exact code has to look at it. A plain row has
  ///   as many fields as the header, no line end in quotes, and quotes only around whole fields, and it is
  ///   not near the end of the bytes.
  @inline(__always)
  mutating func find(at offset: Int, _ delimiter: UInt8, in bytes: RawSpan) -> CSVRow {
    let before = start >= Self.reach && start < offset ? start : -1
    start = -1
    guard offset >= 0, offset < bytes.byteCount else { return CSVRow() }
    let row = unsafe bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return CSVRow() }
      let text = unsafe first.assumingMemoryBound(to: UInt8.self)
      return unsafe winback_csv_find_row(
        text + offset,
        bytes.count &- offset,
        delimiter,
        columnCount,
        uses,
        before < 0 ? nil : text + before,
        steps,
        starts,
        room
      )
    }
    if row.size > 0 { start = offset }
    return row
  }

  /// Whether a row was found, and none has been looked for in vain since.
  var hasRow: Bool {
    @inline(__always) get { start >= 0 }
  }

  /// Returns the field of a column in the row that was found.
  @inline(__always)
  func field(_ column: Int, _ text: borrowing ByteLoads) -> RowField {
    guard column >= 0, column < columnCount else { return .absent }
    let first = start &+ Int(unsafe starts[column])
    let end = start &+ Int(unsafe starts[column &+ 1]) &- 1
    let endsLine = column &+ 1 == columnCount
    guard !endsLine, text.byte(at: first) != UInt8(ascii: "\"") else {
      return RowField(first..<max(first, end), endsLine: endsLine, text)
    }
    return RowField(start: first, end: end)
  }
}
