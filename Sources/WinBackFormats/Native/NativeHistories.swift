import CEL
import WinBack

/// Reads native histories as values, including those that decisions do not need.
enum NativeHistories {
  /// Reads all histories of an input: one document, or JSON Lines.
  static func read(
    _ bytes: ContiguousArray<UInt8>,
    _ options: HistoryOptions
  ) throws(FormatError) -> HistoryInput {
    var values = HistoryValues(attributes: options.attributes)
    var histories: [CustomerHistory] = []
    var warnings = FormatWarnings()
    try HistoryRecord.forEach(json: bytes, options.attributes) { _, _, scanner, start in
      let (history, omissions) = values.history(&scanner, at: start)
      if let history { histories.append(history) }
      for omission in omissions {
        warnings.append(omission.message) { scanner.fault(omission.message, at: omission.offset) }
      }
    }
    return HistoryInput(format: .native, histories: histories, warnings: warnings.all)
  }
}
