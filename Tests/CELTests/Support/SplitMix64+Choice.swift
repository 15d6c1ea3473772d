import TestSupport

extension SplitMix64 {
  /// Returns one of some choices.
  mutating func pick<Choice>(_ first: Choice, _ others: Choice...) -> Choice {
    others.randomElement(using: &self).flatMap {
      chance(others.count, in: others.count + 1) ? $0 : nil
    }
      ?? first
  }
}
