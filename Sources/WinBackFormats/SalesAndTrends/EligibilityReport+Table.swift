import CEL

extension EligibilityReport {
  private enum Column: String, CaseIterable {
    case appleId = "Subscription Apple ID"
    case name = "Subscription Name"
    case group = "Subscription Group ID"
    case paidMonths = "Paid Subscription Tenure"
    case lapse = "Time Since Last Subscribed"
    case hasRedeemed = "Has Previously Redeemed Win-Back Offer"
    case redemption = "Time Since Last Win-Back Offer"
    case territory = "Territory"
    case customers = "Churned Subscription Count"
  }

  /// The greatest number: there are fewer people, and sums of it do not overflow.
  private static let numberLimit = 1 << 33

  /// Reads a report from App Store Connect: a table with tabs between the columns.
  ///
  /// Columns are found by their names, in any order; other columns are ignored.
  ///
  /// - Parameter bytes: The report, not compressed; several reports can be joined.
  /// - Throws: ``FormatError`` for the first fault.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(table bytes: some Sequence<UInt8>) throws(FormatError) {
    let bytes = ContiguousArray(bytes)
    do throws(RowError) {
      guard let header = try TableHeader.read(bytes.rawBytes, isWhole: true) else {
        throw RowError(.noHeader, at: 0)
      }
      self.init(rows: try Self.rows(of: bytes.rawBytes, header))
    } catch {
      throw FormatError(error, in: bytes.rawBytes)
    }
  }

  /// Returns whether an input, or its start with at least a line, looks like such a report.
  package static func isShown(by bytes: RawSpan) -> Bool {
    let columns = FormatEvidence(of: bytes).columns
    return [Column.paidMonths, .lapse, .customers].allSatisfy { columns.contains($0.rawValue) }
  }

  private static func rows(of bytes: RawSpan, _ header: TableHeader) throws(RowError) -> [Row] {
    var indices: [Column: Int] = [:]
    for column in Column.allCases {
      indices[column] = try header.index(of: column.rawValue, at: 0)
    }
    var scanner = RowScanner(bytes, header.layout, from: header.end)
    var rows: [Row] = []
    while try scanner.next() {
      var fields: [Column: RowField] = [:]
      for (column, index) in indices { fields[column] = scanner.field(index) }
      rows.append(try row(of: fields, in: bytes))
    }
    return rows
  }

  private static func row(
    of fields: [Column: RowField],
    in bytes: RawSpan
  ) throws(RowError) -> Row {
    func text(_ column: Column) -> String { fields[column]?.text(in: bytes) ?? "" }
    func isBlank(_ column: Column) -> Bool { text(column).allSatisfy { $0 == " " } }
    func error(_ column: Column, expected: String) -> RowError {
      RowError(
        column.rawValue,
        expected: expected,
        found: text(column),
        at: fields[column]?.start ?? 0
      )
    }
    func number(_ column: Column) throws(RowError) -> Int {
      guard let number = Int(text(column)), (0...Self.numberLimit).contains(number) else {
        throw error(column, expected: "a whole number")
      }
      return number
    }
    guard isBlank(.hasRedeemed) || ["Yes", "No"].contains(text(.hasRedeemed)) else {
      throw error(.hasRedeemed, expected: "'Yes' or nothing")
    }
    let storefront = Storefront(text(.territory))
    guard storefront != nil || isBlank(.territory) else {
      throw error(.territory, expected: "a storefront such as 'US'")
    }
    return Row(
      subscriptionAppleId: text(.appleId),
      subscriptionName: text(.name),
      subscriptionGroupIdentifier: text(.group),
      paidMonths: try number(.paidMonths),
      monthsSinceLastSubscribed: try number(.lapse),
      hasRedeemedWinBackOffer: text(.hasRedeemed) == "Yes",
      monthsSinceLastWinBackOffer: isBlank(.redemption) ? nil : try number(.redemption),
      storefront: storefront,
      customers: try number(.customers)
    )
  }
}

extension TableHeader {
  /// Returns the index of a column.
  ///
  /// - Throws: ``RowError`` at an offset if there is none; it has the nearest column.
  func index(of column: String, at offset: Int) throws(RowError) -> Int {
    if let index = columns.firstIndex(of: column) { return index }
    let near = nearestName(to: column, among: columns)
    let found = near.map { "'\($0.shownInMessage)' as the nearest" } ?? "none"
    throw RowError(
      .rejected("expected a column '\(column.shownInMessage)', found \(found)"),
      at: offset
    )
  }
}
