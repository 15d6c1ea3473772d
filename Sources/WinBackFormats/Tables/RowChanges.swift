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
