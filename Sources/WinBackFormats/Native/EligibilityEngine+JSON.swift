public import CalendarTime
public import WinBack

extension EligibilityEngine {
  /// Decides all offers for the customers of a native document: one history, or JSON Lines of many.
  ///
  /// - Parameters:
  ///   - bytes: A JSON document of the schema `history`, or one on each line.
  ///   - now: The instant at which eligibility is decided.
  /// - Returns: The decisions, customer by customer, in the order of the input.
  /// - Throws: ``FormatError`` for the first fault.
  public func decisions(
    json bytes: some Sequence<UInt8>,
    asOf now: Instant
  ) throws(FormatError) -> [CustomerDecisions] {
    try decisions(json: ContiguousArray(bytes), of: nil, asOf: now, showing: nil)
  }

  func decisions(
    json bytes: ContiguousArray<UInt8>,
    of environment: String?,
    asOf now: Instant,
    showing merchandiser: Merchandiser?
  ) throws(FormatError) -> [CustomerDecisions] {
    var decisions: [CustomerDecisions] = []
    let attributes = rules.ruleSet.attributes
    try HistoryRecord.forEach(json: bytes, attributes, environment, after: index.symbols) {
      record,
      symbols,
      _,
      _ throws(HistoryError) in
      decisions.append(try self.decisions(for: record, symbols, asOf: now, showing: merchandiser))
    }
    return decisions
  }
}

extension HistoryRecord {
  /// Reads the customers of a native document: one history, or JSON Lines of many.
  ///
  /// - Parameters:
  ///   - bytes: A JSON document of the schema `history`, or one on each line.
  ///   - attributes: The attributes of customers that are read.
  ///   - environment: The environment that is read; nil if there is only one.
  ///   - lastingSymbols: The symbols that all histories share.
  ///   - body: Receives each history and its symbols, in the order of the input, the scanner behind it,
  ///     and the offset at which it starts.
  /// - Throws: ``FormatError`` for the first fault, in the bytes or found by the body.
  static func forEach(
    json bytes: ContiguousArray<UInt8>,
    _ attributes: [RuleSet.Attribute],
    _ environment: String?,
    after lastingSymbols: SymbolTable = SymbolTable(),
    _ body: (
      HistoryRecord, SymbolTable, inout JSONScanner, _ start: Int
    ) throws(HistoryError) -> Void
  ) throws(FormatError) {
    var reader = HistoryReader(
      attributes: attributes,
      environment: environment,
      keepsPrices: true,
      lastingSymbols: lastingSymbols.count
    )
    var environments: StoreEnvironments = []
    var index = JSONIndex()
    var scanner = JSONScanner(index.input(bytes.rawBytes))
    var record = HistoryRecord()
    var symbols = lastingSymbols
    var isFirst = true
    do throws(JSONError) {
      while scanner.text.isLines ? scanner.nextLine() : isFirst {
        isFirst = false
        symbols.removeAll(beyond: lastingSymbols.count)
        let start = scanner.offset
        try reader.read(&scanner, into: &record, &symbols)
        try scanner.finish()
        environments.formUnion(record.environments)
        if let mixture = environments.mixture { throw JSONError(.rejected(mixture), at: start) }
        do throws(HistoryError) {
          try body(record, symbols, &scanner, start)
        } catch {
          throw JSONError(.rejected(error.description), at: error.sourceOffset)
        }
      }
    } catch {
      throw scanner.fault(error)
    }
  }
}

extension JSONScanner {
  /// Returns whether bytes are JSON Lines: the first value ends on its line, and more follows.
  ///
  /// If the first line is broken, the next two decide: no document has two complete values on
  /// separate lines without a comma between them.
  static func holdsLines(_ bytes: RawSpan) -> Bool {
    var scanner = JSONScanner(lines: bytes)
    if scanner.nextLineIsValue() { return scanner.nextLine() }
    return scanner.nextLineIsValue() && scanner.nextLineIsValue()
  }

  /// Returns whether an input starts with a document of several lines, such as formatted JSON.
  ///
  /// A broken first line is such a document, unless the next line is a complete value.
  package static func startsDocument(_ head: RawSpan) -> Bool {
    var lines = JSONScanner(lines: head)
    if lines.nextLineIsValue() { return false }
    var document = JSONScanner(head)
    guard document.skipWhitespace() else { return false }
    let start = document.offset
    do throws(JSONError) {
      return head.startOfLine(before: try document.skipValue().upperBound) > start
    } catch {
      return head.startOfLine(before: error.offset) > start && !lines.nextLineIsValue()
    }
  }

  /// Moves to the next line, and returns whether it is a complete value.
  mutating func nextLineIsValue() -> Bool {
    nextLine() && (try? skipValue()) != nil && (try? finish()) != nil
  }
}
