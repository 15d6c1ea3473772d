/// What of a row is not as in another row that is written like it.
struct RowChanges: OptionSet, Sendable {
  let rawValue: UInt64

  /// The value that a step of a plan reads.
  static func step(_ index: Int) -> Self {
    Self(rawValue: 1 &<< UInt64(truncatingIfNeeded: index))
  }

  /// The values that the first so many steps of a plan read.
  static func steps(_ count: Int) -> Self {
    Self(rawValue: 1 &<< UInt64(truncatingIfNeeded: count) &- 1)
  }

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

/// What depends on each eight bytes of a row.
///
/// It may say too much, never too little.
struct ChangeWords: Sendable {
  /// Changes, as raw values.
  var words: ContiguousArray<UInt64>

  /// Creates the words of rows that have no more than so many bytes.
  init(byteLimit: Int) {
    // With as many more as a window has that starts in the last word.
    words = ContiguousArray(repeating: 0, count: byteLimit &>> 3 &+ 5)
  }

  /// Forgets what depends on the bytes behind an offset of a row, but for those of its own word.
  ///
  /// - Parameters:
  ///   - offset: The offset.
  ///   - count: The number of the row's bytes.
  mutating func forget(from offset: Int, to count: Int) {
    var words = words.mutableSpan
    var word = offset == 0 ? 0 : offset &>> 3 &+ 1
    // The last window of a row has up to four words more than the row.
    while word < count &>> 3 &+ 5 {
      words[word] = 0
      word &+= 1
    }
  }

  /// Notes what depends on the fields of a row that starts at an offset.
  mutating func add(
    _ uses: borrowing ContiguousArray<ColumnUses.Use>,
    _ fields: borrowing RowFields,
    in start: Int
  ) {
    var words = words.mutableSpan
    for index in uses.indices {
      let field = fields[uses[index].column]
      words.add(uses[index].changes, field.start &- start, field.end &- start)
    }
  }
}

extension MutableSpan<UInt64> {
  /// Notes what depends on the bytes from a place in a row up to another one.
  @inline(__always)
  mutating func add(_ changes: RowChanges, _ start: Int, _ end: Int) {
    guard start < end else { return }
    let first = start &>> 3
    let last = (end &- 1) &>> 3
    // A field of usual size is in up to four words: without a loop there is nothing to guess.
    self[first] |= changes.rawValue
    self[min(first &+ 1, last)] |= changes.rawValue
    self[min(first &+ 2, last)] |= changes.rawValue
    self[last] |= changes.rawValue
    var word = first &+ 3
    while word < last {
      self[word] |= changes.rawValue
      word &+= 1
    }
  }
}

/// What depends on which columns of a table.
struct ColumnUses: Sendable {
  /// What depends on a column.
  struct Use: Sendable {
    let column: Int
    let changes: RowChanges
  }

  /// The columns that something depends on, in their order.
  let columns: ContiguousArray<Use>
  /// All that the steps of the plan read.
  let steps: RowChanges
  /// What the product and its group depend on.
  let product: RowChanges
  /// What the identifier of the offer depends on.
  let offer: RowChanges
  /// What the identifier of the chain's first transaction depends on.
  let chain: RowChanges
  /// What the traits of a transaction depend on.
  let traits: RowChanges
  /// What the values depend on that few transactions of a customer have anew.
  let others: RowChanges
  /// Whether a value depends on others of its row, so that they are read together.
  let computesEnd: Bool
  /// The columns that nearly every row has anew.
  let frequent: FrequentColumns

  /// Determines what depends on the columns of a plan.
  init(_ plan: ColumnPlan) {
    var changes = ContiguousArray(repeating: RowChanges(), count: plan.columns.count)
    changes[plan.customer].insert(.customer)
    for filter in plan.filters { changes[filter.column].insert(.filters) }
    for (index, step) in plan.steps.enumerated() {
      for source in plan.sources[step.sources] {
        if let column = source.column { changes[column].insert(.step(index)) }
        for condition in plan.conditions[source.conditions] {
          changes[condition.column].insert(.step(index))
        }
      }
    }
    var columns: ContiguousArray<Use> = []
    for (column, changes) in changes.enumerated() where !changes.isEmpty {
      columns.append(Use(column: column, changes: changes))
    }
    self.columns = columns
    steps = .steps(plan.steps.count)
    product = Self.changes(of: [.productId, .subscriptionGroupIdentifier], in: plan)
    offer = Self.changes(of: [.offerIdentifier], in: plan)
    chain = Self.changes(of: [.originalTransactionId], in: plan)
    traits = Self.changes(
      of: [
        .inAppOwnershipType, .transactionReason, .offerDiscountType, .price, .revocationType,
        .offerType, .billingPlanType,
      ],
      in: plan
    )
    others = Self.changes(of: [.revocationDate, .storefront], in: plan)
    computesEnd = plan.steps.contains { $0.field == .duration }
    frequent = FrequentColumns(plan)
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
