import WinBackFormats

extension RejectedLine {
  /// Takes the rows of a customer who cannot be read out of a block, with the place of the fault.
  ///
  /// - Parameters:
  ///   - error: What is wrong, by its offset in the block's bytes.
  ///   - range: The rows in the block's bytes.
  ///   - block: The block.
  init(_ error: RowError, rows range: Range<Int>, of block: borrowing LineBlock) {
    let bytes = block.bytes.rawBytes.extracting(block.range)
    let place = FormatError(error, in: bytes)
    var line = (block.linesBefore ?? 0) + place.line
    var offset = block.offset + range.lowerBound
    // Rows that have been sorted are told of where they stood.
    if let row = block.origins.last(where: { $0.start <= error.offset }) {
      let lineInRow = place.line - FormatError(RowError(error.kind, at: row.start), in: bytes).line
      line = row.line + 1 + lineInRow
      offset = block.origins.last { $0.start <= range.lowerBound }?.offset ?? row.offset
    }
    let start = block.range.lowerBound
    self.init(
      lineIndex: line - 1,
      countsFromStart: true,
      offset: offset,
      column: place.column,
      message: place.messageWithPath,
      messageWithoutValues: place.messageWithoutValues,
      bytes: ContiguousArray(block.bytes[start + range.lowerBound..<start + range.upperBound])
    )
  }
}
