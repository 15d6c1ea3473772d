import CEL

/// A mapping made ready for the columns that a table has.
package struct ColumnPlan: Sendable {
  /// Where a field comes from.
  struct Source: Sendable {
    /// The index of the column; nil for a value of its own.
    let column: Int?
    let value: Value
    let conditions: Range<Int>
  }

  /// A value that stands in the mapping instead of the table.
  enum Value: Sendable {
    case none
    /// One of the field's words, as its number.
    case word(Int8)
  }

  struct Condition: Sendable {
    let column: Int
    let acceptsAny: Bool
    let acceptsBlank: Bool
    let words: WordList
  }

  struct Step: Sendable {
    let field: MappedField
    let sources: Range<Int>
    /// The only source, where it is a column without conditions; else -1.
    let column: Int
    let words: WordList
  }

  package let mapping: Mapping
  package private(set) var layout: TableLayout
  package let columns: [String]
  /// The column that says whose a row is.
  package let customer: Int
  /// What the rows that are not read are called, in the order of the counts of them.
  package let skippedRows: [String]

  private(set) var filters: ContiguousArray<Condition> = []
  private(set) var steps: ContiguousArray<Step> = []
  private(set) var sources: ContiguousArray<Source> = []
  private(set) var conditions: ContiguousArray<Condition> = []
  let products: ProductNames
  /// What stands for no value, besides nothing.
  let nulls: NullWords
  /// Whether no column says which offers were redeemed (F12).
  package let hidesRedemptions: Bool
  /// Whether some column is about the next renewal.
  let tellsRenewal: Bool

  /// Makes a mapping ready for CSV.
  package init(_ mapping: Mapping, _ header: TableHeader) throws(FormatError) {
    try self.init(mapping, columns: header.columns, header.layout)
  }

  /// Makes a mapping ready for JSON Lines, whose columns are those that the mapping names.
  package init(events mapping: Mapping) throws(FormatError) {
    let columns = mapping.columns
    try self.init(mapping, columns: columns, TableLayout(paths: columns))
  }

  private init(_ mapping: Mapping, columns: [String], _ layout: TableLayout) throws(FormatError) {
    self.mapping = mapping
    self.columns = columns
    self.layout = layout
    products = ProductNames(mapping)
    nulls = NullWords(mapping.nulls)
    for column in mapping.columns where columns.count(where: { $0 == column }) > 1 {
      throw Self.error("expected one column '\(column.shownInMessage)', found several")
    }
    let customers = Self.names(of: .customerId, in: mapping)
    guard
      let customer = customers.lazy.compactMap({ columns.firstIndex(of: $0) }).first
    else { throw Self.missing(customers, for: .customerId, among: columns) }
    self.customer = customer
    let filters = mapping.only.filter { columns.contains($0.condition.column) }
    skippedRows = filters.map { $0.others }
    hidesRedemptions =
      !Self.isThere(.offerType, mapping, columns)
      && !Self.isThere(.offerIdentifier, mapping, columns)
    tellsRenewal = [
      .autoRenewStatus, .expirationIntent, .isInBillingRetryPeriod, .gracePeriodExpiresDate,
    ].contains { Self.isThere($0, mapping, columns) }
    for filter in filters {
      if let condition = Condition(filter.condition, columns) { self.filters.append(condition) }
    }
    for field in MappedField.allCases where field != .customerId { append(field) }
    for field in [MappedField.productId, .purchaseDate]
    where !steps.contains(where: { $0.field == field }) {
      throw Self.missing(Self.names(of: field, in: mapping), for: field, among: columns)
    }
    guard steps.contains(where: { $0.field == .expiresDate || $0.field == .duration }) else {
      throw Self.missing(
        Self.names(of: .expiresDate, in: mapping) + Self.names(of: .duration, in: mapping),
        for: .expiresDate,
        among: columns
      )
    }
    for column in mapping.columns
    where !columns.contains(column) && !mapping.optional.contains(column) {
      throw Self.missing(column, among: columns)
    }
    if hasHeader { self.layout = layout.with(shape, changes) }
  }

  /// Whether the table says itself what its columns are.
  package var hasHeader: Bool { layout.delimiter != 0 }

  package var usedColumns: [String] { columns.filter(mapping.columns.contains) }

  package var unusedColumns: [String] {
    let used = mapping.columns
    return columns.filter { !$0.isEmpty && !used.contains($0) }
  }

  /// Whether rows of another table are read alike, whatever quotes its header has.
  package func isAlike(_ other: ColumnPlan) -> Bool {
    columns == other.columns && layout.delimiter == other.layout.delimiter
  }

  /// What cannot be known from these columns (F12), and columns that may be misspelt.
  package var warnings: [FormatWarning] {
    var warnings: [FormatWarning] = []
    for column in mapping.columns where !columns.contains(column) {
      guard let near = nearestName(to: column, among: unusedColumns) else { continue }
      warnings.append(
        FormatWarning(
          "the mapping reads the column '\(column.shownInMessage)', which the table lacks, and not "
            + "'\(near.shownInMessage)'"
        )
      )
    }
    if hidesRedemptions {
      warnings.append(
        FormatWarning(
          "no column says which offers were redeemed, so no wait between offers can be decided"
        )
      )
    }
    return warnings
  }

  private mutating func append(_ field: MappedField) {
    let start = sources.count
    for source in mapping.fields[field] ?? [] where Self.isThere(source, columns) {
      let firstCondition = conditions.count
      for condition in source.conditions {
        if let condition = Condition(condition, columns) { conditions.append(condition) }
      }
      switch source.content {
      case .column(let name):
        sources.append(
          Source(
            column: columns.firstIndex(of: name),
            value: .none,
            conditions: firstCondition..<conditions.count
          )
        )
      case .value(let text):
        sources.append(
          Source(
            column: nil,
            value: Self.value(text, of: field),
            conditions: firstCondition..<conditions.count
          )
        )
      }
    }
    guard sources.count > start else { return }
    let isPlain = sources.count == start + 1 && sources[start].conditions.isEmpty
    steps.append(
      Step(
        field: field,
        sources: start..<sources.count,
        column: isPlain ? sources[start].column ?? -1 : -1,
        words: WordList(of: field)
      )
    )
  }

  private static func value(_ text: String, of field: MappedField) -> Value {
    guard text != Mapping.none else { return .none }
    guard case .word(let field) = field.kind else { return .none }
    return field.words.first { $0.word == text }.map { .word($0.code) } ?? .none
  }

  private static func isThere(_ source: Mapping.Source, _ columns: [String]) -> Bool {
    if case .column(let name) = source.content, !columns.contains(name) { return false }
    return source.conditions.allSatisfy { columns.contains($0.column) }
  }

  private static func isThere(
    _ field: MappedField,
    _ mapping: Mapping,
    _ columns: [String]
  ) -> Bool {
    (mapping.fields[field] ?? []).contains { isThere($0, columns) }
  }

  // MARK: - Errors

  private static func names(of field: MappedField, in mapping: Mapping) -> [String] {
    (mapping.fields[field] ?? []).compactMap { source in
      guard case .column(let name) = source.content else { return nil }
      return name
    }
  }

  private static func missing(
    _ names: [String],
    for field: MappedField,
    among columns: [String]
  ) -> FormatError {
    let expected = names.map { "'\($0.shownInMessage)'" }.joined(separator: " or ")
    let near = names.lazy.compactMap { nearestName(to: $0, among: columns) }.first
    return error(
      "expected a column \(expected) for '\(field.rawValue)', found "
        + (near.map { "'\($0.shownInMessage)' as the nearest" }
          ?? "none among \(columns.count) columns")
    )
  }

  private static func missing(_ column: String, among columns: [String]) -> FormatError {
    let near = nearestName(to: column, among: columns)
    return error(
      "the mapping names the column '\(column.shownInMessage)', which the table lacks"
        + (near.map { "; did you mean '\($0.shownInMessage)'?" }
          ?? "; 'optional' lists the columns that it may lack")
    )
  }

  private static func error(_ message: String) -> FormatError {
    FormatError(message: message, offset: 0, line: 1, column: 1)
  }
}

extension ColumnPlan.Condition {
  fileprivate init?(_ condition: Mapping.Condition, _ columns: [String]) {
    guard let column = columns.firstIndex(of: condition.column) else { return nil }
    self.column = column
    acceptsAny = condition.values.contains("*")
    acceptsBlank = condition.values.contains("")
    words = WordList(condition.values.filter { $0 != "*" && $0 != "" }.map { ($0, 0) })
  }
}

/// The words of a mapping that stand for no value.
struct NullWords: Sendable {
  private let words: ContiguousArray<ContiguousArray<UInt8>>

  init(_ words: [String]) { self.words = ContiguousArray(words.map { ContiguousArray($0.utf8) }) }

  var isEmpty: Bool { words.isEmpty }

  /// Returns whether there is no value in a field.
  @inline(__always)
  func areAll(of field: RowField, in text: borrowing ByteLoads) -> Bool {
    field.isBlank(in: text) || (!words.isEmpty && isNull(field, in: text))
  }

  @inline(never)
  private func isNull(_ field: RowField, in text: borrowing ByteLoads) -> Bool {
    for word in words where field.holds(word, text) { return true }
    return false
  }
}

/// What of a row is not as in the row whose values are known.
///
/// A value depends on the bytes of its columns alone, so that it is the same where all of them are the
/// same; nothing else is remembered of a row.
struct RowChanges: OptionSet, Sendable, Hashable {
  let rawValue: UInt64

  /// The value that a step of a plan reads.
  static func step(_ index: Int) -> Self { Self(rawValue: 1 &<< UInt64(truncatingIfNeeded: index)) }

  /// What says whether the row is read at all.
  static var filters: Self { Self(rawValue: 1 &<< 62) }
  /// Whose the row is.
  static var customer: Self { Self(rawValue: 1 &<< 63) }
  /// Everything, as for a row that is like no other.
  static var all: Self { Self(rawValue: .max) }

  /// The lowest step, which is taken out; nil if there is none.
  @inline(__always)
  mutating func removeFirstStep() -> Int? {
    guard rawValue != 0 else { return nil }
    let step = rawValue.trailingZeroBitCount
    self = Self(rawValue: rawValue & (rawValue &- 1))
    return step
  }
}

extension ColumnPlan {
  /// What depends on each column.
  var changes: ContiguousArray<RowChanges> {
    var changes = ContiguousArray(repeating: RowChanges(), count: columns.count)
    changes[customer].insert(.customer)
    for filter in filters { changes[filter.column].insert(.filters) }
    for (index, step) in steps.enumerated() {
      for source in sources[step.sources] {
        if let column = source.column { changes[column].insert(.step(index)) }
        for condition in conditions[source.conditions] {
          changes[condition.column].insert(.step(index))
        }
      }
    }
    return changes
  }
}

/// What the values of a transaction depend on.
struct ValueUses: Sendable {
  /// All that the steps of the plan read.
  let steps: RowChanges
  /// What the product and its group depend on.
  let product: RowChanges
  /// What the identifier of the offer depends on.
  let offer: RowChanges
  /// What the identifier of the chain's first transaction depends on.
  let chain: RowChanges
  /// What all depends on that most transactions have like the one before them.
  let rarer: RowChanges
  /// Whether a value depends on others of its row, so that they are read together.
  let computesEnd: Bool

  init(_ plan: ColumnPlan) {
    steps = RowChanges(plan.steps.indices.map { .step($0) })
    product = Self.changes(of: [.productId, .subscriptionGroupIdentifier], in: plan)
    offer = Self.changes(of: [.offerIdentifier], in: plan)
    chain = Self.changes(of: [.originalTransactionId], in: plan)
    let rarer = Self.changes(
      of: [
        .inAppOwnershipType, .transactionReason, .offerDiscountType, .price, .revocationType,
        .offerType, .billingPlanType, .revocationDate, .storefront,
      ],
      in: plan
    )
    self.rarer = rarer.union(product).union(offer)
    computesEnd = plan.steps.contains { $0.field == .duration }
  }

  /// Returns what some fields depend on; in the history of another customer they are others anyway.
  private static func changes(of fields: [MappedField], in plan: ColumnPlan) -> RowChanges {
    var changes = RowChanges.customer
    for (index, step) in plan.steps.enumerated() where fields.contains(step.field) {
      changes.insert(.step(index))
    }
    return changes
  }
}
