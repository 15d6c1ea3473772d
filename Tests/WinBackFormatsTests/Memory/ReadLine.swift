import WinBackFormats

/// What a reader makes of a line: a history in words, or why and where it is refused.
enum ReadLine: Equatable {
  case history(ReadHistory)
  /// The message, and the offset of the fault from the start of the line.
  case refusal(String, offset: Int)

  /// The product identifiers that every table of symbols begins with, as a catalog's do.
  static let knownSymbols = ["pro", "product", "free", "1"]

  /// Reads lines one after the other with one reader.
  static func all(_ lines: [String]) -> [ReadLine] {
    all(ContiguousArray(lines.joined(separator: "\n").utf8))
  }

  /// The same, with an index or, as the exact reader reads every line, without one.
  static func all(_ bytes: ContiguousArray<UInt8>, isIndexed: Bool = true) -> [ReadLine] {
    var symbols = SymbolTable()
    for symbol in knownSymbols { _ = symbols.intern(symbol) }
    let count = symbols.count
    var reader = HistoryReader(attributes: [], lastingSymbols: count)
    let starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    var record = HistoryRecord()
    var found: [ReadLine] = []
    func read(_ scanner: inout JSONScanner) {
      while scanner.nextLine() {
        symbols.removeAll(beyond: count)
        do throws(JSONError) {
          try reader.read(&scanner, into: &record, &symbols)
          try scanner.finish()
          found.append(.history(ReadHistory(record, symbols)))
        } catch {
          let start = starts[min(scanner.lineIndex, starts.count - 1)]
          found.append(.refusal(error.description, offset: error.offset - start))
        }
      }
    }
    if isIndexed {
      var index = JSONIndex()
      var scanner = index.scanner(ofLines: 0..<bytes.count, of: bytes.rawBytes)
      read(&scanner)
    } else {
      var scanner = JSONScanner(lines: bytes.rawBytes)
      read(&scanner)
    }
    return found
  }

  /// Reads a line with a reader that has read nothing before; no walk comes to the only line.
  static func alone(_ line: String) -> ReadLine? {
    all([line]).first
  }

  /// The history; nil where the line is refused.
  var history: ReadHistory? {
    if case .history(let history) = self { history } else { nil }
  }
}
