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

  /// What tells whether the row is read at all.
  static var filters: Self { Self(rawValue: 1 &<< 62) }
  /// Whose the row is.
  static var customer: Self { Self(rawValue: 1 &<< 63) }
  /// Everything, as for a row that is like no other.
  static var all: Self { Self(rawValue: .max) }

  /// The lowest step, which is taken out; nil where there is none.
  @inline(__always)
  mutating func removeFirstStep() -> Int? {
    guard rawValue != 0 else { return nil }
    let step = rawValue.trailingZeroBitCount
    self = Self(rawValue: rawValue & (rawValue &- 1))
    return step
  }
}
