/// The facts of one customer at one instant as numbers, in storage that is used again.
struct FactRow: Sendable {
  private enum Knowledge: UInt8 {
    case known
    case absent
    case unknown
  }

  private var numbers: ContiguousArray<Int64>
  private var knowledge: ContiguousArray<Knowledge>

  /// Creates a row of absent facts.
  init(count: Int) {
    numbers = ContiguousArray(repeating: 0, count: count)
    knowledge = ContiguousArray(repeating: .absent, count: count)
  }

  /// Sets a fact; nil is absent.
  mutating func set(_ slot: Int, to number: Int64?) {
    if let number { numbers[slot] = number }
    knowledge[slot] = number == nil ? .absent : .known
  }

  /// Sets a fact that the input cannot tell (F12).
  mutating func setUnknown(_ slot: Int) {
    knowledge[slot] = .unknown
  }

  /// Returns whether a condition holds; nil where that is not known.
  func outcome(
    of condition: PackedCondition,
    _ ranges: ContiguousArray<ClosedRange<Int64>>
  ) -> Bool? {
    switch knowledge[condition.slot] {
    case .known: condition.contains(numbers[condition.slot], ranges)
    case .absent: condition.holdsWhenAbsent
    case .unknown: condition.holdsWhenUnknown ? true : nil
    }
  }
}
