extension Reference {
  /// F14: what is known of a number or an instant: it lies between two ends, both included.
  ///
  /// The value is known where the ends are equal. An end that is nil is not known.
  struct Extent<Value: Comparable>: Equatable where Value: Sendable {
    let lowest: Value?
    let highest: Value?

    /// A value that is known.
    init(_ value: Value) { self.init(from: value, through: value) }

    init(from lowest: Value? = nil, through highest: Value? = nil) {
      self.lowest = lowest
      self.highest = highest
    }

    /// The value, where it is known.
    var value: Value? { lowest == highest ? lowest : nil }

    /// F14: whether every value, or none, is as large as another; nil is not decided.
    func isAtLeast(_ other: Value) -> Bool? {
      if let lowest, lowest >= other { return true }
      if let highest, highest < other { return false }
      return nil
    }

    /// The ends, each changed by a function that keeps their order.
    func map(_ transform: (Value) -> Value) -> Extent {
      Extent(from: lowest.map(transform), through: highest.map(transform))
    }
  }
}

extension Reference.Extent<Reference.Milliseconds> {
  /// F14: whether an instant is at or after it; nil is not decided.
  func isReached(at now: Reference.Milliseconds) -> Bool? {
    if let highest, highest <= now { return true }
    if let lowest, lowest > now { return false }
    return nil
  }
}

extension Reference {
  /// F14: the redemption of one offer, as far as it is known (F9, F12).
  struct Redemption: Equatable {
    /// Whether the offer may never have been redeemed.
    let mayBeAbsent: Bool
    /// When the redemption ended if there is one; nil where there is none.
    let endedAt: Extent<Milliseconds>?

    static let never = Redemption(mayBeAbsent: true, endedAt: nil)
    static let unknown = Redemption(mayBeAbsent: true, endedAt: Extent())
  }

  /// The clauses of F14 that say what an input lacks; a test leaves one out to see what it is for.
  enum Clause: String, CaseIterable {
    case beginning = "F14a"
    case holes = "F14b"
    case gapsWithoutReason = "F14c"
    case ageOfRenewalInfo = "F14d"
    case unseenRetry = "F14e"
    case earliestLapse = "F14f"
    case announcedRenewals = "F14g"
  }
}

/// R1: Kleene's conjunction.
func both(_ one: Bool?, _ other: Bool?) -> Bool? {
  if one == false || other == false { return false }
  guard let one, let other else { return nil }
  return one && other
}
