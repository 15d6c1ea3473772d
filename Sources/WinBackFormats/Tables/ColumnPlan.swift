import CEL

/// A mapping made ready for the columns that a table has.
package struct ColumnPlan: Sendable {
  /// Where a field comes from.
  struct Source: Sendable {
    /// The index of the column; nil for a value that stands in the mapping instead of the table.
    let column: Int?
    /// Such a value; nil for no value.
    let value: FixedValue?
    let conditions: Range<Int>
  }

  struct Condition: Sendable {
    let column: Int
    let acceptsAny: Bool
    let acceptsBlank: Bool
    let words: WordList
  }

  struct Step: Sendable {
    let field: MappedField
    /// Which words the field has; nil for one of another kind.
    let word: TransactionWords.Field?
    let sources: Range<Int>
    /// The only source, where it is a column without conditions; else -1.
    let column: Int
    let words: WordList
  }

  struct Product: Sendable {
    let productId: ContiguousArray<UInt8>
    let group: ContiguousArray<UInt8>?
  }

  package let mapping: Mapping
  package private(set) var layout: TableLayout
  package let columns: [String]
  /// The columns that the table has; empty if that is not known of rows that are objects.
  private let found: [String]
  /// The column that says whose a row is.
  package let customer: Int
  /// What the rows that are not read are called, in the order of the counts of them.
  package let skippedRows: [String]

  private(set) var filters: ContiguousArray<Condition> = []
  private(set) var steps: ContiguousArray<Step> = []
  private(set) var sources: ContiguousArray<Source> = []
  private(set) var conditions: ContiguousArray<Condition> = []
  /// The text of the fixed values, one after the other.
  private(set) var fixedText: ContiguousArray<UInt8> = []
  /// The environment whose rows are read, as its number; 0 for any.
  let environment: Int8
  /// What stands between a product and its billing plan; 0 for nothing.
  let planSeparator: UInt8
  /// The names of billing plans.
  let plans = WordList(TransactionWords.Field.billingPlanType.words)
  /// The products of the catalog by their names in the table, with the groups that it does not name.
  private(set) var products: [ContiguousArray<UInt8>: Product] = [:]
  /// What stands for no value, besides nothing.
  let nulls: NullWords
  /// Whether no column says which offers were redeemed (F12).
  package private(set) var hidesRedemptions = false
  /// Whether some column is about the next renewal.
  private(set) var tellsRenewal = false

  /// Makes a mapping ready for the columns of a table.
  package init(_ mapping: Mapping, _ header: TableHeader) throws(FormatError) {
    let columns = header.columns
    self.mapping = mapping
    self.columns = columns
    found = header.found
    layout = header.layout
    // Where nothing else is known, rows can have all columns.
    let found = header.found.isEmpty ? columns : header.found
    nulls = NullWords(mapping.nulls)
    planSeparator = mapping.planSeparator?.utf8.first ?? 0
    for column in mapping.columns where columns.count(where: { $0 == column }) > 1 {
      throw FormatError(ofInput: "expected one column '\(column.shownInMessage)', found several")
    }
    let customers = Self.names(of: .customerId, in: mapping)
    guard
      let customer = customers.first(where: found.contains).flatMap(columns.firstIndex)
    else { throw Self.missing([.customerId], in: mapping, among: found) }
    self.customer = customer
    let filters = mapping.only.filter { columns.contains($0.condition.column) }
    let hasEnvironment = (mapping.fields[.environment] ?? []).contains {
      $0.columns.allSatisfy(columns.contains)
    }
    environment = mapping.environment.map(StoreEnvironments.code) ?? 0
    skippedRows =
      filters.map { $0.others }
      + (environment != 0 && hasEnvironment ? ["of other environments"] : [])
    self.filters = ContiguousArray(filters.compactMap { Condition($0.condition, columns) })
    for name in Set(mapping.products.keys).union(mapping.groups.keys) {
      let productId = mapping.products[name] ?? name
      let group = mapping.groups[name] ?? mapping.groups[productId]
      products[ContiguousArray(name.utf8)] = Product(
        productId: ContiguousArray(productId.utf8),
        group: group.map { ContiguousArray($0.utf8) }
      )
    }
    for field in MappedField.allCases where field != .customerId { append(field) }
    hidesRedemptions = !mapping.tellsRedemptions(from: found)
    // Of rows of JSON, only those after the first ones can have it.
    tellsRenewal = mapping.reads(Mapping.renewal, from: columns)
    for fields in Mapping.needed where !mapping.reads(fields, from: found) {
      throw Self.missing(fields, in: mapping, among: found)
    }
    for column in mapping.required where !found.contains(column) {
      throw Self.missing(column, among: found.filter { !mapping.columns.contains($0) })
    }
    guard layout.delimiter != 0 else { return }
    layout.shape = shape
    layout.uses = changes
  }

  /// Whether it is known what columns the table has.
  package var knowsColumns: Bool { !found.isEmpty }

  package var usedColumns: [String] { found.filter(mapping.columns.contains) }

  package var unusedColumns: [String] {
    let used = mapping.columns
    return found.filter { !$0.isEmpty && !used.contains($0) }
  }

  /// Whether rows of another table are read alike, whatever quotes its header has.
  package func isAlike(_ other: ColumnPlan) -> Bool {
    columns == other.columns && layout.delimiter == other.layout.delimiter
  }

  /// What cannot be known from these columns (F12), and columns that may be misspelt.
  package var warnings: [FormatWarning] {
    var warnings = FormatWarnings()
    for column in mapping.columns where knowsColumns && !found.contains(column) {
      guard let near = nearestName(to: column, among: unusedColumns) else { continue }
      warnings.append(
        "the mapping reads the column '\(column.shownInMessage)', which the table lacks, and not "
          + "'\(near.shownInMessage)'"
      )
    }
    if hidesRedemptions {
      warnings.append(
        "no column says which offers were redeemed, so no wait between offers can be decided"
      )
    }
    return warnings.all
  }

  private mutating func append(_ field: MappedField) {
    let start = sources.count
    for source in mapping.fields[field] ?? [] where source.columns.allSatisfy(columns.contains) {
      let firstCondition = conditions.count
      conditions += source.conditions.compactMap { Condition($0, columns) }
      var column: Int?
      var value: FixedValue?
      switch source.content {
      case .column(let name): column = columns.firstIndex(of: name)
      case .value(Mapping.none): break
      case .value(let text):
        value = FixedValue(text, of: field, mapping.dates, at: fixedText.count)
        fixedText += text.utf8
      }
      let range = firstCondition..<conditions.count
      sources.append(Source(column: column, value: value, conditions: range))
    }
    guard sources.count > start else { return }
    let isPlain = sources.count == start + 1 && sources[start].conditions.isEmpty
    steps.append(
      Step(
        field: field,
        word: field.word,
        sources: start..<sources.count,
        column: isPlain ? sources[start].column ?? -1 : -1,
        words: WordList(field.words)
      )
    )
  }

  // MARK: - Errors

  private static func names(of field: MappedField, in mapping: Mapping) -> [String] {
    (mapping.fields[field] ?? []).compactMap { $0.column }
  }

  /// Returns the error about fields of which one is needed; they are known by the first.
  private static func missing(
    _ fields: [MappedField],
    in mapping: Mapping,
    among columns: [String]
  ) -> FormatError {
    let names = fields.flatMap { Self.names(of: $0, in: mapping) }
    let expected = names.map { "'\($0.shownInMessage)'" }.joined(separator: " or ")
    let near = names.lazy.compactMap { nearestName(to: $0, among: columns) }.first
    return FormatError(
      ofInput: "expected a column \(expected) for '\(fields[0].rawValue)', found "
        + (near.map { "'\($0.shownInMessage)' as the nearest" }
          ?? "none among \(columns.count.grouped) columns")
    )
  }

  private static func missing(_ column: String, among columns: [String]) -> FormatError {
    let near = nearestName(to: column, among: columns)
    return FormatError(
      ofInput: "the mapping names the column '\(column.shownInMessage)', which the table lacks"
        + (near.map { "; did you mean '\($0.shownInMessage)'?" }
          ?? "; 'optional' lists the columns that it may lack")
    )
  }
}

extension Mapping {
  fileprivate static let needed: [[MappedField]] = [
    [.productId], [.purchaseDate], [.expiresDate, .duration],
  ]
  fileprivate static let renewal: [MappedField] = [
    .autoRenewStatus, .expirationIntent, .isInBillingRetryPeriod, .gracePeriodExpiresDate,
  ]

  /// The columns that a table must have.
  fileprivate var required: [String] { columns.filter { !optional.contains($0) } }

  /// Returns whether some columns are enough for a source of one of some fields.
  fileprivate func reads(_ fields: [MappedField], from columns: [String]) -> Bool {
    fields.contains { field in
      (self.fields[field] ?? []).contains { $0.columns.allSatisfy(columns.contains) }
    }
  }

  /// Returns whether some columns say which win-back offers were redeemed (F12), which those that tell
  /// only of introductory offers do not.
  fileprivate func tellsRedemptions(from columns: [String]) -> Bool {
    reads([.offerIdentifier], from: columns)
      || (fields[.offerType] ?? []).contains {
        $0.content != .value("1") && $0.columns.allSatisfy(columns.contains)
      }
  }

  /// Returns whether no other column can change what is known of a table with some columns.
  func isComplete(among columns: [String]) -> Bool {
    required.allSatisfy(columns.contains)
      && (Self.needed + [[.customerId]]).allSatisfy {
        reads($0, from: columns) || !reads($0, from: self.columns)
      } && (tellsRedemptions(from: columns) || !tellsRedemptions(from: self.columns))
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

  /// Returns whether a field has no value: it is blank, or it holds one of the words.
  @inline(__always)
  func contain(_ field: RowField, in text: borrowing ByteLoads) -> Bool {
    field.isBlank(in: text) || (!words.isEmpty && isNull(field, in: text))
  }

  @inline(never)
  private func isNull(_ field: RowField, in text: borrowing ByteLoads) -> Bool {
    for word in words where field.holds(word, text) { return true }
    return false
  }
}

/// The parts of a row that can differ from the row that was read before it.
///
/// A value depends only on the bytes of its columns. So a value is taken over from the row before if none
/// of its columns has changed. Nothing else of a row is remembered.
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
      guard environment != 0, step.field == .environment else { continue }
      for column in changes.indices where changes[column].contains(.step(index)) {
        changes[column].insert(.filters)
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
  /// What the values depend on that most transactions have in common with the one before them.
  let seldomChanged: RowChanges
  /// Whether a value depends on others of its row, so that they are read together.
  let computesEnd: Bool
  /// Whether rows say if their chain had purchases before (F14a).
  let tellsBeginning: Bool

  init(_ plan: ColumnPlan) {
    steps = RowChanges(plan.steps.indices.map { .step($0) })
    product = Self.changes(of: [.productId, .subscriptionGroupIdentifier], in: plan)
    offer = Self.changes(of: [.offerIdentifier], in: plan)
    chain = Self.changes(of: [.originalTransactionId], in: plan)
    let seldomChanged = Self.changes(
      of: [
        .inAppOwnershipType, .transactionReason, .offerDiscountType, .price, .revocationType,
        .offerType, .billingPlanType, .revocationDate, .storefront, .environment,
      ],
      in: plan
    )
    self.seldomChanged = seldomChanged.union(product).union(offer)
    computesEnd = plan.steps.contains { $0.field == .duration }
    tellsBeginning = plan.steps.contains {
      [.originalPurchaseDate, .paymentNumber].contains($0.field)
    }
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
