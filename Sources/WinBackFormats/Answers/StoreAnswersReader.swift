/// Reads the App Store's answers from JSON Lines or a table, piece by piece.
///
/// The columns, or the keys of each line, are `customerId`, `eligibleWinBackOfferIds`, `signedDate`
/// and `subscriptionGroupIdentifier`. The last two are optional. Other columns are ignored.
package struct StoreAnswersReader: Sendable {
  private static let names = [
    "customerId", "eligibleWinBackOfferIds", "signedDate", "subscriptionGroupIdentifier",
  ]

  private var answers = StoreAnswers()
  private var layout: TableLayout?
  /// The index of each name's column; nil if there is no such column.
  private var columns: [Int?] = []
  /// The number of lines before the next piece.
  private var lines = 0

  package init() {}

  /// Reads the rows of the next piece.
  ///
  /// - Parameters:
  ///   - bytes: The piece, which starts with the first byte that was not read of the last piece.
  ///   - isWhole: Whether the input ends with the piece.
  /// - Returns: How many bytes were read; the rest belongs to the next piece.
  /// - Throws: ``FormatError`` at the first fault.
  package mutating func read(_ bytes: RawSpan, isWhole: Bool) throws(FormatError) -> Int {
    var start = 0
    let kind = "the store's answers as JSON Lines or as a table of text"
    if layout == nil, let stranger = FormatEvidence.stranger(in: bytes, expected: kind) {
      throw stranger
    }
    do throws(RowError) {
      if layout == nil {
        guard let end = try open(bytes, isWhole: isWhole) else { return 0 }
        start = end
      }
      guard let layout else { return 0 }
      var scanner = RowScanner(bytes, layout, from: start, isWhole: isWhole)
      while try scanner.next() { try append(scanner) }
      lines += bytes.extracting(..<start).lineFeedCount + scanner.lineFeeds
      return scanner.offset
    } catch {
      throw FormatError(error, in: bytes, linesBefore: lines)
    }
  }

  package consuming func finish() -> StoreAnswers {
    answers.sort()
    return answers
  }

  /// Determines the format of the rows.
  ///
  /// - Returns: The offset of the first row; nil if more bytes are needed to decide.
  private mutating func open(_ bytes: RawSpan, isWhole: Bool) throws(RowError) -> Int? {
    guard let header = try TableHeader.read(bytes, isWhole: isWhole, orKeys: Self.names)
    else { return nil }
    let text = JSONText(bytes)
    let first = text.endOfWhitespace(from: text.start)
    for name in Self.names.prefix(2) { _ = try header.index(of: name, at: first) }
    columns = Self.names.map(header.columns.firstIndex(of:))
    var layout = header.layout
    layout.shape = RowShape(
      columns: header.columns.map { .init(isRead: Self.names.contains($0)) }
    )
    self.layout = layout
    return header.end
  }

  private mutating func append(_ row: borrowing RowScanner) throws(RowError) {
    let start = row.rowStart
    guard !answers.isFull else {
      let expected = "at most \(StoreAnswers.limit) answers"
      throw RowError(Self.names[0], expected: expected, found: "more", at: start)
    }
    var values: [RowField?] = []
    for column in columns {
      let field = column.map { row.field($0) }
      values.append(field.flatMap { $0.isBlank(in: row.text) ? nil : $0 })
    }
    guard let customer = values[0] else { throw RowError(blank: Self.names[0], at: start) }
    // In JSON a missing list is an error; in a table a blank field means no offers.
    if layout?.delimiter == 0, values[1] == nil {
      throw RowError(blank: Self.names[1], at: start)
    }
    var id: ContiguousArray<UInt8> = []
    customer.append(to: &id, from: row.text.bytes)
    answers.append(
      id,
      try values[1].map { field throws(RowError) in try offers(field, row.text) } ?? [],
      in: values[3]?.text(in: row.text.bytes),
      at: try values[2].map { field throws(RowError) in try date(field, row.text) }
    )
  }

  /// Reads a list: an array of JSON, or identifiers with `;` between them.
  private func offers(_ field: RowField, _ text: borrowing ByteLoads) throws(RowError) -> [String] {
    let written = field.text(in: text.bytes)
    guard written.utf8.first == UInt8(ascii: "[") else {
      return written.split(separator: ";").map { String($0).trimmingSpaces }
    }
    do throws(FormatError) {
      return try JSONDocument(parsing: ContiguousArray(written.utf8)).root.strings()
    } catch {
      let expected = "a list of identifiers"
      throw RowError(Self.names[1], expected: expected, found: written, at: field.start)
    }
  }

  private func date(_ field: RowField, _ text: borrowing ByteLoads) throws(RowError) -> TimelineDate
  {
    let written = text.bytes.extracting(field.range)
    guard field.escaping == .none,
      let date = TimelineDate(written, as: .iso8601) ?? TimelineDate(written, as: .milliseconds)
    else {
      throw RowError(
        Self.names[2],
        expected: "an ISO 8601 date or milliseconds since 1970",
        found: field.text(in: text.bytes),
        at: field.start
      )
    }
    guard date.instant >= .firstSubscription else {
      throw RowError(.beforeSubscriptions(date: date.instant), at: field.start)
    }
    return date
  }
}
