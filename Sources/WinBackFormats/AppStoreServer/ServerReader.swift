/// Reads customers of the App Store Server API if the documents of each are close together.
///
/// Documents belong to one customer if they share a key: a chain, an account or a token. Documents
/// of other customers can be between them in the bytes that are read at once.
package struct ServerReader: Sendable {
  /// A customer's documents, or a fault if they cannot be read.
  package struct Entry: Sendable {
    package let range: Range<Int>
    /// Why they cannot be read; nil if they can.
    package fileprivate(set) var fault: FormatError?
    fileprivate var customer: ServerCustomer?
  }

  /// How many documents around a cut are searched for others of the same customer.
  private static let reach = 4

  private let options: HistoryOptions
  private var documentReader = ServerDocumentReader()

  /// The customers of the last bytes and their chains, to find a customer who appears again.
  package private(set) var starts: ContiguousArray<CustomerStart> = []

  package private(set) var notes = ServerNotes()

  /// Counts the lines before the last fault of these bytes.
  private var lines = LineCounter()

  package init(_ options: HistoryOptions) { self.options = options }

  /// Finds the customers of some bytes, in which all documents of each customer are.
  package mutating func entries(in bytes: RawSpan) -> [Entry] {
    starts.removeAll(keepingCapacity: true)
    notes = ServerNotes()
    lines = LineCounter()
    var entries: [Entry] = []
    for records in clusters(in: bytes) {
      do throws(ServerFault) {
        if let fault = records.fault { throw fault }
        for customer in try ServerHistories.customers(of: records, options, &notes) {
          let start = customer.start
          for name in ["customer " + customer.id] + customer.chains.map({ "chain " + $0 }) {
            starts.append(CustomerStart(of: ContiguousArray(name.utf8).rawBytes, at: start))
          }
          entries.append(Entry(range: records.range, customer: customer))
        }
      } catch {
        entries.append(Entry(range: records.range, fault: error.error(in: bytes, &lines)))
      }
    }
    return entries
  }

  /// Returns the records of each customer; customers who share a document are together.
  private mutating func clusters(in bytes: RawSpan) -> [ServerRecords] {
    var clusters: [ServerRecords] = []
    var ties = DocumentTies()
    // Whether the last cluster is the document directly before this one.
    var isNext = false
    var documents = ServerDocuments(in: bytes, isWhole: true)
    while let document = documents.next() {
      var records = documentReader.read(document, of: bytes)
      let last = clusters.count - 1
      if isNext, records.fault != nil, clusters[last].fault != nil {
        clusters[last].append(records)
        continue
      }
      guard ties.add(&records) != nil else {
        isNext = false
        continue
      }
      // A broken document can belong to the customer directly before or after it.
      if isNext, (clusters[last].fault ?? records.fault) != nil { ties.unite(last, last + 1) }
      clusters.append(records)
      isNext = true
    }
    var firsts: [Int] = []
    for index in clusters.indices {
      let first = ties.first(with: index)
      if first == index { firsts.append(index) } else { clusters[first].append(clusters[index]) }
    }
    return firsts.map { clusters[$0] }
  }

  /// Returns the last offset at which documents can be cut without splitting a customer; 0 if none.
  ///
  /// - Parameter bytes: Documents that start with the first of a customer; more bytes can follow.
  /// - Returns: The offset of the first document after the cut.
  package mutating func lastStart(in bytes: RawSpan) -> Int {
    var starts: ContiguousArray<Int> = []
    var documents = ServerDocuments(in: bytes, isWhole: false)
    while let document = documents.next() { starts.append(document.range.lowerBound) }
    var cut = starts.count - Self.reach
    while cut > 0 {
      let window = max(0, cut - Self.reach)..<cut + Self.reach
      let torn = firstTorn(at: cut - window.lowerBound, in: bytes, from: starts[window.lowerBound])
      guard let torn else { return starts[cut] }
      cut = window.lowerBound + torn
    }
    return 0
  }

  /// Finds the customers who can have documents on both sides of a cut.
  ///
  /// - Parameters:
  ///   - cut: The number of documents before the cut.
  ///   - bytes: The bytes of the documents.
  ///   - start: The offset of the first document.
  /// - Returns: The number of the first document of such customers; nil if there are none.
  private mutating func firstTorn(at cut: Int, in bytes: RawSpan, from start: Int) -> Int? {
    var ties = DocumentTies(ofAll: true)
    var documents = ServerDocuments(in: bytes, from: start, isWhole: false)
    var wasBroken = false
    var count = 0
    while count < cut + Self.reach, let document = documents.next() {
      var records = documentReader.read(document, of: bytes)
      ties.add(&records)
      // A broken document can belong to the customer directly before or after it.
      let isBroken = records.fault != nil
      if count > 0, isBroken != wasBroken { ties.unite(count - 1, count) }
      wasBroken = isBroken
      count += 1
    }
    let first = (cut..<max(cut, count)).map { ties.first(with: $0) }.min() ?? cut
    return first < cut ? first : nil
  }

  /// Removes and returns the first omissions, with their locations.
  package mutating func takeOmissions(_ count: Int, in bytes: RawSpan) -> [FormatError] {
    let first = notes.omissions.prefix(count).map { $0.error(in: bytes) }
    notes.omissions.removeFirst(first.count)
    return first
  }

  // MARK: - Histories

  package mutating func read(
    _ entry: Entry,
    of bytes: RawSpan,
    by reader: inout HistoryReader,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) throws(FormatError) {
    if let fault = entry.fault { throw fault }
    guard let customer = entry.customer else { return }
    do throws(JSONError) {
      try reader.read(customer, of: customer.text.rawBytes, into: &record, &symbols)
    } catch {
      throw customer.fault(error).error(in: bytes, &lines)
    }
  }

  /// Returns all values of a history that was read, each transaction once (P1).
  package func values(of entry: Entry) -> CustomerHistory? {
    try? entry.customer?.values()
  }

  /// Converts an error about a history that was read to one at the location of its document.
  package mutating func fault(
    _ error: HistoryError,
    of entry: Entry,
    in bytes: RawSpan
  ) -> FormatError? {
    let error = JSONError(error.description, at: error.sourceOffset)
    return entry.customer?.fault(error).error(in: bytes, &lines)
  }

  // MARK: - Whole inputs

  /// Finds the customers of an input whose documents are in any order, and adds notes about them.
  static func customers(
    in bytes: RawSpan,
    _ options: HistoryOptions,
    _ notes: inout ServerNotes
  ) throws(FormatError) -> [ServerCustomer] {
    var reader = ServerDocumentReader()
    var records = ServerRecords(range: 0..<0)
    var documents = ServerDocuments(in: bytes, isWhole: true)
    var ties = DocumentTies()
    do throws(ServerFault) {
      while let document = documents.next() {
        var next = reader.read(document, of: bytes)
        if let fault = next.fault { throw fault }
        ties.add(&next)
        records.append(next)
      }
      return try ServerHistories.customers(of: records, options, &notes)
    } catch {
      throw error.error(in: bytes)
    }
  }
}
