package import WinBack

/// Writes lines of results.
package struct ResultLines: Sendable {
  private let format: ResultFormat
  private var json: JSONResultLines
  private var csv: CSVResultLines

  /// Creates the lines, and prepares the texts of offers, rules and groups.
  package init(_ engine: EligibilityEngine, _ merchandiser: Merchandiser?, _ format: ResultFormat) {
    self.format = format
    json = JSONResultLines(engine, merchandiser, format)
    csv = CSVResultLines(engine, merchandiser, format)
  }

  package var bytes: ContiguousArray<UInt8> { format.layout == .json ? json.bytes : csv.bytes }

  /// The first line of CSV; empty in JSON.
  package var header: String { format.layout == .json ? "" : csv.header }

  package mutating func removeAll() {
    json.removeAll()
    csv.removeAll()
  }

  /// Writes the line of a customer's group, or a row for each of its offers.
  ///
  /// - Returns: The number of lines.
  package mutating func append(
    _ history: borrowing HistoryRecord,
    group: Symbol?,
    _ symbols: borrowing SymbolTable,
    _ results: borrowing BatchResults,
    _ shown: MerchandisingBatch.Shown?,
    _ outlooks: OfferOutlooks?
  ) -> Int {
    switch format.layout {
    case .json: json.append(history, group, symbols, results, shown, outlooks)
    case .csv: csv.append(history, group, symbols, results, shown, outlooks)
    case .long: return csv.appendRows(history, group, symbols, outlooks)
    }
    return 1
  }
}

extension ResultFormat {
  func pseudonym(of history: borrowing HistoryRecord) -> ContiguousArray<UInt8>? {
    guard let pseudonyms else { return nil }
    return pseudonyms.pseudonym(of: history.text[history.customerId.indices])
  }
}

/// A text for each verdict, stored without a hash table.
struct VerdictTexts: Sendable {
  private let eligible: ContiguousArray<UInt8>
  private let ineligible: ContiguousArray<UInt8>
  private let undetermined: ContiguousArray<UInt8>

  init(_ text: (Verdict) -> ContiguousArray<UInt8>) {
    eligible = text(.eligible)
    ineligible = text(.ineligible)
    undetermined = text(.undetermined)
  }

  subscript(verdict: Verdict) -> ContiguousArray<UInt8> {
    switch verdict {
    case .eligible: eligible
    case .ineligible: ineligible
    case .undetermined: undetermined
    }
  }
}
