import CEL
import CalendarTime
import WinBack

/// Reads the values of a row by a plan, without allocating.
///
/// It is a class so that nothing copies the plan, as the compiler does with a structure of this size
/// for each value.
final class RowReader: Sendable {
  let plan: ColumnPlan
  /// What depends on which columns.
  let uses: ColumnUses
  private let storefronts = StorefrontTable.all
  private let takesISO8601: Bool

  init(_ plan: ColumnPlan) {
    self.plan = plan
    uses = ColumnUses(plan)
    takesISO8601 = plan.mapping.dates.takesISO8601
  }

  /// A value of a row: the field of a column, or what a source of the mapping says instead.
  private enum Cell {
    case absent
    case field(RowField, column: Int)
    case value(source: Int)
  }

  /// Whose a row is.
  enum Owner {
    /// The customer that the row names.
    case customer
    /// It names no customer, and it is a row that is skipped.
    case nobody
    /// It names no customer, and should.
    case unknown
  }

  /// Returns whose a row is.
  @inline(__always)
  func owner(
    of fields: borrowing RowFields,
    _ text: borrowing ByteLoads
  ) -> Owner {
    guard plan.nulls.areAll(of: fields[plan.customer], in: text) else { return .customer }
    guard filter(of: fields, text) != nil else { return .unknown }
    // A line that has none of the columns is not about something else: it is of another format.
    for column in plan.columns.indices where !plan.nulls.areAll(of: fields[column], in: text) {
      return .nobody
    }
    return .unknown
  }

  /// Returns the filter that keeps a row from being read; nil if none does.
  func filter(of fields: borrowing RowFields, _ text: borrowing ByteLoads) -> Int? {
    for index in plan.filters.indices {
      guard holds(plan.filters[index], fields, text) else { return index }
    }
    return nil
  }

  /// Reads the values of a row.
  ///
  /// - Parameters:
  ///   - changes: What may not be as in the row whose values there are; those are left that are.
  ///   - fields: The fields of the row.
  ///   - text: The bytes that it stands in.
  ///   - dates: The dates that were read last.
  ///   - values: Gets the values; they are of no use where an error is thrown.
  /// - Throws: ``RowError`` for the first value that is not what its column should hold.
  func read(
    _ changes: RowChanges,
    _ fields: borrowing RowFields,
    _ text: borrowing ByteLoads,
    _ dates: inout RecentDates,
    into values: inout RowValues
  ) throws(RowError) {
    let isNew = changes == .all || uses.computesEnd
    if isNew { values = RowValues() }
    // The frequent values of a row that is only compared are not among those that are there.
    let steps = isNew ? uses.steps : uses.steps.intersection(changes).union(uses.frequent.changes)
    try readEach(steps, isNew, fields, text, &dates, into: &values)
  }

  /// Reads values of a row other than its identifiers and dates, in a row that is only compared.
  func readAlike(
    _ changes: RowChanges,
    _ fields: borrowing RowFields,
    _ text: borrowing ByteLoads,
    _ dates: inout RecentDates,
    into values: inout RowValues
  ) throws(RowError) {
    try readEach(uses.steps.intersection(changes), false, fields, text, &dates, into: &values)
  }

  /// Reads the values of some steps.
  @inline(never)
  private func readEach(
    _ steps: RowChanges,
    _ isNew: Bool,
    _ fields: borrowing RowFields,
    _ text: borrowing ByteLoads,
    _ dates: inout RecentDates,
    into values: inout RowValues
  ) throws(RowError) {
    var steps = steps
    var duration = RowField.absent
    var durationColumn = 0
    while let step = steps.removeFirstStep() {
      let field = plan.steps[step].field
      switch cell(of: step, fields, text) {
      case .absent: if !isNew { values.remove(field) }
      case .value(let source): values.set(field, to: plan.sources[source].value)
      case .field(let place, let column):
        switch field {
        case .customerId: continue
        case .transactionId: values.transactionId = place
        case .transactionIdSuffix: values.transactionIdSuffix = place
        case .originalTransactionId: values.originalTransactionId = place
        case .productId: values.productId = place
        case .subscriptionGroupIdentifier: values.group = place
        case .offerIdentifier: values.offerIdentifier = place
        case .purchaseDate: values.purchaseDate = try date(place, column, text, &dates)
        case .expiresDate: values.expiresDate = try date(place, column, text, &dates)
        case .signedDate: values.signedDate = try date(place, column, text, &dates)
        case .duration:
          duration = place
          durationColumn = column
        case .revocationDate, .gracePeriodExpiresDate, .price, .storefront, .revocationType,
          .inAppOwnershipType, .transactionReason, .offerType, .offerDiscountType, .billingPlanType,
          .autoRenewStatus, .expirationIntent, .isInBillingRetryPeriod:
          try readRarer(step, place, column, text, &dates, into: &values)
        }
      }
    }
    guard let purchaseDate = values.purchaseDate else { throw blank(.purchaseDate, fields) }
    if values.expiresDate == nil {
      guard !duration.range.isEmpty else { throw blank(.expiresDate, fields) }
      guard let length = SubscriptionLength(duration.text(in: text.bytes)) else {
        throw error(duration, durationColumn, expected: "a length such as 'P1M' or '1 Month'", text)
      }
      let end = length.end(from: purchaseDate.instant)
      guard end.isValid else {
        throw error(duration, durationColumn, expected: "a length that ends by the year 9999", text)
      }
      values.expiresDate = TimelineDate(instant: end, isDateOnly: purchaseDate.isDateOnly)
    }
    guard !values.productId.range.isEmpty else { throw blank(.productId, fields) }
  }

  /// Reads a value that most rows have like the row before them.
  @inline(never)
  private func readRarer(
    _ step: Int,
    _ place: RowField,
    _ column: Int,
    _ text: borrowing ByteLoads,
    _ dates: inout RecentDates,
    into values: inout RowValues
  ) throws(RowError) {
    let field = plan.steps[step].field
    switch field {
    case .revocationDate:
      values.revocationDate = try date(place, column, text, &dates)
      values.details.clearsRevocation = false
    case .gracePeriodExpiresDate: values.details.graceEnd = try date(place, column, text, &dates)
    case .price: values.details.price = try price(place, column, text)
    case .storefront: values.storefront = try storefront(place, column, text)
    default: values.set(field, to: .word(try word(of: step, place, column, text)))
    }
  }

  // MARK: - Where a value is

  /// Returns the first source of a field that holds and is not blank.
  @inline(__always)
  private func cell(
    of step: Int,
    _ fields: borrowing RowFields,
    _ text: borrowing ByteLoads
  ) -> Cell {
    let plain = plan.steps[step].column
    if plain >= 0 {
      let field = fields[plain]
      return plan.nulls.areAll(of: field, in: text) ? .absent : .field(field, column: plain)
    }
    return sourceThatHolds(of: step, fields, text)
  }

  @inline(never)
  private func sourceThatHolds(
    of step: Int,
    _ fields: borrowing RowFields,
    _ text: borrowing ByteLoads
  ) -> Cell {
    for index in plan.steps[step].sources
    where holdsAll(plan.sources[index].conditions, fields, text) {
      guard let column = plan.sources[index].column else { return .value(source: index) }
      let field = fields[column]
      if !plan.nulls.areAll(of: field, in: text) { return .field(field, column: column) }
    }
    return .absent
  }

  @inline(__always)
  private func holdsAll(
    _ conditions: Range<Int>,
    _ fields: borrowing RowFields,
    _ text: borrowing ByteLoads
  ) -> Bool {
    for index in conditions where !holds(plan.conditions[index], fields, text) { return false }
    return true
  }

  @inline(__always)
  private func holds(
    _ condition: borrowing ColumnPlan.Condition,
    _ fields: borrowing RowFields,
    _ text: borrowing ByteLoads
  ) -> Bool {
    let field = fields[condition.column]
    if plan.nulls.areAll(of: field, in: text) { return condition.acceptsBlank }
    if condition.acceptsAny || condition.words.code(of: field, in: text) != nil { return true }
    let number = field.withoutZeroFraction(in: text)
    return number != field && condition.words.code(of: number, in: text) != nil
  }

  // MARK: - What it says

  private func word(
    of step: Int,
    _ field: RowField,
    _ column: Int,
    _ text: borrowing ByteLoads
  ) throws(RowError) -> Int8 {
    let list = plan.steps[step].words
    if let code = list.code(of: field.withoutZeroFraction(in: text), in: text) { return code }
    guard case .word(let words) = plan.steps[step].field.kind else { return 0 }
    throw error(field, column, expected: words.map { $0.word }.quotedAlternatives, text)
  }

  @inline(__always)
  private func date(
    _ field: RowField,
    _ column: Int,
    _ text: borrowing ByteLoads,
    _ dates: inout RecentDates
  ) throws(RowError) -> TimelineDate {
    if takesISO8601, let instant = dates.instant(of: field, text) {
      return TimelineDate(instant: instant, isDateOnly: false)
    }
    return try otherDate(field, column, text)
  }

  @inline(never)
  private func otherDate(
    _ field: RowField,
    _ column: Int,
    _ text: borrowing ByteLoads
  ) throws(RowError) -> TimelineDate {
    guard field.escaping == .none,
      let date = TimelineDate(text.bytes.extracting(field.range), as: plan.mapping.dates)
    else {
      throw error(field, column, expected: plan.mapping.dates.expectation, text)
    }
    return date
  }

  private func price(
    _ field: RowField,
    _ column: Int,
    _ text: borrowing ByteLoads
  ) throws(RowError) -> Int64 {
    guard field.escaping == .none, let price = Milliunits(text.bytes.extracting(field.range)) else {
      throw error(field, column, expected: "a price such as 9.99", text)
    }
    return price.amount
  }

  private func storefront(
    _ field: RowField,
    _ column: Int,
    _ text: borrowing ByteLoads
  ) throws(RowError) -> Storefront {
    if let storefront = storefronts.find(field, text) { return storefront }
    let code = field.text(in: text.bytes)
    guard code.utf8.count <= 3, let storefront = Storefront(code.uppercased()) else {
      throw error(field, column, expected: "a storefront such as 'USA' or 'US'", text)
    }
    guard !storefront.isCurrency else {
      let expected = "a storefront such as 'USA' or 'US', not a currency,"
      throw error(field, column, expected: expected, text)
    }
    return storefront
  }

  // MARK: - Errors

  private func blank(
    _ field: MappedField,
    _ fields: borrowing RowFields
  ) -> RowError {
    var column: Int?
    for step in plan.steps where step.field == field {
      column = step.sources.lazy.compactMap { self.plan.sources[$0].column }.first
    }
    let index = column ?? plan.customer
    return RowError(.blank(column: plan.columns[index]), at: fields[index].start)
  }

  private func error(
    _ field: RowField,
    _ column: Int,
    expected: String,
    _ text: borrowing ByteLoads
  ) -> RowError {
    RowError(
      .value(
        column: plan.columns[column],
        expected: expected,
        found: field.text(in: text.bytes)
      ),
      at: field.start
    )
  }
}
