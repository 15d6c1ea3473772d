import CEL

/// Reads the values of a row by a plan, without allocating.
///
/// It is a class so that nothing copies the plan, as the compiler does with a structure of this size
/// for each value.
final class RowReader: Sendable {
  let plan: ColumnPlan
  let uses: ValueUses
  private let takesISO8601: Bool
  /// The columns of CSV; none of rows of JSON.
  private let headerNames: ContiguousArray<ContiguousArray<UInt8>>

  init(_ plan: ColumnPlan) {
    self.plan = plan
    uses = ValueUses(plan)
    let columns = plan.layout.delimiter == 0 ? [] : plan.columns
    headerNames = ContiguousArray(columns.map { ContiguousArray($0.utf8) })
    takesISO8601 = plan.mapping.dates.takesISO8601
  }

  private struct Cell {
    let field: RowField
    let column: Int
  }

  enum Owner {
    /// The customer that the row names.
    case customer
    /// It names no customer, and it is a row that is skipped.
    case nobody
    /// It names no customer, and should.
    case unknown
  }

  @inline(__always)
  func owner(of row: borrowing RowScanner) -> Owner {
    guard plan.nulls.contain(row.field(plan.customer), in: row.text) else { return .customer }
    guard filter(of: row) != nil else { return .unknown }
    // A line that has none of the columns is not about something else: it is of another format.
    for column in plan.columns.indices
    where !plan.nulls.contain(row.field(column), in: row.text) {
      return .nobody
    }
    return .unknown
  }

  /// Returns the filter that keeps a row from being read; nil if none does.
  func filter(of row: borrowing RowScanner) -> Int? {
    for index in plan.filters.indices {
      guard holds(plan.filters[index], row) else { return index }
    }
    guard plan.environment != 0, let code = environment(of: row), code != plan.environment else {
      return nil
    }
    return plan.filters.count
  }

  /// Returns the environment that a row names, as its number; nil for none, or for a wrong word.
  private func environment(of row: borrowing RowScanner) -> Int8? {
    guard let step = plan.steps.firstIndex(where: { $0.field == .environment }),
      let source = sourceThatHolds(of: step, row)
    else { return nil }
    if case .word(let code) = plan.sources[source].value { return code }
    guard let column = plan.sources[source].column else { return nil }
    return plan.steps[step].words.code(of: row.field(column), in: row.text)
  }

  /// Returns whether a row is a header again, whatever the order of its columns.
  func isHeader(_ row: borrowing RowScanner) -> Bool {
    guard headerNames.contains(where: { row.field(0).holds($0, row.text) }) else { return false }
    return plan.columns.indices.allSatisfy {
      plan.columns.contains(row.field($0).text(in: row.text.bytes).trimmingSpaces)
    }
  }

  /// Reads the values of a row.
  ///
  /// - Parameters:
  ///   - changes: The parts of the row that can differ from the row whose values are in `values`; all other
  ///     values stay.
  ///   - row: The row. It does not change, but a borrowed one would be copied.
  ///   - dates: The dates that were read last.
  ///   - values: Gets the values; they are of no use where an error is thrown.
  /// - Throws: ``RowError`` for the first value that is not what its column should hold.
  func read(
    _ changes: RowChanges,
    _ row: inout RowScanner,
    _ dates: inout RecentDates,
    into values: inout RowValues
  ) throws(RowError) {
    let isNew = changes == .all || uses.computesEnd
    if isNew { values = RowValues() }
    var steps = isNew ? uses.steps : uses.steps.intersection(changes)
    var duration: Cell?
    while let step = steps.removeFirstStep() {
      var column = plan.steps[step].column
      var isFixed = false
      if column < 0, let source = sourceThatHolds(of: step, row) {
        isFixed = plan.sources[source].column == nil
        column = plan.sources[source].column ?? -1
        if let value = plan.sources[source].value {
          values.set(value, of: plan.steps[step].field)
          continue
        }
      }
      var field = column < 0 ? .absent : row.field(column)
      let isNull = plan.nulls.contain(field, in: row.text)
      if isNull {
        if isNew, !isFixed { continue }
        field = .absent
      }
      let cell: Cell? = isNull ? nil : Cell(field: field, column: column)
      switch plan.steps[step].field {
      case .customerId: continue
      case .transactionId: values.transactionId = try identifier(cell, row.text)
      case .transactionIdSuffix: values.transactionIdSuffix = suffix(field, row.text)
      case .originalTransactionId: values.originalTransactionId = try identifier(cell, row.text)
      case .originalPurchaseDate:
        values.details.originalPurchaseDate = try date(cell, row.text, &dates)
      case .paymentNumber: values.details.paymentNumber = try paymentNumber(cell, row.text)
      case .productId:
        values.productId = field
        if plan.planSeparator != 0 { splitPlan(from: &values, row.text) }
      case .subscriptionGroupIdentifier: values.group = field
      case .offerIdentifier: values.offerIdentifier = field
      case .purchaseDate: values.purchaseDate = try date(cell, row.text, &dates)
      case .expiresDate: values.expiresDate = try date(cell, row.text, &dates)
      case .signedDate: values.signedDate = try date(cell, row.text, &dates)
      case .duration: duration = cell
      case .revocationDate:
        values.revocationDate = try date(cell, row.text, &dates)
        values.details.clearsRevocation = isFixed
      case .gracePeriodExpiresDate: values.details.graceEnd = try date(cell, row.text, &dates)
      case .price: values.details.price = try price(cell, row.text)
      case .storefront: values.storefront = try storefront(cell, row.text)
      case .revocationType, .inAppOwnershipType, .transactionReason, .offerType, .offerDiscountType,
        .billingPlanType, .autoRenewStatus, .expirationIntent, .isInBillingRetryPeriod,
        .environment:
        guard let word = plan.steps[step].word else { continue }
        values.details.words[word] = try code(of: step, cell, row.text)
      }
    }
    guard let purchaseDate = values.purchaseDate else { throw blank(.purchaseDate, row) }
    if values.expiresDate == nil {
      if let length = values.length {
        guard let end = end(of: length, from: purchaseDate) else { throw late(row) }
        values.expiresDate = end
      } else {
        guard let duration else { throw blank(.expiresDate, row) }
        values.expiresDate = try end(duration, from: purchaseDate, row.text)
      }
    }
    guard !values.productId.range.isEmpty else { throw blank(.productId, row) }
  }

  // MARK: - Where a value is

  /// Returns the first source of a field that holds and is not blank; nil if there is none.
  @inline(never)
  private func sourceThatHolds(of step: Int, _ row: borrowing RowScanner) -> Int? {
    for index in plan.steps[step].sources where holdsAll(plan.sources[index].conditions, row) {
      guard let column = plan.sources[index].column,
        plan.nulls.contain(row.field(column), in: row.text)
      else { return index }
    }
    return nil
  }

  @inline(__always)
  private func holdsAll(_ conditions: Range<Int>, _ row: borrowing RowScanner) -> Bool {
    for index in conditions where !holds(plan.conditions[index], row) { return false }
    return true
  }

  @inline(__always)
  private func holds(
    _ condition: borrowing ColumnPlan.Condition,
    _ row: borrowing RowScanner
  ) -> Bool {
    let field = row.field(condition.column)
    if plan.nulls.contain(field, in: row.text) { return condition.acceptsBlank }
    if condition.acceptsAny || condition.words.code(of: field, in: row.text) != nil { return true }
    let number = field.withoutZeroFraction(in: row.text)
    return number != field && condition.words.code(of: number, in: row.text) != nil
  }

  // MARK: - What it says

  private func code(
    of step: Int,
    _ cell: Cell?,
    _ text: borrowing ByteLoads
  ) throws(RowError) -> Int8? {
    guard let cell else { return nil }
    let list = plan.steps[step].words
    if let code = list.code(of: cell.field.withoutZeroFraction(in: text), in: text) { return code }
    let words = plan.steps[step].field.words.map { $0.word }
    throw error(cell, expected: words.quotedAlternatives, text)
  }

  @inline(__always)
  private func date(
    _ cell: Cell?,
    _ text: borrowing ByteLoads,
    _ dates: inout RecentDates
  ) throws(RowError) -> TimelineDate? {
    guard let cell else { return nil }
    if takesISO8601, let instant = dates.instant(of: cell.field, text) {
      return TimelineDate(instant: instant, isDateOnly: false)
    }
    return try otherDate(cell, text)
  }

  @inline(never)
  private func otherDate(
    _ cell: Cell,
    _ text: borrowing ByteLoads
  ) throws(RowError) -> TimelineDate {
    guard cell.field.escaping == .none,
      let date = TimelineDate(text.bytes.extracting(cell.field.range), as: plan.mapping.dates)
    else { throw error(cell, expected: plan.mapping.dates.expectation, text) }
    return date
  }

  private func price(_ cell: Cell?, _ text: borrowing ByteLoads) throws(RowError) -> Int64? {
    guard let cell else { return nil }
    guard cell.field.escaping == .none,
      let price = Milliunits(text.bytes.extracting(cell.field.range))
    else { throw error(cell, expected: Self.priceExpectation, text) }
    guard price.amount >= 0 else {
      let advice =
        "; if the row is a refund, its date is the 'revocationDate' of the transaction, and a "
        + "condition ('where') keeps 'price' to the other rows"
      throw error(cell, expected: "a price of 0 or more", advice: advice, text)
    }
    return price.amount
  }

  private func storefront(
    _ cell: Cell?,
    _ text: borrowing ByteLoads
  ) throws(RowError) -> Storefront? {
    guard let cell else { return nil }
    let isPlain = cell.field.escaping == .none
    let known = isPlain ? Storefront(text.bytes.extracting(cell.field.range)) : nil
    guard let storefront = known ?? storefrontInAnyCase(cell, text) else {
      throw error(cell, expected: Self.storefrontExpectation, text)
    }
    guard !storefront.isCurrency else {
      throw error(cell, expected: "a storefront such as 'USA' or 'US', not a currency,", text)
    }
    return storefront
  }

  @inline(never)
  private func storefrontInAnyCase(_ cell: Cell, _ text: borrowing ByteLoads) -> Storefront? {
    let code = cell.field.text(in: text.bytes)
    return code.utf8.count <= 3 ? Storefront(code.uppercased()) : nil
  }

  /// Returns the end of a period whose length a field says (T2).
  private func end(
    _ cell: Cell,
    from start: TimelineDate,
    _ text: borrowing ByteLoads
  ) throws(RowError) -> TimelineDate {
    guard let length = PeriodLength(written: cell.field.text(in: text.bytes)) else {
      throw error(cell, expected: Self.lengthExpectation, text)
    }
    guard let end = end(of: length, from: start) else {
      throw error(cell, expected: "a length that ends by the year 9999", text)
    }
    return end
  }

  private func end(of length: PeriodLength, from start: TimelineDate) -> TimelineDate? {
    let end = length.moving(start.instant)
    return end.isValid ? TimelineDate(instant: end, isDateOnly: start.isDateOnly) : nil
  }

  static var priceExpectation: String { "a price such as 9.99" }
  static var storefrontExpectation: String { "a storefront such as 'USA' or 'US'" }
  static var lengthExpectation: String { "a length such as 'P1M' or '1 Month'" }

  /// Takes a billing plan behind the identifier of the product apart from it.
  private func splitPlan(from values: inout RowValues, _ text: borrowing ByteLoads) {
    let name = values.productId
    values.details.words[.billingPlanType] = nil
    guard
      let end = name.range.first(where: { text.byte(at: $0) == plan.planSeparator }),
      end > name.start
    else { return }
    values.productId = RowField(start: name.start, end: end, escaping: name.escaping)
    let rest = RowField(start: end &+ 1, end: name.end, escaping: name.escaping)
    values.details.words[.billingPlanType] = plan.plans.code(of: rest, in: text)
  }

  /// Returns an identifier, of which a program may have made a number.
  @inline(__always)
  private func identifier(_ cell: Cell?, _ text: borrowing ByteLoads) throws(RowError) -> RowField {
    guard let cell else { return .absent }
    let field = cell.field
    guard text.bytes.mayBeNoIdentifier(in: field.range) else { return field }
    return try checkedIdentifier(cell, text)
  }

  @inline(never)
  private func checkedIdentifier(
    _ cell: Cell,
    _ text: borrowing ByteLoads
  ) throws(RowError) -> RowField {
    let field = cell.field
    guard field.escaping == .none else { return field }
    switch IdentifierForm(of: text.bytes.extracting(field.range)) {
    case .plain: return field
    case .whole(let digits): return RowField(start: field.start, end: field.start &+ digits)
    case .rounded:
      throw error(cell, expected: "an identifier as text, not as a rounded number,", text)
    case .nothing: throw error(cell, expected: "an identifier, not a word for nothing,", text)
    }
  }

  /// Returns the suffix of an identifier: none for the number 1, since the first payment has the
  /// identifier itself.
  @inline(__always)
  private func suffix(_ field: RowField, _ text: borrowing ByteLoads) -> RowField {
    let number = field.withoutZeroFraction(in: text)
    let isOne = number.range.count == 1 && text.byte(at: number.start) == UInt8(ascii: "1")
    return isOne ? .absent : field
  }

  private func paymentNumber(
    _ cell: Cell?,
    _ text: borrowing ByteLoads
  ) throws(RowError) -> Int32? {
    guard let cell else { return nil }
    let range = cell.field.withoutZeroFraction(in: text).range
    guard range.count < 10, let number = text.bytes.digits(in: range) else {
      throw error(cell, expected: "a number such as 1", text)
    }
    return Int32(truncatingIfNeeded: number)
  }

  // MARK: - Errors

  func unknownOwner(of row: borrowing RowScanner) -> RowError {
    RowError(blank: plan.columns[plan.customer], at: row.rowStart)
  }

  private func blank(_ field: MappedField, _ row: borrowing RowScanner) -> RowError {
    let index = column(of: field)
    return RowError(blank: plan.columns[index], at: row.field(index).start)
  }

  /// Returns the error about a purchase whose period ends too late.
  private func late(_ row: borrowing RowScanner) -> RowError {
    let index = column(of: .purchaseDate)
    let cell = Cell(field: row.field(index), column: index)
    return error(cell, expected: "a date whose period ends by the year 9999", row.text)
  }

  private func column(of field: MappedField) -> Int {
    for step in plan.steps where step.field == field {
      if let column = step.sources.lazy.compactMap({ self.plan.sources[$0].column }).first {
        return column
      }
    }
    return plan.customer
  }

  private func error(
    _ cell: Cell,
    expected: String,
    advice: String = "",
    _ text: borrowing ByteLoads
  ) -> RowError {
    RowError(
      plan.columns[cell.column],
      expected: expected,
      found: cell.field.text(in: text.bytes),
      advice: advice,
      at: cell.field.start
    )
  }
}
