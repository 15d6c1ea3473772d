/// The columns of identifiers and dates, which nearly every row has anew: they are read together.
struct FrequentColumns: Sendable {
  /// The columns; -1 where a table does not have one.
  private(set) var transactionId = -1
  private(set) var transactionIdSuffix = -1
  private(set) var originalTransactionId = -1
  private(set) var purchaseDate = -1
  private(set) var expiresDate = -1
  private(set) var signedDate = -1
  /// What depends on these columns alone; nothing where they cannot be read together.
  private(set) var changes: RowChanges = []

  init(_ plan: ColumnPlan) {
    // Words that stand for no value could be written as dates.
    guard plan.nulls.isEmpty, plan.mapping.dates.takesISO8601 else { return }
    var changes: RowChanges = []
    for (index, step) in plan.steps.enumerated() {
      switch step.field {
      case .transactionId: transactionId = step.column
      case .transactionIdSuffix: transactionIdSuffix = step.column
      case .originalTransactionId: originalTransactionId = step.column
      case .purchaseDate: purchaseDate = step.column
      case .expiresDate: expiresDate = step.column
      case .signedDate: signedDate = step.column
      case .duration: return
      default: continue
      }
      // A value of several columns, or of conditions, is read by itself.
      guard step.column >= 0 else { return }
      changes.insert(.step(index))
    }
    guard transactionId >= 0, purchaseDate >= 0, expiresDate >= 0 else { return }
    self.changes = changes
  }

  /// Whether the columns can be read together.
  var areKnown: Bool { !changes.isEmpty }
}
