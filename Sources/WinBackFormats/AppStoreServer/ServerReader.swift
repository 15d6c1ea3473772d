import CalendarTime
package import WinBack

/// Reads customers of the App Store Server API whose documents stand together.
///
/// Documents are of one customer where they share a key: a chain, an account or a token. Others' documents
/// may stand between them in what is read at once.
package struct ServerReader: Sendable {
  /// A customer from documents, or why they cannot be read.
  package struct Entry: Sendable {
    /// Where the documents stand.
    package let range: Range<Int>
    /// Why they cannot be read; nil if they can.
    package fileprivate(set) var fault: FormatError?
    fileprivate var customer: ServerCustomer?
    fileprivate let records: ServerRecords
  }

  /// Documents that belong together.
  private struct Cluster {
    var range: Range<Int>
    var records = ServerRecords()
    var fault: ServerFault?

    /// Adds the documents of another one, which come next.
    mutating func append(_ other: Cluster) {
      range = range.lowerBound..<other.range.upperBound
      records.append(other.records)
      fault = fault ?? other.fault
    }
  }

  /// How many documents back others of the same customer are looked for where bytes are cut.
  private static let reach = 4

  private let options: HistoryOptions
  private var documentReader = ServerDocumentReader()
  private var historyReader: HistoryReader

  /// The customers of the last bytes and their chains, to know whether one comes again.
  package private(set) var starts: ContiguousArray<CustomerStart> = []

  /// What there is to say about the customers of the last bytes.
  package private(set) var notes = ServerNotes()

  /// The lines before the last fault of these bytes.
  private var lines = LineCounter()

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - options: Which environment is meant, and what tells customers apart.
  ///   - lastingSymbols: How many of the first symbols stay in the table that histories are read with.
  package init(_ options: HistoryOptions, lastingSymbols: Int = 0) {
    self.options = options
    historyReader = HistoryReader(
      attributes: options.attributes,
      lastingSymbols: lastingSymbols
    )
  }

  /// Finds the customers of some bytes.
  ///
  /// - Parameter bytes: Documents, all of which are there of a customer.
  /// - Returns: The customers in the order in which they appear, and what cannot be read.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func entries(in bytes: RawSpan) -> [Entry] {
    starts.removeAll(keepingCapacity: true)
    notes = ServerNotes()
    lines = LineCounter()
    var entries: [Entry] = []
    for cluster in clusters(in: bytes) {
      do throws(ServerFault) {
        if let fault = cluster.fault { throw fault }
        for customer in try ServerHistories.customers(of: cluster.records, options, &notes) {
          let start = customer.start(in: cluster.records)
          for name in ["customer " + customer.id] + customer.chains.map({ "chain " + $0 }) {
            starts.append(CustomerStart(of: ContiguousArray(name.utf8).rawBytes, at: start))
          }
          entries.append(Entry(range: cluster.range, customer: customer, records: cluster.records))
        }
      } catch {
        entries.append(
          Entry(
            range: cluster.range,
            fault: error.error(in: bytes, &lines),
            records: cluster.records
          )
        )
      }
    }
    return entries
  }

  /// Returns the documents, those that share keys together.
  private mutating func clusters(in bytes: RawSpan) -> [Cluster] {
    var clusters: [Cluster] = []
    var ties = DocumentTies()
    // Whether the last cluster is the document right before.
    var isNext = false
    var documents = ServerDocuments(in: bytes, isWhole: true)
    while let document = documents.next() {
      var cluster = Cluster(range: document.range)
      do throws(ServerFault) {
        cluster.records = try documentReader.read(document, of: bytes)
        guard !cluster.records.payloads.isEmpty else {
          isNext = false
          continue
        }
      } catch {
        cluster.fault = error
      }
      let last = clusters.count - 1
      if isNext, cluster.fault != nil, clusters[last].fault != nil {
        clusters[last].range = clusters[last].range.lowerBound..<cluster.range.upperBound
        continue
      }
      ties.add(cluster.records)
      // A broken document could be of those right before and behind it.
      if isNext, (clusters[last].fault ?? cluster.fault) != nil { ties.unite(last, last + 1) }
      clusters.append(cluster)
      isNext = true
    }
    var firsts: [Int] = []
    for index in clusters.indices {
      let first = ties.first(with: index)
      if first == index { firsts.append(index) } else { clusters[first].append(clusters[index]) }
    }
    return firsts.map { clusters[$0] }
  }

  /// What ties a document to others.
  private enum Ties {
    case keys(Set<String>)
    /// A broken document could be of those right before and behind it.
    case anybody

    init(_ records: ServerRecords) { self = .keys(Set(records.payloads.flatMap { $0.ties })) }

    /// Returns whether another document so far away is of the same customer, or may be.
    func tie(_ other: Ties, _ distance: Int) -> Bool {
      switch (self, other) {
      case (.keys(let own), .keys(let others)): !own.isDisjoint(with: others)
      case (.anybody, .anybody): false
      default: distance == 1
      }
    }
  }

  /// Returns where documents can be cut so that no customer's are torn; 0 if they cannot.
  ///
  /// - Parameter bytes: Documents, from the first one of a customer on, behind which more may come.
  /// - Returns: The offset of the first document behind the cut.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func lastStart(in bytes: RawSpan) -> Int {
    var starts: ContiguousArray<Int> = []
    var documents = ServerDocuments(in: bytes, isWhole: false)
    while let document = documents.next() { starts.append(document.range.lowerBound) }
    var known: [Int: Ties] = [:]
    var cut = starts.count - Self.reach
    while cut > 0 {
      // The documents that may be of one customer, on both sides of the cut.
      let window = max(0, cut - Self.reach)..<cut + Self.reach
      for index in window where known[index] == nil {
        var documents = ServerDocuments(in: bytes, from: starts[index], isWhole: false)
        let records = documents.next().flatMap { try? documentReader.read($0, of: bytes) }
        known[index] = records.map(Ties.init) ?? .anybody
      }
      let isTorn = (cut..<window.upperBound).contains { later in
        (max(window.lowerBound, later - Self.reach)..<cut).contains { earlier in
          guard let one = known[earlier], let other = known[later] else { return true }
          return one.tie(other, later - earlier)
        }
      }
      guard isTorn else { return starts[cut] }
      cut -= 1
    }
    return 0
  }

  /// Takes out the first faults of which there is only to say that something is left out.
  package mutating func takeOmissions(_ count: Int, in bytes: RawSpan) -> [FormatError] {
    let first = notes.omissions.prefix(count).map { $0.error(in: bytes) }
    notes.omissions.removeFirst(first.count)
    return first
  }

  // MARK: - Histories

  /// Reads the history of a customer.
  ///
  /// - Parameters:
  ///   - entry: The customer.
  ///   - bytes: The bytes in which the customer was found.
  ///   - record: Gets the history.
  ///   - symbols: The symbols that those of the history come after.
  /// - Throws: ``FormatError`` for the first fault.
  package mutating func read(
    _ entry: Entry,
    of bytes: RawSpan,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) throws(FormatError) {
    if let fault = entry.fault { throw fault }
    guard let customer = entry.customer else { return }
    var scanner = JSONScanner(customer.text.rawBytes)
    do throws(JSONError) {
      try historyReader.read(&scanner, into: &record, &symbols)
    } catch {
      throw customer.fault(error, in: entry.records).error(in: bytes, &lines)
    }
  }

  /// Returns all values of a history that has been read, each transaction once (P1).
  package func values(of entry: Entry) -> CustomerHistory? {
    guard let customer = entry.customer else { return nil }
    var scanner = JSONScanner(customer.text.rawBytes)
    var values = HistoryValues(attributes: options.attributes)
    guard var history = try? values.read(&scanner) else { return nil }
    var seen: Set<Transaction> = []
    history.transactions.removeAll { $0.transactionId != nil && !seen.insert($0).inserted }
    return history
  }

  /// Returns an error of a history that has been read as one of its documents.
  package mutating func fault(
    _ error: HistoryError,
    of entry: Entry,
    in bytes: RawSpan
  ) -> FormatError? {
    entry.customer?.fault(
      JSONError(.rejected(error.description), at: error.sourceOffset),
      in: entry.records
    ).error(in: bytes, &lines)
  }

  // MARK: - Whole inputs

  /// Reads the customers of an input whose documents come in any order.
  static func read(
    _ bytes: ContiguousArray<UInt8>,
    _ options: HistoryOptions
  ) throws(FormatError) -> HistoryInput {
    let span = bytes.rawBytes
    var reader = ServerReader(options)
    var records = ServerRecords()
    var notes = ServerNotes()
    var histories: [CustomerHistory] = []
    var record = HistoryRecord()
    var symbols = SymbolTable()
    let customers: [ServerCustomer]
    do throws(ServerFault) {
      var documents = ServerDocuments(in: span, isWhole: true)
      while let document = documents.next() {
        records.append(try reader.documentReader.read(document, of: span))
      }
      customers = try ServerHistories.customers(of: records, options, &notes)
    } catch {
      throw error.error(in: span)
    }
    for customer in customers {
      let entry = Entry(range: 0..<0, customer: customer, records: records)
      symbols.removeAll(beyond: 0)
      try reader.read(entry, of: span, into: &record, &symbols)
      do throws(HistoryError) {
        try record.mergeDuplicates(at: .utc)
      } catch {
        // Whether dates make sense is for those to say who decide.
        if case .conflictingDuplicates = error.kind,
          let fault = reader.fault(error, of: entry, in: span)
        {
          throw fault
        }
      }
      if let history = reader.values(of: entry) { histories.append(history) }
    }
    var warnings = notes.warnings { $0.error(in: span) }
    if records.payloads.isEmpty {
      warnings.append(FormatWarning("the input contains no subscription"))
    }
    return HistoryInput(format: .appStoreServer, histories: histories, warnings: warnings)
  }
}
