import CalendarTime
import WinBack
import WinBackFormats

/// Reads blocks of customers on one thread and hands each to a worker, in storage that is used again.
struct BlockReader<Worker: HistoryWorker>: Sendable {
  /// Does with customers what is to be done.
  private(set) var worker: Worker
  /// What was counted in the last block.
  private(set) var tally: ReadingTally
  /// The lines of the last block that could not be read.
  private(set) var rejected: [RejectedLine] = []

  private let attributes: [RuleSet.Attribute]
  private var reader: HistoryReader
  /// Reads the rows of a table; nil where each line is a history.
  private(set) var customerReader: CustomerReader?
  private var record = HistoryRecord()
  private var symbols: SymbolTable
  private let symbolCount: Int

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - worker: Gets the customers.
  ///   - attributes: The attributes of customers that are read.
  ///   - plan: What the columns of a table mean; nil where each line is a history.
  ///   - timeZone: The time zone of a table's dates without a time (T4).
  init(
    _ worker: Worker,
    attributes: [RuleSet.Attribute],
    plan: ColumnPlan? = nil,
    timeZone: UTCOffset
  ) {
    self.worker = worker
    self.attributes = attributes
    symbols = worker.symbols
    symbolCount = symbols.count
    reader = HistoryReader(attributes: attributes, lastingSymbols: symbolCount)
    customerReader = plan.map { plan in
      CustomerReader(plan, timeZone: timeZone, attributeCount: attributes.count)
    }
    tally = ReadingTally(skippedRowKinds: plan?.skippedRows.count ?? 0)
  }

  /// Reads the customers of a block.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and what the worker takes.
  mutating func read(_ block: inout LineBlock) {
    clear()
    guard customerReader == nil else { return readRows(of: &block) }
    let lines = block.bytes.rawBytes.extracting(block.range)
    var scanner = JSONScanner(lines: lines, startsInput: block.offset == 0)
    let text = HistoryText.shared(block.bytes, offset: block.range.lowerBound)
    while scanner.nextLine() {
      do throws(JSONError) {
        try readLine(&scanner, text)
      } catch {
        tally.rejected += 1
        rejected.append(
          RejectedLine(error, inLine: scanner.lineIndex, of: lines, at: block.offset)
        )
      }
    }
    // The block's storage is used again.
    record.text = []
    let endsOpen = block.bytes[block.range.upperBound - 1] != UInt8(ascii: "\n")
    tally.lines = scanner.lineIndex + (endsOpen ? 1 : 0)
    tally.blankLines = tally.lines - tally.customers - tally.rejected
  }

  private mutating func readLine(
    _ scanner: inout JSONScanner,
    _ text: HistoryText
  ) throws(JSONError) {
    symbols.removeAll(beyond: symbolCount)
    try reader.read(&scanner, into: &record, &symbols, text)
    try scanner.finish()
    do throws(HistoryError) {
      tally.skippedTransactions += try worker.add(&record, symbols)
    } catch {
      throw JSONError(.rejected(error.description), at: error.sourceOffset)
    }
    tally.customers += 1
  }

  private mutating func readRows(of block: inout LineBlock) {
    guard var reader = customerReader.take() else { return }
    defer { customerReader = reader }
    readRows(of: block, &reader)
    if block.isOpen { block.end(at: reader.rows.range.upperBound) }
  }

  private mutating func readRows(of block: borrowing LineBlock, _ reader: inout CustomerReader) {
    let bytes = block.bytes.rawBytes.extracting(block.range)
    var scanner = RowScanner(bytes, reader.plan.layout, isWhole: !block.isOpen)
    reader.restart()
    symbols.removeAll(beyond: symbolCount)
    while reader.next(&scanner, into: &record, &symbols) {
      if let error = reader.rows.error ?? takeRows(reader.rows) {
        tally.rejected += max(1, reader.rows.customers)
        tally.rows.rejected += reader.rows.count
        rejected.append(RejectedLine(error, rows: reader.rows.range, of: block))
      } else {
        tally.rows.add(reader.rows)
      }
      symbols.removeAll(beyond: symbolCount)
    }
  }

  /// Takes in the customer of some rows.
  ///
  /// - Returns: What is wrong with the history; nil where nothing is.
  private mutating func takeRows(_ rows: CustomerRows) -> RowError? {
    guard !record.transactions.isEmpty else { return nil }
    do throws(HistoryError) {
      tally.skippedTransactions += try worker.add(&record, symbols)
    } catch {
      return RowError(.history(error.kind), at: rows.range.lowerBound)
    }
    tally.customers += 1
    return nil
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
