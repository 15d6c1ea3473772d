import CalendarTime
import WinBack
import WinBackFormats

/// Reads a cohort of native histories for both sides of a comparison, block by block.
struct CohortReader {
  private static let blockSize = 1 << 18

  private let file: InputFile
  private var from: CohortSide
  private var to: CohortSide
  /// What has been found so far.
  private(set) var comparison: CohortComparison
  /// The lines of the blocks before the one that is read.
  private var linesBefore = 0

  init(
    _ file: InputFile,
    from: EligibilityEngine,
    asOf fromNow: Instant,
    to: EligibilityEngine,
    asOf toNow: Instant
  ) {
    self.file = file
    self.from = CohortSide(from, asOf: fromNow)
    self.to = CohortSide(to, asOf: toNow)
    comparison = CohortComparison(from: from, to: to)
  }

  /// Reads all customers: JSON Lines as they come, or one history that goes over several lines.
  ///
  /// - Throws: ``CommandFailure`` for the first fault, with its place.
  mutating func read(on console: Console) throws(CommandFailure) {
    var reader = self
    try ScoreInput.with(file, on: console) { input throws(CommandFailure) in
      let source = try LineSource(input, blockSize: Self.blockSize)
      var block = LineBlock()
      while try source.next(&block) {
        if block.number == 0, block.startsWithLongValue {
          return try reader.readDocument(from: block, source)
        }
        try reader.readLines(of: block)
      }
    }
    self = reader
  }

  private mutating func readLines(of block: borrowing LineBlock) throws(CommandFailure) {
    let lines = block.bytes.rawBytes.extracting(block.range)
    var scanner = JSONScanner(lines: lines, startsInput: block.offset == 0)
    var other = JSONScanner(lines: lines, startsInput: block.offset == 0)
    while scanner.nextLine(), other.nextLine() {
      do throws(JSONError) {
        try readCustomer(&scanner, &other)
      } catch {
        throw failure(
          FormatError(error.description, at: error.offset, inLine: scanner.lineIndex, of: lines),
          linesBefore: linesBefore
        )
      }
    }
    linesBefore += scanner.lineIndex
  }

  /// Reads one history, which begins in the first block and goes on to the end of the input.
  private mutating func readDocument(
    from first: borrowing LineBlock,
    _ source: LineSource
  ) throws(CommandFailure) {
    var bytes = ContiguousArray(first.bytes[first.range])
    var block = LineBlock()
    while try source.next(&block) { bytes.append(contentsOf: block.bytes[block.range]) }
    var scanner = JSONScanner(bytes.rawBytes)
    var other = JSONScanner(bytes.rawBytes)
    do throws(JSONError) {
      try readCustomer(&scanner, &other)
    } catch {
      throw failure(
        FormatError(error.description, at: error.offset, in: bytes.rawBytes),
        linesBefore: 0
      )
    }
  }

  private mutating func readCustomer(
    _ scanner: inout JSONScanner,
    _ other: inout JSONScanner
  ) throws(JSONError) {
    let before = try from.read(&scanner)
    let after = try to.read(&other)
    comparison.add(after.customerId, from: before.verdicts, to: after.verdicts)
  }

  private func failure(_ error: FormatError, linesBefore: Int) -> CommandFailure {
    CommandFailure(
      .badData,
      [
        Diagnostic(
          .error,
          error.message,
          file: file.name,
          line: error.line + linesBefore,
          column: error.column,
          path: error.path.isEmpty ? nil : error.path
        )
      ]
    )
  }
}
