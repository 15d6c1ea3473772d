/// A value that stands in a mapping instead of in a table.
enum FixedValue: Sendable, Hashable {
  /// A word of the field, as its number.
  case word(Int8)
  /// Where the text stands among the fixed values of a plan.
  case text(RowField)
  case date(TimelineDate)
  case price(Int64)
  case storefront(Storefront)
  case length(PeriodLength)

  /// Reads a value as a column could have it; nil if it is none, or if the field must be a column.
  ///
  /// `start` is where the text stands among the fixed values of a plan.
  init?(_ text: String, of field: MappedField, _ dates: Mapping.DateForm, at start: Int = 0) {
    let bytes = ContiguousArray(text.utf8)
    switch field {
    case .productId, .subscriptionGroupIdentifier, .offerIdentifier:
      guard !text.isEmpty else { return nil }
      self = .text(RowField(start: start, end: start + bytes.count, escaping: .fixed))
    case .purchaseDate, .expiresDate, .revocationDate, .signedDate, .gracePeriodExpiresDate,
      .originalPurchaseDate:
      guard let date = TimelineDate(bytes.rawBytes, as: dates) else { return nil }
      self = .date(date)
    case .price:
      guard let price = Milliunits(bytes.rawBytes), price.amount >= 0 else { return nil }
      self = .price(price.amount)
    case .storefront:
      guard let storefront = Storefront(text.uppercased()), !storefront.isCurrency else {
        return nil
      }
      self = .storefront(storefront)
    case .duration:
      guard let length = PeriodLength(written: text) else { return nil }
      self = .length(length)
    default:
      guard let word = field.words.first(where: { $0.word == text }) else { return nil }
      self = .word(word.code)
    }
  }

  /// What a value of a field should be, in words; nil if the field must be a column.
  static func expectation(of field: MappedField, _ dates: Mapping.DateForm) -> String? {
    switch field {
    case .productId, .subscriptionGroupIdentifier, .offerIdentifier: "an identifier"
    case .purchaseDate, .expiresDate, .revocationDate, .signedDate, .gracePeriodExpiresDate,
      .originalPurchaseDate:
      dates.expectation
    case .price: RowReader.priceExpectation
    case .storefront: RowReader.storefrontExpectation
    case .duration: RowReader.lengthExpectation
    default: nil
    }
  }
}
