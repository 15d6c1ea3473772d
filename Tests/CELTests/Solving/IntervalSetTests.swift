import CEL
import TestSupport
import Testing

@Suite("Sets of intervals")
struct IntervalSetTests {
  @Test("are the union of intervals in any order")
  func union() {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<500 {
      let intervals = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        let ends = (0..<2).map { _ in
          [Int64.min, .max, Int64.random(in: -9...9, using: &generator)].randomElement(
            using: &generator
          ) ?? 0
        }.sorted()
        return ends[0]...ends[1]
      }
      let expected = intervals.reduce(IntervalSet.none) { $0.union(IntervalSet($1)) }
      #expect(IntervalSet(unionOf: intervals) == expected, "\(intervals)")
    }
  }
}
