import CEL
import WinBack

/// Reads native histories as values, including those that decisions do not need.
enum NativeHistories {
  /// Reads all histories of an input: one document, or JSON Lines.
  static func read(
    _ bytes: ContiguousArray<UInt8>,
    _ options: HistoryOptions
  ) throws(FormatError) -> HistoryInput {
    var index = JSONIndex()
    var scanner = JSONScanner(index.input(bytes.rawBytes))
    let lines = scanner.text.isLines
    var reader = HistoryReader(attributes: options.attributes)
    var values = HistoryValues(attributes: options.attributes)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    var histories: [CustomerHistory] = []
    var warnings = FormatWarnings()
    var isFirst = true
    func place(_ message: String, _ offset: Int, _ lineIndex: Int) -> FormatError {
      lines
        ? FormatError(message, at: offset, inLine: lineIndex, of: bytes.rawBytes)
        : FormatError(message, at: offset, in: bytes.rawBytes)
    }
    do throws(JSONError) {
      while lines ? scanner.nextLine() : isFirst {
        isFirst = false
        symbols.removeAll(beyond: 0)
        let start = scanner.offset
        try reader.read(&scanner, into: &record, &symbols)
        try scanner.finish()
        let (history, omissions) = values.history(&scanner, at: start)
        if let history { histories.append(history) }
        for omission in omissions {
          warnings.append(omission.message) {
            place(omission.message, omission.offset, scanner.lineIndex)
          }
        }
      }
    } catch {
      throw place(error.description, error.offset, scanner.lineIndex)
    }
    return HistoryInput(format: .native, histories: histories, warnings: warnings.all)
  }
}
