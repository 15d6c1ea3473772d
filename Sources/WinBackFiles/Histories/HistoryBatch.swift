/// Some histories that are read one after the other before anything is done with them.
///
/// To read a history and to decide about it takes more code than the first cache of a processor holds.
/// With some histories at a time, each half of that code is fetched once for all of them.
struct HistoryBatch: Sendable {
  /// The most histories; their transactions should stay in the second cache.
  private static let limit = 16
  /// How many transactions are enough for a batch.
  private static let transactionLimit = 1_024

  var records = ContiguousArray(repeating: HistoryRecord(), count: limit)
  private(set) var count = 0
  /// The line of each history, from 0.
  private(set) var lineIndices = ContiguousArray(repeating: 0, count: limit)
  /// The last byte of each history.
  private(set) var lineEnds = ContiguousArray(repeating: 0, count: limit)
  private(set) var rows = ContiguousArray(repeating: (range: 0..<0, count: 0), count: limit)
  private var transactionCount = 0

  var isFull: Bool { count == Self.limit || transactionCount >= Self.transactionLimit }

  /// Reads a history, which is not in the batch where that fails.
  mutating func read(
    _ scanner: inout JSONScanner,
    by reader: inout HistoryReader,
    _ symbols: inout SymbolTable,
    _ text: HistoryText
  ) throws(JSONError) {
    try reader.read(&scanner, into: &records[count], &symbols, text)
    try scanner.finish()
    lineIndices[count] = scanner.lineIndex
    lineEnds[count] = scanner.offset - 1
    transactionCount += records[count].transactions.count
    count += 1
  }

  /// Adds the history that has been read into the record behind those of the batch.
  mutating func add(_ range: Range<Int>, rowCount: Int) {
    rows[count] = (range, rowCount)
    transactionCount += records[count].transactions.count
    count += 1
  }

  mutating func removeAll() {
    count = 0
    transactionCount = 0
  }

  /// Gives up the text of the histories, which is that of a block.
  mutating func forgetText() {
    for index in records.indices { records[index].text = [] }
  }
}
