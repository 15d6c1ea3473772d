import WinBack
import WinBackFormats

extension BlockScorer {
  /// Scores the customers of a block of rows.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func scoreRows(_ block: borrowing LineBlock) {
    guard var reader = customerReader.take() else { return }
    defer { customerReader = reader }
    let bytes = block.bytes.rawBytes.extracting(block.range)
    var scanner = RowScanner(bytes, reader.plan.layout)
    reader.restart()
    symbols.removeAll(beyond: program.symbols.count)
    while reader.next(&scanner, into: &record, &symbols) {
      if let error = reader.rows.error {
        tally.rejected += max(1, reader.rows.customers)
        tally.rows.rejected += reader.rows.count
        rejected.append(reject(reader.rows.range, error, bytes, block))
      } else {
        tally.rows.add(reader.rows)
        if !record.transactions.isEmpty { scoreRecord() }
      }
      symbols.removeAll(beyond: program.symbols.count)
    }
  }

  /// Returns the rows of a customer who cannot be scored, with the place of the fault.
  private func reject(
    _ range: Range<Int>,
    _ error: RowError,
    _ bytes: RawSpan,
    _ block: borrowing LineBlock
  ) -> RejectedLine {
    let place = FormatError(error, in: bytes)
    var line = (block.linesBefore ?? 0) + place.line
    var offset = block.offset + range.lowerBound
    if let row = block.origins.last(where: { $0.start <= error.offset }) {
      let lineInRow = place.line - FormatError(RowError(error.kind, at: row.start), in: bytes).line
      line = row.line + 1 + lineInRow
      offset = block.origins.last { $0.start <= range.lowerBound }?.offset ?? row.offset
    }
    return RejectedLine(
      lineIndex: line - 1,
      countsFromStart: true,
      offset: offset,
      column: place.column,
      message: place.messageWithPath,
      bytes: ContiguousArray(block.bytes[block.range][range.offset(by: block.range.lowerBound)])
    )
  }
}

extension Range<Int> {
  fileprivate func offset(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
