package import CalendarTime

extension Timeline {
  /// Returns every instant at which a fact other than the paid months of a running period can
  /// change, in order and unique.
  ///
  /// Between two of them a window can open or close only if a rule compares `now` with a fact, or
  /// if a running paid period completes a month.
  package func breakpoints() -> ContiguousArray<Instant> {
    var instants: ContiguousArray<Instant> = []
    appendBreakpoints(in: .minimum...(.maximum), to: &instants)
    instants.sort()
    var unique: ContiguousArray<Instant> = []
    unique.reserveCapacity(instants.count)
    for instant in instants where instant != unique.last { unique.append(instant) }
    return unique
  }

  /// Adds the breakpoints in a range of time, in any order and perhaps more than once.
  func appendBreakpoints(
    in range: ClosedRange<Instant>,
    to instants: inout ContiguousArray<Instant>
  ) {
    func append(_ instant: Instant) {
      if range.contains(instant) { instants.append(instant) }
    }
    for transaction in owned {
      // F7 counts service before `now`, so a new period counts from its second millisecond on.
      append(transaction.start)
      append(transaction.start.adding(milliseconds: 1))
      append(transaction.expires)
      append(transaction.revokedAt)
    }
    if let last = owned.last {
      for end in [last.start, last.expires, last.revokedAt] {
        append(end.adding(milliseconds: last.retryWindow))
      }
    }
    if let graceEnd { append(graceEnd) }
    for access in shared {
      append(access.start)
      append(access.end)
      for end in access.recoveryEnds { append(end) }
    }
  }
}
