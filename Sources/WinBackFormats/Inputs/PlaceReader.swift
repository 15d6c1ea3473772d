/// Reads the customers at places of a whole input, in storage that is used again.
struct PlaceReader {
  /// The history of the customer who was read last.
  var record = HistoryRecord()
  private(set) var symbols: SymbolTable
  /// Those of lines and rows that were read; documents have notes of their own.
  private(set) var environments: StoreEnvironments = []

  private let input: WholeInput
  private let timeZone: UTCOffset
  private let lastingSymbols: Int
  private var historyReader: HistoryReader
  private var customerReader: CustomerReader?
  /// How many rows each filter of the mapping has skipped.
  private var skipped: [Int]
  private var omissions = FormatWarnings()

  /// Creates a reader of histories with the symbols and the time zone of an engine; nil for none
  /// and UTC.
  init(of input: WholeInput, for engine: EligibilityEngine?) {
    self.input = input
    let (options, plan) = (input.options, input.table?.plan)
    let zone = engine?.policies.facts.timeZone ?? .utc
    symbols = engine?.index.symbols ?? SymbolTable()
    timeZone = zone
    lastingSymbols = symbols.count
    historyReader = HistoryReader(
      attributes: options.attributes,
      environment: options.environment,
      keepsPrices: true,
      lastingSymbols: lastingSymbols
    )
    customerReader = plan.map {
      CustomerReader($0, timeZone: zone, attributeCount: options.attributes.count)
    }
    skipped = Array(repeating: 0, count: plan?.skippedRows.count ?? 0)
  }

  /// Reads the customer at a place.
  ///
  /// - Returns: Whether somebody is there: rows can be skipped.
  mutating func read(_ place: WholeInput.Place) throws(FormatError) -> Bool {
    symbols.removeAll(beyond: lastingSymbols)
    let bytes = input.bytes
    switch place {
    case .json(let range):
      let text = JSONText(bytes.rawBytes.extracting(..<range.upperBound), isLines: input.isLines)
      var scanner = JSONScanner(text, at: range.lowerBound)
      do throws(JSONError) {
        try historyReader.read(&scanner, into: &record, &symbols)
        try scanner.finish()
      } catch {
        throw input.error(error, in: range)
      }
      environments.formUnion(record.environments)
    case .rows(let range): return try readRows(in: range)
    case .documents(let customer):
      do throws(JSONError) {
        try historyReader.read(customer, of: customer.text.rawBytes, into: &record, &symbols)
      } catch {
        throw customer.fault(error).error(in: bytes.rawBytes)
      }
    case .nowhere: record.removeAll(attributeCount: input.options.attributes.count)
    }
    return true
  }

  private mutating func readRows(in range: Range<Int>) throws(FormatError) -> Bool {
    guard let (rows, plan) = input.table else { return false }
    var scanner = RowScanner(rows.bytes.rawBytes.extracting(range), plan.layout)
    customerReader?.restart()
    _ = customerReader?.next(&scanner, into: &record, &symbols)
    guard let read = customerReader?.rows else { return false }
    if let error = read.error {
      throw input.error(RowError(error.kind, at: range.lowerBound + error.offset))
    }
    for index in skipped.indices { skipped[index] += read.skipped[index] }
    environments.formUnion(record.environments)
    return !record.transactions.isEmpty
  }

  /// Returns all values of the history that was read at a place; nil if nobody is there.
  mutating func values(at place: WholeInput.Place) -> CustomerHistory? {
    switch place {
    case .json(let range):
      let bytes = input.bytes
      var scanner = JSONScanner(bytes.rawBytes)
      let (history, omitted) = historyReader.values(&scanner, at: range.lowerBound)
      for omission in omitted {
        omissions.append(omission.description) { input.error(omission, in: range) }
      }
      return history
    case .rows: return record.values(symbols, at: timeZone)
    case .documents(let customer): return try? customer.values()
    case .nowhere: return nil
    }
  }

  /// Returns what was left out of the customers that were read, or is not known; only the first
  /// omissions of documents have warnings of their own.
  func warnings(naming omissionLimit: Int = .max) -> [FormatWarning] {
    let plan = input.table?.plan
    return omissions.all + (plan?.warnings ?? [])
      + zip(plan?.skippedRows ?? [], skipped).filter { $1 > 0 }.map { others, count in
        FormatWarning("\(count.counted("row")) \(others) skipped")
      }
      + input.notes.warnings(naming: omissionLimit) { $0.error(in: input.bytes.rawBytes) }
  }
}
