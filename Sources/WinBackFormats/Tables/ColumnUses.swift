/// What hangs on which columns of a table.
struct ColumnUses: Sendable {
  /// What hangs on a column.
  struct Use: Sendable {
    let column: Int
    let changes: RowChanges
  }

  /// The columns that something hangs on, in their order.
  let columns: ContiguousArray<Use>
  /// All that the steps of the plan read.
  let steps: RowChanges
  /// What the product and its group hang on.
  let product: RowChanges
  /// What the identifier of the offer hangs on.
  let offer: RowChanges
  /// What the identifier of the chain's first transaction hangs on.
  let chain: RowChanges
  /// What the traits of a transaction hang on.
  let traits: RowChanges
  /// What the values hang on that few transactions of a customer have anew.
  let others: RowChanges
  /// Whether a value hangs on others of its row, so that they are read together.
  let computesEnd: Bool

  /// Finds out what hangs on the columns of a plan.
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
  }

  /// Returns what some fields hang on; in the history of another customer they are others anyway.
  private static func changes(of fields: [MappedField], in plan: ColumnPlan) -> RowChanges {
    var changes = RowChanges.customer
    for (index, step) in plan.steps.enumerated() where fields.contains(step.field) {
      changes.insert(.step(index))
    }
    return changes
  }
}
