import CEL
import WinBack

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
      guard let index = header.columns.firstIndex(of: column.rawValue) else {
        throw RowError(
          .missingColumn(
            column.rawValue,
            nearest: nearestName(to: column.rawValue, among: header.columns)
          ),
          at: 0
        )
      }
      indices[column] = index
    }
    var scanner = RowScanner(bytes, header.layout, from: header.end)
    var rows: [Row] = []
    while try scanner.next() {
      var values: [Column: Value] = [:]
      for (column, index) in indices {
        let field = scanner.field(index)
        values[column] = Value(text: field.text(in: bytes), offset: field.start)
      }
      rows.append(try row(of: values))
    }
    return rows
  }

  private struct Value {
    let text: String
    let offset: Int

    var isBlank: Bool { text.allSatisfy { $0 == " " } }
  }

  private static func row(of values: [Column: Value]) throws(RowError) -> Row {
    func value(_ column: Column) -> Value { values[column] ?? Value(text: "", offset: 0) }
    func error(_ column: Column, expected: String) -> RowError {
      RowError(
        .value(column: column.rawValue, expected: expected, found: value(column).text),
        at: value(column).offset
      )
    }
    func number(_ column: Column) throws(RowError) -> Int {
      guard let number = Int(value(column).text), (0...Self.numberLimit).contains(number) else {
        throw error(column, expected: "a whole number")
      }
      return number
    }
    let hasRedeemed = value(.hasRedeemed)
    guard hasRedeemed.isBlank || ["Yes", "No"].contains(hasRedeemed.text) else {
      throw error(.hasRedeemed, expected: "'Yes' or nothing")
    }
    let storefront = Storefront(value(.territory).text)
    guard storefront != nil || value(.territory).isBlank else {
      throw error(.territory, expected: "a storefront such as 'US'")
    }
    return Row(
      subscriptionAppleId: value(.appleId).text,
      subscriptionName: value(.name).text,
      subscriptionGroupIdentifier: value(.group).text,
      paidMonths: try number(.paidMonths),
      monthsSinceLastSubscribed: try number(.lapse),
      hasRedeemedWinBackOffer: hasRedeemed.text == "Yes",
      monthsSinceLastWinBackOffer: value(.redemption).isBlank ? nil : try number(.redemption),
      storefront: storefront,
      customers: try number(.customers)
    )
  }
}
