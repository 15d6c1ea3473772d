import CEL
import CalendarTime
package import WinBack

/// The customers of files that count together, each of whom can be read again by itself.
///
/// It keeps the bytes of the files, and where each customer is in them: of thousands of customers
/// only the one who is asked for takes time.
package struct CustomerFiles: Sendable {
  package typealias File = (name: String, bytes: ContiguousArray<UInt8>)

  package struct Customer: Sendable {
    package let id: String
    fileprivate let place: Place
  }

  fileprivate enum Place: Sendable {
    case json(file: Int, Range<Int>)
    case rows(table: Int, Range<Int>)
    case documents(ServerReader.Entry)
    /// In documents without a purchase of a subscription, which need not name the customer.
    case nowhere
  }

  fileprivate struct Table: Sendable {
    let file: Int
    let plan: ColumnPlan
    let rows: GroupedRows
  }

  /// The most omissions of documents, and the most customers with an error, that are named.
  private static let messageLimit = 5
  private static let placeLimit = 3

  package private(set) var customers: [Customer] = []
  /// What was left out or is not known, and which of several files could not be read.
  package private(set) var messages: [Diagnostic] = []
  private let files: [File]
  private let attributes: [RuleSet.Attribute]
  private var tables: [Table] = []
  private var documents = JoinedText()
  /// Those of lines and rows; documents have notes of their own.
  private var environments: StoreEnvironments = []

  /// Reads files of one format; documents of the App Store Server API belong together.
  ///
  /// - Throws: The error of the only file; one of several is among the messages.
  package init(_ files: [File], _ attributes: [RuleSet.Attribute]) throws(Diagnostic) {
    self.files = files
    self.attributes = attributes
    var known: (format: HistoryFormat, file: String)?
    for index in files.indices {
      let (name, bytes) = files[index]
      let fault: Diagnostic
      do throws(FormatError) {
        let format = try format(of: bytes, after: known)
        var scanner = JSONScanner(bytes.rawBytes)
        guard scanner.skipWhitespace() else {
          if files.count > 1 {
            messages.append(
              Diagnostic(.warning, "expected customers, found an empty file", file: name)
            )
          }
          continue
        }
        known = known ?? (format, name)
        var mixture: String?
        switch format.reader {
        case .native: mixture = try readLines(of: index)
        case .table: mixture = try readRows(of: index, format)
        case .appStoreServer: documents.append(bytes, of: name)
        }
        guard let mixture else { continue }
        fault = Diagnostic(.error, mixture, file: name)
      } catch {
        fault = Diagnostic(.error, error, file: name)
      }
      guard files.count > 1, known?.format.joinsFiles != true else { throw fault }
      messages.append(fault)
    }
    if known?.format.joinsFiles == true { try readDocuments() }
    noteRepetitions()
    if let warning = environments.testWarning {
      messages.append(Diagnostic(.warning, warning, file: name))
    }
    if customers.isEmpty { noteNobody(known?.format) }
  }

  /// The names of all files.
  private var name: String { files.map { $0.name }.joined(separator: ", ") }

  private func format(
    of bytes: ContiguousArray<UInt8>,
    after known: (format: HistoryFormat, file: String)?
  ) throws(FormatError) -> HistoryFormat {
    let head = bytes.rawBytes.extracting(0..<min(bytes.count, 1 << 16))
    let format = try HistoryFormat(detectingMany: head, orGiven: nil, after: known?.format)
    if let known, known.format != format {
      throw FormatError(
        ofInput: "expected the format '\(known.format.rawValue)' as in '\(known.file)', found "
          + "'\(format.rawValue)'; files of two formats need two runs"
      )
    }
    return format
  }

  // MARK: - Reading all customers

  // A reader returns the message about purchases of several environments; nil if there is none.

  private mutating func readLines(of file: Int) throws(FormatError) -> String? {
    let bytes = files[file].bytes
    let isDocument = JSONScanner.startsDocument(bytes.rawBytes)
    var scanner = isDocument ? JSONScanner(bytes.rawBytes) : JSONScanner(lines: bytes.rawBytes)
    var reader = HistoryReader(attributes: attributes)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    var found: [Customer] = []
    var environments = environments
    do throws(JSONError) {
      while isDocument ? found.isEmpty : scanner.nextLine() {
        symbols.removeAll(beyond: 0)
        let start = scanner.offset
        try reader.read(&scanner, into: &record, &symbols)
        let place = Place.json(file: file, start..<scanner.offset)
        try scanner.finish()
        environments.formUnion(record.environments)
        found.append(Customer(id: record.string(record.customerId), place: place))
      }
    } catch {
      throw scanner.fault(error)
    }
    return add(found, of: environments)
  }

  private mutating func readRows(
    of file: Int,
    _ format: HistoryFormat
  ) throws(FormatError) -> String? {
    let (name, text) = files[file]
    let bytes = text.rawBytes
    guard let open = try OpenTable.open(bytes, try format.mapping(orOwn: nil), isWhole: true) else {
      throw FormatError(ofInput: "expected a table, found nothing")
    }
    let rows = try GroupedRows(bytes, open)
    var found: [Customer] = []
    var environments = environments
    let index = tables.count
    let warnings = try rows.forEachCustomer(open.plan, of: text, attributeCount: attributes.count) {
      reader,
      record,
      _ in
      environments.formUnion(record.environments)
      let place = Place.rows(table: index, reader.rows.range)
      found.append(Customer(id: record.string(record.customerId), place: place))
    }
    if let mixture = add(found, of: environments) { return mixture }
    tables.append(Table(file: file, plan: open.plan, rows: rows))
    messages += warnings.map { Diagnostic(.warning, $0, file: name) }
    return nil
  }

  /// Adds the customers of a file, unless purchases are of several environments then.
  private mutating func add(_ found: [Customer], of environments: StoreEnvironments) -> String? {
    if let mixture = environments.mixture { return mixture }
    self.environments = environments
    customers += found
    return nil
  }

  private mutating func readDocuments() throws(Diagnostic) {
    let documents = documents
    let bytes = documents.bytes.rawBytes
    var reader = ServerReader(HistoryOptions(attributes: attributes))
    var record = HistoryRecord()
    var symbols = SymbolTable()
    do throws(FormatError) {
      for entry in reader.entries(in: bytes) {
        symbols.removeAll(beyond: 0)
        try reader.read(entry, of: bytes, into: &record, &symbols)
        let id = record.string(record.customerId)
        customers.append(Customer(id: id, place: .documents(entry)))
      }
    } catch {
      throw Diagnostic(.error, FormatWarning(error), in: documents)
    }
    if let mixture = reader.notes.mixture {
      throw Diagnostic(.error, FormatWarning(mixture), in: documents)
    }
    for omission in reader.takeOmissions(Self.messageLimit, in: bytes) {
      messages.append(Diagnostic(.warning, FormatWarning(omission), in: documents))
    }
    var notes = ServerNotes()
    notes.addBlock(reader.notes)
    messages += notes.warnings.map { Diagnostic(.warning, $0, file: documents.name) }
  }

  private mutating func noteRepetitions() {
    var seen: Set<String> = []
    var count = 0
    var places: [String] = []
    for customer in customers {
      guard case .json(let file, let range) = customer.place else { return }
      guard !seen.insert(customer.id).inserted else { continue }
      count += 1
      guard places.count < Self.placeLimit else { continue }
      let line = files[file].bytes[..<range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
      places.append(files.count == 1 ? "\(line)" : "\(files[file].name):\(line)")
    }
    guard count > 0 else { return }
    let first = (files.count == 1 ? "first in line " : "first in ") + places.joined(separator: ", ")
    messages.append(Diagnostic(.warning, Self.repetition(of: count, first)))
  }

  /// The warning about customers who are in the input more than once, with the first places.
  package static func repetition(of count: Int, _ places: String) -> String {
    "expected each customer once, found \(count.counted("line")) of customers who were read before"
      + (places.isEmpty ? "" : ", \(places)") + "; each line counts"
  }

  private mutating func noteNobody(_ format: HistoryFormat?) {
    let found =
      switch format?.reader {
      case .table: "a header without rows"
      case .appStoreServer: "documents without purchases of subscriptions"
      case .native, nil: "an empty input"
      }
    messages.append(Diagnostic(.warning, "expected customers, found \(found)"))
    if format?.joinsFiles == true { customers = [Customer(id: "", place: .nowhere)] }
  }

  // MARK: - One customer

  /// Reads a customer for an engine, and asks something about the history.
  package func read<Answer>(
    _ customer: Customer,
    for engine: EligibilityEngine,
    _ ask: (inout HistoryRecord, SymbolTable) throws(HistoryError) -> Answer
  ) throws(Diagnostic) -> Answer {
    var record = HistoryRecord()
    var symbols = engine.index.symbols
    let lasting = symbols.count
    switch customer.place {
    case .json(let file, let range):
      let (name, text) = files[file]
      let bytes = text.rawBytes.extracting(0..<range.upperBound)
      do throws(JSONError) {
        var reader = HistoryReader(
          attributes: attributes,
          keepsPrices: true,
          lastingSymbols: lasting
        )
        var scanner = JSONScanner(bytes, at: range.lowerBound)
        try reader.read(&scanner, into: &record, &symbols)
        do throws(HistoryError) { return try ask(&record, symbols) } catch {
          throw JSONError(.rejected(error.description), at: error.sourceOffset)
        }
      } catch {
        let start = range.lowerBound
        let fault = FormatError(error.description, at: error.offset, in: bytes, ofValueAt: start)
        throw Diagnostic(.error, fault, file: name)
      }
    case .rows(let index, let range):
      let table = tables[index]
      let zone = engine.policies.facts.timeZone
      var reader = CustomerReader(table.plan, timeZone: zone, attributeCount: attributes.count)
      let text = table.rows.bytes
      let rows = text.rawBytes.extracting(range)
      var scanner = RowScanner(rows, table.plan.layout)
      _ = reader.next(&scanner, into: &record, &symbols)
      do throws(HistoryError) { return try ask(&record, symbols) } catch {
        let fault = RowError(.history(error.kind), at: range.lowerBound)
        let file = files[table.file]
        throw Diagnostic(.error, table.rows.error(fault, in: file.bytes), file: file.name)
      }
    case .documents(let entry):
      let bytes = documents.bytes.rawBytes
      var options = HistoryOptions(attributes: attributes)
      options.keepsPrices = true
      var reader = ServerReader(options, lastingSymbols: lasting)
      do throws(FormatError) {
        try reader.read(entry, of: bytes, into: &record, &symbols)
        do throws(HistoryError) { return try ask(&record, symbols) } catch {
          let fault = reader.fault(error, of: entry, in: bytes)
          throw fault ?? FormatError(ofInput: error.description)
        }
      } catch {
        throw Diagnostic(.error, FormatWarning(error), in: documents)
      }
    case .nowhere:
      record.removeAll(attributeCount: attributes.count)
      do throws(HistoryError) { return try ask(&record, symbols) } catch {
        throw Diagnostic(.error, error.description)
      }
    }
  }

  /// Returns what of all customers the catalog of an engine lacks, as warnings, and the errors of
  /// those of several customers who cannot be decided.
  ///
  /// - Complexity: O(*n*) for *n* transactions.
  package func gaps(in engine: EligibilityEngine) -> [Diagnostic] {
    var tally = EvidenceTally()
    var errors: [Diagnostic] = []
    var undecided = 0
    // Products and groups are the same at every instant.
    let counter = EvidenceCounter(engine, asOf: .minimum)
    for customer in customers {
      do throws(Diagnostic) {
        try read(customer, for: engine) { record, symbols throws(HistoryError) in
          try record.mergeDuplicates(at: engine.policies.facts.timeZone)
          counter.count(record, symbols, knowing: TimelineEvidence(), into: &tally)
        }
      } catch {
        undecided += 1
        if errors.count < Self.messageLimit { errors.append(error) }
      }
    }
    let gaps = tally.gaps(in: engine)
    guard undecided > 0, customers.count > 1 else {
      return gaps.map { Diagnostic(.warning, $0, file: name) }
    }
    let count = "\(undecided.grouped) of \(customers.count.grouped) customers"
    return errors
      + (["\(count) cannot be decided; each of the others is"] + gaps).map {
        Diagnostic(.warning, $0, file: name)
      }
  }
}
