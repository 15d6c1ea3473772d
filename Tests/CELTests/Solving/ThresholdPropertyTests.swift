import CEL
import CalendarTime
import TestSupport
import Testing

@Suite("Thresholds of random expressions")
struct ThresholdPropertyTests {
  private let environment = RandomExpression.environment

  private func day(_ day: Int64) -> Instant {
    Instant(milliseconds: day * Instant.millisecondsPerDay)
  }

  @Test(
    "every comparison changes at thresholds, and nowhere else",
    arguments: [UInt64](1...6)
  )
  func thresholds(seed: UInt64) throws {
    var random = RandomExpression(seed: seed)
    let clock = try #require(environment.id(of: "now"))
    var found = 0
    let rounds = TestBuild.isOptimized ? 450 : 15
    for round in 0..<rounds {
      random.isTame = round % 3 > 0
      let source = random.clockComparison(depth: 2) + " || " + random.clockComparison(depth: 3)
      let expression = try random.parse(source)
      let bindings = random.bindings()
      // 2023-01-10 to 2023-04-10, so that there are a short month and long ones around it.
      let range = day(19_367)...day(19_457)
      let thresholds = expression.thresholds(of: clock, in: range) { bindings[$0.index] }
      let comparisons = expression.comparisons.map(\.expression)
        .filter { $0.variables.contains(clock) }
      func outcomes(at instant: Instant) -> [Outcome] {
        comparisons.map { comparison in
          let outcome = comparison.evaluate { id in
            id == clock ? .value(.timestamp(instant)) : bindings[id.index]
          }
          if case .failure = outcome { return .failure(.overflow) }
          return outcome
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
    #expect(found > rounds / 2, "seed \(seed) has too few thresholds to prove anything")
  }
}
