/// The redemptions of offers of one kind that the transactions of a group show, in the order of time.
struct Redemptions: Sendable, Hashable {
  private var count: Int64 = 0
  /// How many more there are if transactions without a reason redeem an offer again (F14c).
  private var doubtful: Int64 = 0
  /// The last two whose instants are known; ``Instant/minimum`` without one.
  private var last = Instant.minimum
  private var secondLast = Instant.minimum
  /// The latest instant at or before which another one can be; ``Instant/minimum`` without one.
  private var latestDoubt = Instant.minimum

  /// Adds a transaction, which perhaps redeems its offer; `orBefore` tells whether it can continue what
  /// was redeemed before.
  mutating func add(_ redeems: Truth, at start: Instant, orBefore: Bool) {
    switch redeems {
    case .fails: return
    case .unknown: doubtful += 1
    case .holds: count += 1
    }
    guard redeems == .holds, !orBefore else { return latestDoubt = max(latestDoubt, start) }
    (secondLast, last) = (last, start)
  }

  /// Returns how many there are; `latestUnseen` is the latest instant of one that the input does not
  /// show, if there can be one.
  func count(latestUnseen: Instant?) -> FactValue {
    FactValue(count...(latestUnseen == nil ? count + doubtful : .max))
  }

  func last(latestUnseen: Instant?) -> FactValue {
    instant(last, isThere: count > 0, latestUnseen: latestUnseen)
  }

  func secondLast(latestUnseen: Instant?) -> FactValue {
    instant(secondLast, isThere: count > 1, latestUnseen: latestUnseen)
  }

  /// Returns an instant that others can only make later (F14).
  private func instant(_ known: Instant, isThere: Bool, latestUnseen: Instant?) -> FactValue {
    let latest = max(latestDoubt, latestUnseen ?? .minimum)
    guard latest > .minimum else { return isThere ? .number(known.milliseconds) : .absent }
    let range = known.milliseconds...max(known, latest).milliseconds
    if isThere { return FactValue(range) }
    return latest == .maximum ? .unknown : .range(range, mayBeAbsent: true)
  }
}
