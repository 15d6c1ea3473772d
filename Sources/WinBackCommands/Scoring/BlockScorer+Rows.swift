import WinBack
import WinBackFormats

extension BlockScorer {
  /// Scores the customers of a block of rows.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func scoreRows(_ block: inout LineBlock) {
    guard var reader = customerReader.take() else { return }
    defer { customerReader = reader }
    scoreRows(block, &reader)
    if block.isOpen { block.end(at: reader.rows.range.upperBound) }
  }

  private mutating func scoreRows(_ block: borrowing LineBlock, _ reader: inout CustomerReader) {
    let bytes = block.bytes.rawBytes.extracting(block.range)
    var scanner = RowScanner(bytes, reader.plan.layout, isWhole: !block.isOpen)
    reader.restart()
    symbols.removeAll(beyond: program.symbols.count)
    while reader.next(&scanner, into: &record, &symbols) {
      if let error = reader.rows.error {
        tally.rejected += max(1, reader.rows.customers)
        tally.rows.rejected += reader.rows.count
        rejected.append(RejectedLine(error, rows: reader.rows.range, of: block))
      } else {
        tally.rows.add(reader.rows)
        if !record.transactions.isEmpty { scoreRecord() }
      }
      symbols.removeAll(beyond: program.symbols.count)
    }
  }
}
