import WinBack
import WinBackFiles
import WinBackFormats

/// Writes histories in the native format, a line each.
struct ConversionWorker: HistoryWorker {
  var bytes: ContiguousArray<UInt8> { writer.bytes }

  private(set) var count = 0
  private(set) var first: CustomerHistory?

  let symbols = SymbolTable()

  private var writer = JSONWriter()

  static var takesValues: Bool { true }

  static func text(
    of history: CustomerHistory,
    _ layout: JSONWriter.Layout
  ) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(layout)
    writer.history(history)
    writer.endLine()
    return writer.bytes
  }

  mutating func removeAll() {
    writer.removeAll()
    first = nil
    count = 0
  }

  mutating func add(_ history: CustomerHistory) {
    first = first ?? history
    count += 1
    writer.history(history)
    writer.endLine()
  }

  mutating func add(_ record: borrowing HistoryRecord, _ symbols: borrowing SymbolTable) {}
}
