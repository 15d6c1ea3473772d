/// A line that could not be read, whole, with what is wrong with it; of a table, all rows of a customer.
package struct RejectedLine: Sendable {
  /// The number of the line, from 1; before it is ``numbered(linesBefore:)``, that in its block.
  package private(set) var line: Int
  /// Whether the lines before the block are counted already.
  var countsFromStart = false
  /// The file, by its index among those of the run; nil for the one that is being read.
  package var file: Int?
  /// The offset of its first byte in the input.
  package let offset: Int
  package let fault: FormatError
  /// Whether it is a further part of what the line before is the beginning of.
  var isContinued = false
  /// Whether nothing after it can be read as it should be.
  var endsRun = false
  package let bytes: ContiguousArray<UInt8>

  func numbered(linesBefore: Int) -> RejectedLine {
    guard !countsFromStart else { return self }
    var line = self
    line.line += linesBefore
    line.countsFromStart = true
    return line
  }
}

extension RejectedLine {
  /// Takes what is at fault out of a block, in whose bytes the fault and the range are.
  init(_ fault: FormatError, _ range: Range<Int>, of block: borrowing LineBlock) {
    let start = block.range.lowerBound
    let isSorted = !block.origins.isEmpty
    let place = isSorted ? block.place(of: fault) : nil
    self.init(
      line: place.map { $0.lines + 1 } ?? (block.linesBefore ?? 0) + fault.line,
      countsFromStart: isSorted || block.linesBefore != nil,
      file: place?.file,
      offset: block.offset(of: range.lowerBound),
      fault: fault,
      isContinued: block.excess?.isContinued == true,
      bytes: ContiguousArray(block.bytes[start + range.lowerBound..<start + range.upperBound])
    )
  }

  /// Creates a row or a document that cannot be sorted.
  ///
  /// - Parameters:
  ///   - thing: What it is, such as `row`.
  ///   - fault: What is wrong.
  ///   - bytes: The whole row or document.
  ///   - place: Where it starts.
  ///   - linesBefore: The lines that the fault does not count.
  init(
    _ thing: String,
    _ fault: FormatError,
    _ bytes: ArraySlice<UInt8>,
    _ place: HistoryPlace,
    linesBefore: Int = 0
  ) {
    self.init(
      line: linesBefore + fault.line,
      countsFromStart: true,
      file: place.file,
      offset: place.offset,
      fault: FormatError(
        message: "cannot sort a \(thing) whose customer is not known: " + fault.message,
        offset: fault.offset,
        line: fault.line,
        column: fault.column,
        path: fault.path
      ),
      bytes: ContiguousArray(bytes)
    )
  }
}
