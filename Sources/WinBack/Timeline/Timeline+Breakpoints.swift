package import CalendarTime

extension Timeline {
  /// Returns every instant at which a fact other than the paid months of a running period may
  /// change, in order, without doubles.
  ///
  /// Between two of them a window can only open or close where a rule compares `now` with a fact,
  /// or where a running paid period completes a month.
  ///
  /// - Complexity: O(*n* log *n*) for *n* transactions.
  package func breakpoints() -> ContiguousArray<Instant> {
    var instants: ContiguousArray<Instant> = []
    for transaction in owned {
      // F7 looks at service before `now`: a new period counts from its second millisecond on.
      instants.append(transaction.start)
      instants.append(transaction.start.adding(milliseconds: 1))
      instants.append(transaction.expires)
      instants.append(transaction.revokedAt)
    }
    if let last = owned.last {
      for end in [last.start, last.expires, last.revokedAt] {
        instants.append(end.adding(milliseconds: last.retryWindow))
      }
    }
    if let graceEnd { instants.append(graceEnd) }
    for access in shared {
      instants.append(access.start)
      instants.append(access.end)
    }
    instants.sort()
    var unique: ContiguousArray<Instant> = []
    unique.reserveCapacity(instants.count)
    for instant in instants where instant != unique.last && instant.isValid {
      unique.append(instant)
    }
    return unique
  }
}
