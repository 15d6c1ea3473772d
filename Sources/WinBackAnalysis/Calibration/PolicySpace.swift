/// All assignments of values to the policies of a rule set.
///
/// An assignment is a number made of the indices of its values; the last dimension changes first. 0
/// is the assignment of the engine itself. The dimensions are in the order of their scope, so that
/// all assignments with the same facts of a customer have regular distances.
package struct PolicySpace: Sendable {
  package let engine: EligibilityEngine
  package let dimensions: [PolicyDimension]
  /// The number of assignments, at most `Int.max`.
  package let count: Int

  /// The distance between assignments that differ in the next value of a dimension.
  private let strides: [Int]

  package init(_ engine: EligibilityEngine, fixed: Set<String> = []) {
    self.engine = engine
    let all = engine.rules.dimensions(of: engine.policies, without: fixed)
    let order: [PolicyDimension.Scope] = [
      .both, .months, .lapse, .wait, .rules, .ending, .completeness,
    ]
    dimensions = order.flatMap { scope in all.filter { $0.scope == scope } }
    // A product that overflows is too large to try all assignments.
    count = all.reduce(1) { count, dimension in
      let (product, isMore) = count.multipliedReportingOverflow(by: dimension.values.count)
      return isMore ? .max : product
    }
    var stride = 1
    strides = dimensions.reversed().map { dimension in
      defer { stride = stride &* dimension.values.count }
      return stride
    }.reversed()
  }

  /// Returns the assignments that differ from the engine's only in the policies of some scopes.
  ///
  /// Each assignment of the space is the sum of one from each scope.
  func assignments(of scopes: [PolicyDimension.Scope]) -> [Int] {
    zip(dimensions, strides).reduce([0]) { assignments, next in
      guard scopes.contains(next.0.scope) else { return assignments }
      return assignments.flatMap { assignment in
        next.0.values.indices.map { assignment + $0 * next.1 }
      }
    }
  }

  package func valueIndex(of dimension: Int, in assignment: Int) -> Int {
    assignment / strides[dimension] % dimensions[dimension].values.count
  }

  package func values(of assignment: Int) -> [String: String] {
    var values: [String: String] = [:]
    for (index, dimension) in dimensions.enumerated() {
      values[dimension.name] = dimension.values[valueIndex(of: index, in: assignment)]
    }
    return values
  }

  /// Returns the number of policies in which an assignment differs from another, such as the
  /// engine's.
  package func distance(of assignment: Int, from other: Int = 0) -> Int {
    dimensions.indices.count { valueIndex(of: $0, in: assignment) != valueIndex(of: $0, in: other) }
  }

  func choice(_ assignment: Int) -> PolicyChoice {
    dimensions.indices.reduce(engine.policies) { choice, index in
      replacing(dimensions[index], in: choice, valueAt: valueIndex(of: index, in: assignment))
    }
  }

  /// The policies of facts under each assignment.
  ///
  /// - Complexity: O(*a*) for *a* assignments: each is made from one that differs in one policy.
  var factPolicies: ContiguousArray<FactPolicies> {
    let choices = dimensions.reduce([engine.policies]) { choices, dimension in
      choices.flatMap { choice in
        dimension.values.indices.map { replacing(dimension, in: choice, valueAt: $0) }
      }
    }
    return ContiguousArray(choices.map { $0.facts })
  }

  /// Returns a choice with the value of one policy; index 0 is the engine's value, which a choice has.
  private func replacing(
    _ dimension: PolicyDimension,
    in choice: PolicyChoice,
    valueAt index: Int
  ) -> PolicyChoice {
    guard index != 0 else { return choice }
    let value = dimension.values[index]
    return choice.replacing(policyAt: dimension.index, with: value, in: engine.rules.ruleSet)
  }
}
