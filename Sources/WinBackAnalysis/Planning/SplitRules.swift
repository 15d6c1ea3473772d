import CEL

/// The rules about an offer, split by the criteria that their conditions read.
///
/// Only the rules define the effect of a setting: a condition that reads no criterion is the same
/// for every setting, and one that reads a single criterion for every setting with the same value.
struct SplitRules {
  /// The conditions that read no criterion.
  private(set) var fixed: [Expression] = []
  private var byCriterion: [[Expression]] = Criterion.allCases.map { _ in [] }

  /// It omits conditions that read only the dates of the offer and the clock: a plan assumes that
  /// the offer is available (S2).
  ///
  /// - Throws: ``PlanError`` if a condition reads several criteria together.
  init(_ engine: EligibilityEngine, _ program: OfferProgram) throws(PlanError) {
    let vocabulary = program.vocabulary
    for (id, rule) in zip(engine.rules.ids, engine.explained) {
      for part in rule.conjuncts where !Self.isAvailability(part) {
        let left = part.specialized { id in
          guard case .offer(let variable) = vocabulary.role(of: id),
            !Criterion.allCases.contains(where: { $0.variable == variable })
          else { return nil }
          return program.attribute(variable)
        }
        for condition in left.conjuncts {
          let criteria = Criterion.allCases.filter {
            condition.reads(Vocabulary.id(of: $0.variable))
          }
          switch criteria.first {
          case nil: fixed.append(condition)
          case let criterion? where criteria.count == 1:
            byCriterion[criterion.rawValue].append(condition)
          default: throw PlanError(rule: id, condition: "\(condition)", criteria: criteria)
          }
        }
      }
    }
  }

  func conditions(of criterion: Criterion, at index: Int) -> [Expression] {
    let id = Vocabulary.id(of: criterion.variable)
    let binding = criterion.values[index].map { Binding.value(.int(Int64($0))) } ?? .absent
    return byCriterion[criterion.rawValue].flatMap { condition in
      condition.specialized { $0 == id ? binding : nil }.conjuncts
    }
  }

  /// Returns whether a condition is only about when the offer is available.
  private static func isAvailability(_ condition: Expression) -> Bool {
    let dates = [OfferVariable.startDate, .endDate].map(Vocabulary.id(of:))
    let variables = condition.variables
    return variables.contains(where: dates.contains)
      && variables.allSatisfy { $0 == Vocabulary.id(of: .now) || dates.contains($0) }
  }
}

/// The reason that the settings of an offer cannot be counted: a rule with several criteria in one condition.
package struct PlanError: Error, Hashable, CustomStringConvertible {
  package let rule: String
  package let condition: String
  package let criteria: [Criterion]

  package var description: String {
    "expected rules that read one criterion in each condition, found '"
      + criteria.map { $0.variable.name }.joined(separator: "' and '")
      + "' together in the rule '\(rule)': \(condition)"
  }
}
