/// Reads blocks of customers on one thread and hands each to a worker, in storage that is used again.
struct BlockReader: ~Copyable {
  private(set) var intake: CustomerIntake
  /// What could not be read of the last block.
  private(set) var rejected: [RejectedLine] = []

  private var reader: HistoryReader
  private var index = JSONIndex()
  /// Counts the lines before the last row that was rejected.
  private var lines = LineCounter()
  /// Reads the rows of a table; nil if there are none.
  private var customerReader: CustomerReader?
  /// Reads documents of the App Store Server API; nil if there are none.
  private var serverReader: ServerReader?
  /// What values lack of the last block.
  private(set) var omissions: [RejectedLine] = []
  private var record = HistoryRecord()
  private var batch = HistoryBatch()
  private var symbols: SymbolTable
  private let symbolCount: Int

  init(_ worker: any CustomerTaker, of histories: OpenHistories) {
    let source = histories.source
    let plan = histories.plan
    let tally = ReadingTally(skippedRowKinds: plan?.skippedRows.count ?? 0)
    intake = CustomerIntake(worker: worker, tally: tally, source: source)
    symbols = worker.symbols
    symbolCount = symbols.count
    let options = source.options.options
    reader = HistoryReader(
      attributes: options.attributes,
      environment: options.environment,
      keepsPrices: options.keepsPrices,
      lastingSymbols: symbolCount
    )
    customerReader = plan.map { plan in
      CustomerReader(plan, timeZone: source.timeZone, attributeCount: options.attributes.count)
    }
    if histories.format.joinsFiles {
      serverReader = ServerReader(options)
    }
  }

  mutating func read(_ block: inout LineBlock) {
    intake.removeAll()
    rejected.removeAll()
    omissions.removeAll()
    if customerReader != nil {
      readRows(of: &block)
    } else if let excess = block.excess {
      let bytes = block.bytes.rawBytes.extracting(block.range)
      let fault = FormatError(excess.message, at: 0, inLine: 0, of: bytes)
      reject(RejectedLine(fault, 0..<bytes.byteCount, of: block))
    } else if serverReader != nil {
      readServer(block)
    } else if block.isDocument {
      readDocument(block)
    } else {
      readLines(of: block)
    }
    // The block's storage is used again.
    record.text = []
    batch.forgetText()
  }

  /// The customers of the last block, to know whether one comes again.
  var starts: ContiguousArray<CustomerStart> {
    customerReader?.starts ?? serverReader?.starts ?? intake.starts
  }

  var notes: ServerNotes? { serverReader?.notes }

  // MARK: - JSON

  private mutating func readLines(of block: borrowing LineBlock) {
    let lines = block.bytes.rawBytes.extracting(block.range)
    var index = JSONIndex()
    swap(&index, &self.index)
    defer { swap(&index, &self.index) }
    var scanner = index.scanner(ofLines: block.range, of: block.bytes.rawBytes)
    let text = HistoryText.shared(block.bytes, offset: block.range.lowerBound)
    while scanner.nextLine() {
      do throws(JSONError) {
        if intake.worker.takesValues {
          try readHistory(&scanner, text, block)
        } else {
          if batch.count == 0 { symbols.removeAll(beyond: symbolCount) }
          try batch.read(&scanner, by: &reader, &symbols, text)
        }
      } catch {
        reject(error, inLine: scanner.lineIndex, of: lines, block)
      }
      if batch.isFull { takeBatch(of: lines, block) }
    }
    takeBatch(of: lines, block)
    // Lines that are not histories were found before the errors in the histories of their batch.
    rejected.sort { $0.offset < $1.offset }
    let endsOpen = block.bytes[block.range.upperBound - 1] != UInt8(ascii: "\n")
    intake.tally.countLines(scanner.lineIndex + (endsOpen ? 1 : 0))
  }

  private mutating func takeBatch(of lines: RawSpan, _ block: borrowing LineBlock) {
    for index in 0..<batch.count {
      do throws(HistoryError) {
        try intake.take(&batch.records[index], symbols, inLineOf: batch.lineEnds[index]) { nil }
      } catch {
        let error = JSONError(error.description, at: error.sourceOffset)
        reject(error, inLine: batch.lineIndices[index], of: lines, block)
      }
    }
    batch.removeAll()
  }

  private mutating func reject(
    _ error: JSONError,
    inLine lineIndex: Int,
    of lines: RawSpan,
    _ block: borrowing LineBlock
  ) {
    let place = FormatError(error.description, at: error.offset, inLine: lineIndex, of: lines)
    reject(RejectedLine(place, lines.rangeOfLine(around: error.offset), of: block))
  }

  private mutating func readDocument(_ block: borrowing LineBlock) {
    let bytes = block.bytes.rawBytes.extracting(block.range)
    var scanner = JSONScanner(bytes)
    do throws(JSONError) {
      try readHistory(&scanner, .copied, block)
    } catch {
      reject(RejectedLine(scanner.fault(error), 0..<bytes.byteCount, of: block))
    }
  }

  private mutating func readServer(_ block: borrowing LineBlock) {
    guard var server = serverReader.take() else { return }
    defer { serverReader = server }
    let bytes = block.bytes.rawBytes.extracting(block.range)
    for entry in server.entries(in: bytes) {
      symbols.removeAll(beyond: symbolCount)
      do throws(FormatError) {
        try server.read(entry, of: bytes, by: &reader, into: &record, &symbols)
        do throws(HistoryError) {
          try intake.take(&record, symbols) { server.values(of: entry) }
        } catch {
          if let fault = server.fault(error, of: entry, in: bytes) { throw fault }
        }
        if let doubt = intake.doubt, let fault = server.fault(doubt, of: entry, in: bytes) {
          omissions.append(RejectedLine(fault, 0..<0, of: block))
        }
      } catch {
        reject(RejectedLine(error, entry.range, of: block))
      }
    }
    for fault in server.takeOmissions(HistorySource.reportLimit, in: bytes) {
      omissions.append(RejectedLine(fault, 0..<0, of: block))
    }
  }

  private mutating func readHistory(
    _ scanner: inout JSONScanner,
    _ text: HistoryText,
    _ block: borrowing LineBlock
  ) throws(JSONError) {
    symbols.removeAll(beyond: symbolCount)
    let start = scanner.offset
    try reader.read(&scanner, into: &record, &symbols, text)
    try scanner.finish()
    do throws(HistoryError) {
      if intake.worker.takesValues {
        var (history, omitted) = reader.values(&scanner, at: start)
        try intake.take(&record, symbols, inLineOf: start) { history }
        if let doubt = intake.doubt {
          let message = "no command decides about this history: \(doubt)"
          omitted.append(JSONError(message, at: doubt.sourceOffset))
        }
        for omission in omitted {
          omissions.append(RejectedLine(scanner.fault(omission), 0..<0, of: block))
        }
      } else {
        try intake.take(&record, symbols, inLineOf: start) { nil }
      }
    } catch {
      throw JSONError(error.description, at: error.sourceOffset)
    }
  }

  // MARK: - Tables

  private mutating func readRows(of block: inout LineBlock) {
    guard var reader = customerReader.take() else { return }
    defer { customerReader = reader }
    readRows(of: block, &reader)
    guard block.isOpen else { return }
    block.end(at: reader.rows.range.upperBound)
    block.lineFeedCount = reader.rows.lineFeedsBefore
  }

  private mutating func readRows(of block: borrowing LineBlock, _ reader: inout CustomerReader) {
    let bytes = block.bytes.rawBytes.extracting(block.range)
    var scanner = RowScanner(bytes, reader.plan.layout, isWhole: !block.isOpen)
    reader.restart()
    lines = LineCounter()
    symbols.removeAll(beyond: symbolCount)
    while reader.next(&scanner, into: &batch.records[batch.count], &symbols) {
      let isPlain =
        reader.rows.error == nil && reader.rows.skippedCount == 0 && block.excess == nil
      if isPlain, !intake.worker.takesValues, !batch.records[batch.count].transactions.isEmpty {
        batch.add(reader.rows.range, rowCount: reader.rows.count)
      } else {
        let index = batch.count
        takeRows(bytes, block)
        take(reader, at: index, bytes, block)
      }
      if batch.isFull { takeRows(bytes, block) }
      if batch.count == 0 { symbols.removeAll(beyond: symbolCount) }
    }
    takeRows(bytes, block)
  }

  /// Takes in the customers of the batch, of whom no row is left out.
  private mutating func takeRows(_ bytes: RawSpan, _ block: borrowing LineBlock) {
    for index in 0..<batch.count {
      let (range, count) = batch.rows[index]
      do throws(RowError) {
        if try takeHistory(at: index, range, { nil }) {
          intake.tally.rows.scored += count
        } else {
          intake.tally.rows.others += count
        }
      } catch {
        reject(error, range, count, 1, bytes, block)
      }
    }
    batch.removeAll()
  }

  /// Takes in the customer that was read last, of whom there may be more to tell than transactions.
  private mutating func take(
    _ reader: borrowing CustomerReader,
    at index: Int,
    _ bytes: RawSpan,
    _ block: borrowing LineBlock
  ) {
    let rows = reader.rows
    do throws(RowError) {
      if let error = rows.error { throw error }
      if let excess = block.excess {
        throw RowError(.rejected(excess.message), at: rows.range.lowerBound)
      }
      let isEmpty = batch.records[index].transactions.isEmpty
      let needsValues = intake.worker.takesValues && !isEmpty
      let zone = intake.source.timeZone
      let history = needsValues ? batch.records[index].values(symbols, at: zone) : nil
      let isWanted = isEmpty ? true : try takeHistory(at: index, rows.range) { history }
      if isWanted {
        intake.tally.rows.add(rows)
      } else {
        intake.tally.rows.others += rows.count
      }
    } catch {
      reject(error, rows.range, rows.count, rows.customers, bytes, block)
    }
  }

  private mutating func takeHistory(
    at index: Int,
    _ range: Range<Int>,
    _ history: () -> CustomerHistory?
  ) throws(RowError) -> Bool {
    do throws(HistoryError) {
      return try intake.take(&batch.records[index], symbols, history)
    } catch {
      throw RowError(error.kind, at: range.lowerBound)
    }
  }

  private mutating func reject(
    _ error: RowError,
    _ range: Range<Int>,
    _ rowCount: Int,
    _ customerCount: Int,
    _ bytes: RawSpan,
    _ block: borrowing LineBlock
  ) {
    var line = RejectedLine(FormatError(error, in: bytes, &lines), range, of: block)
    line.endsRun = error.kind == .otherHeader
    reject(line, customerCount: max(1, customerCount))
    intake.tally.rows.rejected += rowCount
  }

  /// Rejects a line of so many customers, who count already if the line is a further part of them.
  private mutating func reject(_ line: RejectedLine, customerCount: Int = 1) {
    intake.tally.rejected += line.isContinued ? 0 : customerCount
    rejected.append(line)
  }
}
