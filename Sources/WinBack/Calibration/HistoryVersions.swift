/// A history as it is in each of several time zones, which decide when a date without a time is (T4).
///
/// What is merged as a duplicate may depend on that, too.
package struct HistoryVersions: Sendable {
  /// A history without duplicates.
  struct Version: Sendable {
    let record: HistoryRecord
    let isOnlyGroup: Bool
  }

  /// The versions, of which a single one stands for all; nil where the history contradicts itself.
  let versions: ContiguousArray<Version?>

  /// Creates the versions of a history.
  ///
  /// - Parameters:
  ///   - merged: The history without duplicates, in the time zone of the engine.
  ///   - record: The history as it was read.
  ///   - policies: The policies, of which each has a time zone.
  ///   - products: Tell the group of a product.
  init(
    _ merged: HistoryRecord,
    _ record: HistoryRecord,
    _ policies: [PolicyChoice],
    _ products: ProductGroups
  ) {
    guard record.hasDays, policies.count > 1 else {
      versions = [Self.version(merged, products)]
      return
    }
    versions = ContiguousArray(
      policies.map { policies in
        var copy = record
        do {
          try copy.mergeDuplicates(at: policies.facts.timeZone)
        } catch {
          return nil
        }
        return Self.version(copy, products)
      }
    )
  }

  private static func version(_ record: HistoryRecord, _ products: ProductGroups) -> Version {
    var isOnlyGroup = true
    if case .several = record.groupCount(in: products).groups { isOnlyGroup = false }
    return Version(record: record, isOnlyGroup: isOnlyGroup)
  }
}

extension HistoryRecord {
  /// Whether a date of the history is known to the day only.
  var hasDays: Bool {
    transactions.contains { transaction in
      transaction.purchaseDate.isDateOnly || transaction.expiresDate.isDateOnly
        || transaction.revocationDate?.isDateOnly ?? false
        || transaction.signedDate?.isDateOnly ?? false
    }
      || renewals.contains { renewal in
        renewal.gracePeriodExpiresDate?.isDateOnly ?? false
          || renewal.signedDate?.isDateOnly ?? false
      }
  }
}
