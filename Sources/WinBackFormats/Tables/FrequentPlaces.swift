/// Where the identifiers and dates stand in all rows that are written as one row is.
///
/// Nearly every row has them anew. In a row whose fields have the sizes of the row before, they are as
/// far from its start, and blank where they were blank.
struct FrequentPlaces: Sendable {
  /// A value's first byte, counted from the start of the row, and the number of its bytes.
  struct Place: Sendable {
    let offset: Int
    let count: Int

    /// The place of no value.
    static var none: Place { Place(offset: 0, count: 0) }
  }

  let transactionId: Place
  let transactionIdSuffix: Place
  let originalTransactionId: Place
  let purchaseDate: Place
  let expiresDate: Place
  let signedDate: Place

  /// Finds the values in a row; nil if one is not written in a frequent form.
  init?(
    _ columns: borrowing FrequentColumns,
    _ fields: borrowing RowFields,
    from start: Int,
    _ text: borrowing ByteLoads
  ) {
    guard columns.areKnown,
      let purchaseDate = Self.place(columns.purchaseDate, fields, start, text),
      let expiresDate = Self.place(columns.expiresDate, fields, start, text),
      let signedDate = Self.place(columns.signedDate, fields, start, text),
      let transactionId = Self.place(columns.transactionId, fields, start, text),
      let suffix = Self.place(columns.transactionIdSuffix, fields, start, text),
      let original = Self.place(columns.originalTransactionId, fields, start, text),
      DateText.counts ~= purchaseDate.count, DateText.counts ~= expiresDate.count,
      DateText.counts ~= signedDate.count || signedDate.count == 0, transactionId.count > 0
    else { return nil }
    self.transactionId = transactionId
    transactionIdSuffix = suffix
    originalTransactionId = original
    self.purchaseDate = purchaseDate
    self.expiresDate = expiresDate
    self.signedDate = signedDate
  }

  private static func place(
    _ column: Int,
    _ fields: borrowing RowFields,
    _ start: Int,
    _ text: borrowing ByteLoads
  ) -> Place? {
    guard column >= 0 else { return Place.none }
    let field = fields[column]
    guard !field.isBlank(in: text) else { return Place.none }
    guard field.escaping == .none else { return nil }
    return Place(offset: field.start &- start, count: field.end &- field.start)
  }
}
