/// A small random number generator whose numbers follow from its seed.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

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
