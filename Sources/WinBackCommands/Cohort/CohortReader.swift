import WinBack
import WinBackFormats

/// Reads customers on one thread and hands them to a worker, in storage that is used again.
struct CohortReader<Worker: CohortWorker>: Sendable {
  /// Does with customers what is to be done.
  private(set) var worker: Worker
  /// What was counted in the last block.
  private(set) var tally = ScoreTally(offerCount: 0)
  /// The lines of the last block that could not be read.
  private(set) var rejected: [RejectedLine] = []

  private let attributes: [RuleSet.Attribute]
  private var reader: HistoryReader
  private var record = HistoryRecord()
  private var symbols: SymbolTable
  private let symbolCount: Int

  init(_ worker: Worker, attributes: [RuleSet.Attribute]) {
    self.worker = worker
    self.attributes = attributes
    reader = HistoryReader(attributes: attributes)
    symbols = worker.symbols
    symbolCount = symbols.count
  }

  /// Reads the lines of a block.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and what the worker takes.
  mutating func read(_ block: borrowing LineBlock) {
    clear()
    let lines = block.bytes.rawBytes.extracting(block.range)
    var scanner = JSONScanner(lines: lines, startsInput: block.offset == 0)
    while scanner.nextLine() {
      do throws(JSONError) {
        try readLine(&scanner)
      } catch {
        tally.rejected += 1
        rejected.append(
          RejectedLine(error, inLine: scanner.lineIndex, of: lines, at: block.offset)
        )
      }
    }
    let endsOpen = block.bytes[block.range.upperBound - 1] != UInt8(ascii: "\n")
    tally.lines = scanner.lineIndex + (endsOpen ? 1 : 0)
    tally.blankLines = tally.lines - tally.customers - tally.rejected
  }

  private mutating func readLine(_ scanner: inout JSONScanner) throws(JSONError) {
    symbols.removeAll(beyond: symbolCount)
    try reader.read(&scanner, into: &record, &symbols)
    try scanner.finish()
    do throws(HistoryError) {
      tally.skippedTransactions += try worker.add(&record, symbols)
    } catch {
      throw JSONError(.rejected(error.description), at: error.sourceOffset)
    }
    tally.customers += 1
  }

  /// Takes in customers who have been read already.
  ///
  /// - Throws: ``FormatError`` for the first one whose history contradicts itself.
  mutating func take(_ histories: [CustomerHistory]) throws(FormatError) {
    clear()
    for history in histories {
      symbols.removeAll(beyond: symbolCount)
      var record = HistoryRecord(history, attributes: attributes.map(\.name), &symbols)
      do throws(HistoryError) {
        tally.skippedTransactions += try worker.add(&record, symbols)
      } catch {
        throw FormatError(
          message: "customer '\(history.customerId)': \(error)",
          offset: 0,
          line: 1,
          column: 1
        )
      }
      tally.customers += 1
    }
  }

  private mutating func clear() {
    worker.removeAll()
    rejected.removeAll()
    tally.clear()
  }
}
