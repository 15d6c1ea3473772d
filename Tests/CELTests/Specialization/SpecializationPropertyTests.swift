import CEL
import TestSupport
import Testing

@Suite("Partial evaluation of random expressions")
struct SpecializationPropertyTests {
  static let seeds: [UInt64] = [1, 2, 3, 4]
  private let types: [ValueType] = [
    .bool, .bool, .bool, .int, .double, .string, .timestamp, .duration, .list(.string),
  ]

  @Test("a residual comes to what the expression comes to, whatever was known", arguments: seeds)
  func residual(seed: UInt64) throws {
    var random = RandomExpression(seed: seed)
    for _ in 0..<300 {
      let type = try #require(types.randomElement(using: &random.generator))
      let source = random.source(type, depth: 4)
      let expression = try random.parse(source)
      let bindings = random.bindings()
      let plain = expression.evaluate { bindings[$0.index] }
      for _ in 0..<6 {
        let isKnown = bindings.map { _ in random.generator.chance(1, in: 2) }
        let residual = expression.specialized { isKnown[$0.index] ? bindings[$0.index] : nil }
        let outcome = residual.evaluate { isKnown[$0.index] ? .unknown : bindings[$0.index] }
        try #require(
          agree(outcome, plain),
          "seed \(seed): \(source) became \(residual), \(bindings)"
        )
        try #require(
          !residual.variables.contains { isKnown[$0.index] },
          "seed \(seed): \(source), \(residual)"
        )
      }
    }
  }

  @Test("an expression of which all is known is a constant", arguments: seeds)
  func constant(seed: UInt64) throws {
    var random = RandomExpression(seed: seed)
    for _ in 0..<300 {
      let type = try #require(types.randomElement(using: &random.generator))
      let source = random.source(type, depth: 4)
      let expression = try random.parse(source)
      let bindings = random.bindings()
      let constant = expression.specialized { bindings[$0.index] }.constant
      let plain = expression.evaluate { bindings[$0.index] }
      try #require(
        constant.map { agree($0, plain) } == true,
        "seed \(seed): \(source), \(bindings)"
      )
    }
  }

  @Test("the text of an expression or a residual reads as the same expression", arguments: seeds)
  func description(seed: UInt64) throws {
    var random = RandomExpression(seed: seed)
    for _ in 0..<300 {
      let type = try #require(types.randomElement(using: &random.generator))
      let source = random.source(type, depth: 4)
      let expression = try random.parse(source)
      let bindings = random.bindings()
      let isKnown = bindings.map { _ in random.generator.chance(1, in: 2) }
      let residual = expression.specialized { isKnown[$0.index] ? bindings[$0.index] : nil }
      for original in [expression, residual] {
        let text = original.description
        let again = try random.parse(text)
        try #require(again.description == text, "seed \(seed): \(source)")
        try #require(
          agree(again.evaluate { bindings[$0.index] }, original.evaluate { bindings[$0.index] }),
          "seed \(seed): \(source) became \(text)"
        )
      }
    }
  }

  @Test("an outcome that unknown variables do not change is never unknown's", arguments: seeds)
  func refinement(seed: UInt64) throws {
    var random = RandomExpression(seed: seed)
    for _ in 0..<300 {
      let source = random.source(.bool, depth: 4)
      let expression = try random.parse(source)
      let bindings = random.bindings()
      let outcome = expression.evaluate { bindings[$0.index] }
      for _ in 0..<6 {
        let others = random.bindings()
        let refined = expression.evaluate { id in
          bindings[id.index] == .unknown ? others[id.index] : bindings[id.index]
        }
        let agrees =
          switch outcome {
          case .unknown: true
          case .value: refined == outcome
          case .failure: if case .failure = refined { true } else { false }
          }
        try #require(agrees, "seed \(seed): \(source), \(bindings), \(others)")
      }
    }
  }

  /// Returns whether two outcomes are the same.
  private func agree(_ outcome: Outcome, _ other: Outcome) -> Bool {
    // Not-a-number is not equal to itself, but its text is.
    outcome == other || "\(outcome)" == "\(other)"
  }
}
