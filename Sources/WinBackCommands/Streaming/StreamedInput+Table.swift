import WinBackFormats

extension StreamedInput {
  /// How long the header of a table may be.
  private static let headerLimit = 1 << 24

  /// Opens the table that the input is.
  ///
  /// - Parameters:
  ///   - mapping: What the columns mean.
  ///   - count: How many bytes are enough for most headers.
  /// - Returns: The table, and its first bytes, which are taken from the input.
  /// - Throws: ``CommandFailure`` where the header is broken, or lacks a column.
  func openTable(
    by mapping: Mapping,
    peeking count: Int
  ) throws(CommandFailure) -> (table: OpenTable, head: ContiguousArray<UInt8>) {
    var (head, whole) = try peeking(count)
    var size = count
    while true {
      let isWhole = head.count < size || size > Self.headerLimit
      do throws(FormatError) {
        if let table = try OpenTable.open(head.rawBytes, mapping, isWhole: isWhole) {
          return (table, head)
        }
      } catch {
        throw CommandFailure(
          .badData,
          [
            Diagnostic(
              .error,
              error.message,
              file: file.name,
              line: error.line,
              column: error.column
            )
          ]
        )
      }
      guard !isWhole else { throw failure("expected a table, found nothing") }
      size *= 2
      (head, whole) = try whole.peeking(size)
    }
  }
}
