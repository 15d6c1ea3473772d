import TestSupport

extension SplitMix64 {
  /// Returns one of some choices.
  mutating func pick<Choice>(_ first: Choice, _ others: Choice...) -> Choice {
    others.randomElement(using: &self).flatMap {
      chance(others.count, in: others.count + 1) ? $0 : nil
    }
      ?? first
  }

  /// Returns true in so many of so many cases.
  mutating func chance(_ count: Int, in total: Int) -> Bool {
    Int.random(in: 0..<total, using: &self) < count
  }
}
