import CEL
import CalendarTime
import Testing

@Suite("Thresholds of random expressions")
struct ThresholdPropertyTests {
  private let environment = RandomExpression.environment

  @Test(
    "every comparison changes at thresholds, and nowhere else",
    arguments: [UInt64](1...12)
  )
  func thresholds(seed: UInt64) throws {
    var random = RandomExpression(seed: seed)
    let clock = try #require(environment.id(of: "now"))
    var found = 0
    for round in 0..<60 {
      random.isTame = round % 3 > 0
      let source = random.clockComparison(depth: 2) + " || " + random.clockComparison(depth: 3)
      let expression = try random.parse(source)
      let bindings = random.bindings()
      // 2022-12-20 to 2023-05-09, so that there are short months and a long one before each.
      let range =
        Instant(
          milliseconds: 19_346 * 86_400_000
        )...Instant(
          milliseconds: 19_486 * 86_400_000
        )
      let thresholds = expression.thresholds(of: clock, in: range) { bindings[$0.index] }
      let comparisons = try expression.comparisons.map { comparison in
        try random.parse(
          "(\(comparison.left)) \(comparison.operator) (\(comparison.right))"
        )
      }.filter { $0.variables.contains(clock) }
      func outcomes(at instant: Instant) -> [String] {
        comparisons.map { comparison in
          let outcome = comparison.evaluate { id in
            id == clock ? .value(.timestamp(instant)) : bindings[id.index]
          }
          if case .failure = outcome { return "failure" }
          return "\(outcome)"
        }
      }

      for threshold in thresholds {
        let before = Instant(milliseconds: threshold.milliseconds - 1)
        try #require(
          outcomes(at: before) != outcomes(at: threshold),
          "seed \(seed): \(source) at \(threshold), \(bindings)"
        )
        try #require(range.lowerBound < threshold && threshold <= range.upperBound)
      }
      try #require(thresholds == Set(thresholds).sorted(), "seed \(seed): \(source)")
      found += thresholds.count

      var samples = stride(
        from: range.lowerBound.milliseconds,
        through: range.upperBound.milliseconds,
        by: 6 * 3_600_000
      ).flatMap { [$0, $0 + 1] }
      samples += thresholds.flatMap { [$0.milliseconds - 1, $0.milliseconds, $0.milliseconds + 1] }
      var next = thresholds[...]
      var expected = outcomes(at: range.lowerBound)
      for sample in samples.sorted() where range.contains(Instant(milliseconds: sample)) {
        while let threshold = next.first, threshold.milliseconds <= sample {
          expected = outcomes(at: threshold)
          next.removeFirst()
        }
        let instant = Instant(milliseconds: sample)
        try #require(
          outcomes(at: instant) == expected,
          "seed \(seed): \(source) at \(instant), thresholds \(thresholds), \(bindings)"
        )
      }
    }
    #expect(found > 20, "seed \(seed) has too few thresholds to prove anything")
  }
}
