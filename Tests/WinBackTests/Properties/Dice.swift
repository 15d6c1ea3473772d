import TestSupport

/// Random choices that a seed repeats.
struct Dice {
  var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// True in so many cases of a hundred.
  mutating func chance(_ percent: Int) -> Bool {
    number(1...100) <= percent
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  /// One of some choices, each as likely as the others; to make one likelier, list it again.
  mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[number(0...choices.count - 1)]
  }
}
