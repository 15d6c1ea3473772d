/// A whole input of any format in memory, and the place of each customer in it.
///
/// A table takes memory of twice its size; `winback score` reads tables of any size.
struct WholeInput: Sendable {
  enum Place: Sendable {
    /// On a line, or in the only document.
    case json(Range<Int>)
    /// In the rows of a table, after they were grouped by customer.
    case rows(Range<Int>)
    /// In some of the documents.
    case documents(ServerCustomer)
    /// In documents without a purchase of a subscription, which need not name the customer.
    case nowhere

    var isNowhere: Bool { if case .nowhere = self { true } else { false } }
  }

  let format: HistoryFormat
  let bytes: ContiguousArray<UInt8>
  let options: HistoryOptions
  /// The places, in the order in which the customers appear.
  let places: [Place]
  /// Whether each line is a customer, and not the only document.
  private(set) var isLines = false
  private(set) var table: (rows: GroupedRows, plan: ColumnPlan)?
  private(set) var notes = ServerNotes()

  /// Finds the customers.
  ///
  /// - Throws: ``FormatError`` if rows or documents are broken, so that it is not known whose they
  ///   are. The faults in histories are found when these are read.
  init(
    _ bytes: ContiguousArray<UInt8>,
    as format: HistoryFormat,
    _ options: HistoryOptions
  ) throws(FormatError) {
    self.format = format
    self.bytes = bytes
    self.options = options
    switch format.reader {
    case .native:
      let lines = JSONScanner.lines(in: bytes.rawBytes)
      isLines = !lines.isEmpty
      let document = JSONText(bytes.rawBytes).start..<bytes.count
      places = isLines ? lines.map { .json($0) } : [.json(document)]
    case .table:
      var mapping = try format.mapping(orOwn: options.mapping)
      mapping.environment = options.environment
      guard let table = try OpenTable.open(bytes.rawBytes, mapping, isWhole: true) else {
        throw FormatError(RowError(.noHeader, at: 0), in: bytes.rawBytes)
      }
      let rows = try GroupedRows(bytes.rawBytes, table)
      places = rows.customers.map { .rows($0) }
      self.table = (rows, table.plan)
    case .appStoreServer:
      let customers = try ServerReader.customers(in: bytes.rawBytes, options, &notes)
      places = customers.isEmpty ? [.nowhere] : customers.map { .documents($0) }
    }
  }

  /// Finds the customers of an input in a format that is given, or detected; with a mapping it is a
  /// table.
  init(
    _ bytes: ContiguousArray<UInt8>,
    orGiven format: HistoryFormat?,
    _ options: HistoryOptions
  ) throws(FormatError) {
    let given = format ?? (options.mapping == nil ? nil : .table)
    let format = try HistoryFormat(detectingMany: bytes.rawBytes, orGiven: given)
    try self.init(bytes, as: format, options)
  }

  /// Reads all customers, whose purchases must be of one environment.
  ///
  /// - Parameters:
  ///   - engine: The engine whose symbols and time zone the histories have; nil for none and UTC.
  ///   - take: Receives the reader, which has read the customer at a place.
  /// - Returns: What was left out or is not known.
  /// - Throws: ``FormatError`` for the first fault.
  func read(
    for engine: EligibilityEngine? = nil,
    _ take: (inout PlaceReader, Place) throws(FormatError) -> Void
  ) throws(FormatError) -> [FormatWarning] {
    var reader = PlaceReader(of: self, for: engine)
    for place in places where try reader.read(place) {
      if let mixture = reader.environments.mixture { throw error(mixture, inPurchasesAt: place) }
      try take(&reader, place)
    }
    let hasNothing = places.first?.isNowhere == true && notes.haveNoSubscription
    return reader.warnings()
      + (hasNothing ? [FormatWarning("the input contains no subscription")] : [])
  }
}

// MARK: - Faults

extension WholeInput {
  /// Returns an error about a history as one at its location in the input.
  func error(_ error: HistoryError, at place: Place) -> FormatError {
    let fault = JSONError(error.description, at: error.sourceOffset)
    return switch place {
    case .json(let range): self.error(fault, in: range)
    case .rows(let range): self.error(RowError(error.kind, at: range.lowerBound))
    case .documents(let customer): customer.fault(fault).error(in: bytes.rawBytes)
    case .nowhere: FormatError(ofInput: error.description)
    }
  }

  /// Returns an error in a history that is JSON.
  func error(_ error: JSONError, in range: Range<Int>) -> FormatError {
    FormatError(
      error.description,
      at: error.offset,
      in: bytes.rawBytes.extracting(..<range.upperBound),
      ofValueAt: range.lowerBound
    )
  }

  /// Returns an error in the grouped rows as one in the table.
  func error(_ error: RowError) -> FormatError {
    let offset = table?.rows.originalOffset(of: error.offset) ?? error.offset
    return FormatError(RowError(error.kind, at: offset), in: bytes.rawBytes)
  }

  private func error(_ mixture: String, inPurchasesAt place: Place) -> FormatError {
    guard case .json(let range) = place else { return FormatError(ofInput: mixture) }
    return error(JSONError(mixture, at: range.lowerBound), in: range)
  }
}
