extension EligibilityEngine {
  /// Returns the engine in which one policy has another value, and all others have theirs.
  ///
  /// - Parameters:
  ///   - index: The place of the policy in the rule set.
  ///   - value: A value that the policy has there.
  /// - Returns: That engine.
  package func replacing(policyAt index: Int, with value: String) -> EligibilityEngine {
    assuming(policies.replacing(policyAt: index, with: value, in: rules.ruleSet))
  }

  /// Returns, for each offer, its place among those of an engine of the same catalog: policies may
  /// change the order of the result (R2).
  package func offerIndices(in other: EligibilityEngine) -> [Int] {
    programs.map { program in
      other.programs.firstIndex {
        $0.offer.symbol == program.offer.symbol && $0.offer.group == program.offer.group
      } ?? 0
    }
  }
}
