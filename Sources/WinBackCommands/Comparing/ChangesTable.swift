import WinBack
import WinBackFormats

/// Who gains and who loses which offer, as CSV: the file of `--changes`.
struct ChangesTable {
  /// The first row.
  static let header =
    "customerId,subscriptionGroupIdentifier,offerId,change,cause,rules\n"

  private var csv: CSVWriter

  /// Creates the rows of some changes.
  init(_ changes: [CohortComparison.Change], escapesFormulas: Bool) {
    csv = CSVWriter(escapesFormulas: escapesFormulas)
    for change in changes {
      csv.field(change.customerId)
      csv.field(change.offer.group)
      csv.field(change.offer.offerId)
      csv.field(change.isGained ? "gained" : "lost")
      csv.field(change.cause.name)
      csv.field(change.cause.rules.joined(separator: ";"))
      csv.endRow()
    }
  }

  /// The rows.
  var bytes: ContiguousArray<UInt8> { csv.bytes }
}
