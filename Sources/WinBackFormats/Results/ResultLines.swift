package import WinBack

/// Writes lines of results.
package struct ResultLines: Sendable {
  private let format: ResultFormat
  private var json: JSONResultLines
  private var csv: CSVResultLines

  /// Creates the lines, with the texts of offers, rules and groups made ready.
  ///
  /// - Parameters:
  ///   - engine: The engine whose results are written.
  ///   - merchandiser: What decides what customers are shown; nil if results do not have it.
  ///   - format: How the lines look.
  package init(_ engine: EligibilityEngine, _ merchandiser: Merchandiser?, _ format: ResultFormat) {
    self.format = format
    json = JSONResultLines(engine, merchandiser, format)
    csv = CSVResultLines(engine, merchandiser, format)
  }

  /// The lines so far.
  package var bytes: ContiguousArray<UInt8> {
    format.layout == .json ? json.bytes : csv.bytes
  }

  /// The first line of CSV; nothing in JSON.
  package var header: String { format.layout == .json ? "" : csv.header }

  /// Empties the buffer and keeps its memory.
  package mutating func removeAll() {
    json.removeAll()
    csv.removeAll()
  }

  /// Writes the line of a customer's group, or a row for each of its offers.
  ///
  /// - Parameters:
  ///   - history: The history.
  ///   - group: The group; nil if the customer has none.
  ///   - symbols: The symbols of the history.
  ///   - results: The offers that the customer is eligible for, and those that cannot be decided.
  ///   - shown: What the customer is shown, where the format asks for it.
  ///   - outlooks: What is known of all offers, where the format asks for it.
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
  /// Returns what stands for a customer; nil if nothing does.
  func pseudonym(of history: borrowing HistoryRecord) -> ContiguousArray<UInt8>? {
    guard let pseudonyms else { return nil }
    return pseudonyms.pseudonym(of: history.text[history.customerId.indices])
  }
}

/// A text for each verdict, found without hashing.
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
