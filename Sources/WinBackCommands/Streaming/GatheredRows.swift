import Synchronization
import WinBackFormats

/// The rows of a table that is in memory, those of a customer together, handed out as one block.
final class GatheredRows: BlockSource {
  private let rows: Mutex<GroupedRows?>
  private let file: Int

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - file: Their file, by its place among those of the run.
  init(_ rows: GroupedRows, ofFile file: Int) {
    self.rows = Mutex(rows)
    self.file = file
  }

  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    guard let rows = rows.withLock({ $0.take() }), !rows.bytes.isEmpty else { return false }
    block.bytes = rows.bytes
    block.range = rows.bytes.indices
    block.linesBefore = 0
    block.origins = ContiguousArray(
      rows.starts.map { row in
        RowOrigin(
          start: row.here,
          place: HistoryPlace(file: file, offset: row.original, lines: row.line)
        )
      }
    )
    return true
  }
}
