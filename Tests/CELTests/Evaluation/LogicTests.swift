import CEL
import Testing

@Suite("Logic with what is not known")
struct LogicTests {
  /// Two bools that may be absent, so that every operand can be true, false, unknown or a failure.
  private static let environment = Environment([
    Variable("v.a", .bool, isOptional: true), Variable("v.b", .bool, isOptional: true),
    Variable("v.c", .bool, isOptional: true),
  ])
  private static let bindings: [Binding] = [
    .value(.bool(true)), .value(.bool(false)), .unknown, .absent,
  ]

  /// Returns what `&&` comes to, or `||` with the other absorbing value, by the words of its definition.
  private func expected(_ operands: [Binding], absorbing: Bool) throws -> Outcome {
    if operands.contains(.value(.bool(absorbing))) { return .value(.bool(absorbing)) }
    let ids = try ids
    let unknown = zip(operands, ids).filter { $0.0 == .unknown }.map(\.1)
    if !unknown.isEmpty { return .unknown(unknown) }
    if let index = operands.firstIndex(of: .absent) { return .failure(.absent(ids[index])) }
    return .value(.bool(!absorbing))
  }

  private var ids: [VariableID] {
    get throws {
      try ["v.a", "v.b", "v.c"].map { try #require(Self.environment.id(of: $0)) }
    }
  }

  @Test("is Kleene's, in every order, for all combinations of two and three operands")
  func kleene() throws {
    for (sign, absorbing) in [("&&", false), ("||", true)] {
      let two = try Expression("v.a \(sign) v.b", in: Self.environment)
      let forms = [
        "v.a \(sign) v.b \(sign) v.c", "(v.a \(sign) v.b) \(sign) v.c",
        "v.a \(sign) (v.b \(sign) v.c)",
      ]
      for first in Self.bindings {
        for second in Self.bindings {
          let pair = [first, second]
          #expect(
            two.evaluate { pair[$0.index] } == (try expected(pair, absorbing: absorbing)),
            "\(two), \(pair)"
          )
          for third in Self.bindings {
            let triple = [first, second, third]
            for form in forms {
              let three = try Expression(form, in: Self.environment)
              #expect(
                three.evaluate { triple[$0.index] } == (try expected(triple, absorbing: absorbing)),
                "\(form), \(triple)"
              )
            }
          }
        }
      }
    }
  }

  @Test("of '!' and 'has' keeps what is not known")
  func unary() throws {
    let id = try ids[0]
    let not = try Expression("!v.a", in: Self.environment)
    let has = try Expression("has(v.a)", in: Self.environment)
    #expect(
      Self.bindings.map { binding in not.evaluate { _ in binding } } == [
        .value(.bool(false)), .value(.bool(true)), .unknown([id]), .failure(.absent(id)),
      ]
    )
    #expect(
      Self.bindings.map { binding in has.evaluate { _ in binding } } == [
        .value(.bool(true)), .value(.bool(true)), .unknown([id]), .value(.bool(false)),
      ]
    )
  }

  @Test("of '?:' is that of the condition, then of one branch")
  func conditional() throws {
    let expression = try Expression("v.a ? v.b : v.c", in: Self.environment)
    let ids = try ids
    for condition in Self.bindings {
      for second in Self.bindings {
        for third in Self.bindings {
          let triple = [condition, second, third]
          func outcome(_ index: Int) -> Outcome {
            switch triple[index] {
            case .value(let value): .value(value)
            case .unknown, .range: .unknown([ids[index]])
            case .absent: .failure(.absent(ids[index]))
            }
          }
          let expected =
            condition == .value(.bool(true))
            ? outcome(1) : condition == .value(.bool(false)) ? outcome(2) : outcome(0)
          #expect(expression.evaluate { triple[$0.index] } == expected, "\(triple)")
        }
      }
    }
  }

  @Test(
    "of all other operators is the first failure, else all that are unknown",
    arguments: [
      ("v.b == v.a", "unknown: v.a, v.b"), ("v.a == v.c", "'v.c' is absent"),
      ("v.c == v.a", "'v.c' is absent"), ("1 / 0 == size([v.c])", "division by zero"),
      ("size([v.c]) == 1 / 0", "'v.c' is absent"), ("size([v.b, v.a]) + 1 / 0", "division by zero"),
      ("size([v.b, v.a, v.b]) + 1", "unknown: v.a, v.b"), ("string(v.c)", "'v.c' is absent"),
    ]
  )
  func strict(source: String, text: String) throws {
    let expression = try Expression(source, in: Self.environment)
    let outcome = expression.evaluate { $0.index == 2 ? .absent : .unknown }
    #expect(outcome.text(in: Self.environment) == text)
  }
}
