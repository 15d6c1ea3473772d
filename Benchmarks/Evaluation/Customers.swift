import CalendarTime
import WinBack
import WinBackFormats

/// Histories in memory, ready to be scored again and again.
struct Customers {
  /// A customer's history in one group.
  struct Timeline {
    var record: HistoryRecord
    let group: AskedGroup

    /// Scores the customer.
    ///
    /// It changes nothing. If it were not mutating, the history would be copied for each call, and to
    /// count the references to its arrays would take longer than to score it.
    mutating func score(with evaluator: inout BatchEvaluator, _ symbols: borrowing SymbolTable) {
      evaluator.score(record, group, symbols)
    }
  }

  var timelines: ContiguousArray<Timeline> = []
  private(set) var symbols: SymbolTable

  /// Reads JSON Lines of histories.
  init(_ lines: ContiguousArray<UInt8>, _ program: BatchProgram) throws {
    symbols = program.engine.index.symbols
    let products = program.engine.index.productGroups
    var reader = HistoryReader(attributes: [])
    var scanner = JSONScanner(lines: lines.rawBytes)
    while scanner.nextLine() {
      var record = HistoryRecord()
      try reader.read(&scanner, into: &record, &symbols)
      try scanner.finish()
      try record.mergeDuplicates(at: .utc)
      for group in record.askedGroups(in: products, symbols) {
        timelines.append(Timeline(record: record, group: group))
      }
    }
  }

  var transactionsPerTimeline: Double {
    Double(timelines.reduce(0) { $0 + $1.record.transactions.count }) / Double(timelines.count)
  }

  private static let blockSize = 1 << 18

  /// Reads JSON Lines of histories as scoring does, keeps none, and returns how many transactions
  /// there are.
  static func countTransactions(
    _ lines: ContiguousArray<UInt8>,
    _ program: BatchProgram
  ) throws -> Int {
    var symbols = program.engine.index.symbols
    var reader = HistoryReader(attributes: [], lastingSymbols: symbols.count)
    var record = HistoryRecord()
    var index = JSONIndex()
    var count = 0
    var start = 0
    while start < lines.count {
      // Blocks that stay in the processor's cache, as scoring has them.
      let end = lines.rawBytes.startOfLine(before: start + blockSize)
      let block = start..<(end > start && start + blockSize < lines.count ? end : lines.count)
      var scanner = JSONScanner(index.lines(block, of: lines.rawBytes))
      while scanner.nextLine() {
        symbols.removeAll(beyond: program.engine.index.symbols.count)
        try reader.read(&scanner, into: &record, &symbols, .shared(lines, offset: start))
        try scanner.finish()
        count += record.transactions.count
      }
      start = block.upperBound
    }
    return count
  }
}
