package import CEL

/// A rule whose expressions are parsed and checked.
package struct CheckedRule: Sendable {
  package struct Reason: Sendable {
    package let id: String
    package let when: Expression?
    package let because: Template
  }

  package let rule: Rule
  package let require: Expression
  /// The parts of `require`, which must all hold.
  let conditions: [Expression]
  package let because: Template
  package let reasons: [Reason]

  init(_ rule: Rule, at index: Int, in environment: Environment) throws(RuleSetError) {
    self.rule = rule
    require = try Self.condition(rule.require, in: environment, at: .rule(index, .require))
    conditions = require.conjuncts
    guard require.canBeTrue(within: Vocabulary.possibleFacts) else {
      throw RuleSetError(
        .rule(index, .require),
        "expected a condition that somebody can meet, found one that is never true"
      )
    }
    because = try Self.template(rule.because, in: environment, at: .rule(index, .because))
    reasons = try rule.reasons.enumerated().map { position, reason throws(RuleSetError) in
      let place = RuleSetError.Place.rule(index, .reasonWhen(position))
      return Reason(
        id: reason.id,
        when: try reason.when.map { source throws(RuleSetError) in
          try Self.condition(source, in: environment, at: place)
        },
        because: try Self.template(
          reason.because,
          in: environment,
          at: .rule(index, .reasonBecause(position))
        )
      )
    }
  }

  private static func condition(
    _ source: String,
    in environment: Environment,
    at place: RuleSetError.Place
  ) throws(RuleSetError) -> Expression {
    let expression = try expression(source, in: environment, at: place)
    guard expression.type == .bool else {
      throw RuleSetError(place, "expected a condition of type bool, found \(expression.type)")
    }
    return expression
  }

  static func expression(
    _ source: String,
    in environment: Environment,
    at place: RuleSetError.Place
  ) throws(RuleSetError) -> Expression {
    let expression: Expression
    do {
      expression = try Expression(source, in: environment)
    } catch {
      throw RuleSetError(place, error, environment)
    }
    guard let failure = expression.failure else { return expression }
    throw RuleSetError(
      place,
      failure.message,
      suggestion: failure.suggestion,
      offset: failure.offset
    )
  }

  private static func template(
    _ source: String,
    in environment: Environment,
    at place: RuleSetError.Place
  ) throws(RuleSetError) -> Template {
    do {
      return try Template(source, in: environment)
    } catch {
      throw RuleSetError(place, error, environment)
    }
  }
}
