package import CalendarTime

extension Merchandiser {
  /// Creates a merchandiser with an engine of its own: each policy goes to the rule sets that have it, and
  /// the win-back rules declare the attributes that the screens read.
  ///
  /// - Throws: ``EngineError`` where a policy or a value is unknown, or a rule set is of another kind.
  package init(
    catalog: Catalog,
    rules: CheckedRuleSet,
    screens: CheckedRuleSet,
    introductory: CheckedRuleSet,
    policies: [String: String],
    dataThrough: Instant? = nil,
    after symbols: SymbolTable = SymbolTable()
  ) throws(EngineError) {
    let declaring: CheckedRuleSet
    do throws(RuleSetError) {
      declaring = try rules.declaring(attributesOf: screens)
    } catch {
      throw .ruleSet(error.description)
    }
    let own = Set(PolicyChoice.names(of: rules.ruleSet))
    let others = Set((screens.ruleSet.policies + introductory.ruleSet.policies).map { $0.name })
    for name in policies.keys.sorted() where !own.contains(name) && !others.contains(name) {
      throw .policy(PolicyError(unknown: name, among: others.union(own)))
    }
    let engine = try EligibilityEngine(
      catalog: catalog,
      rules: declaring,
      policies: policies.filter { own.contains($0.key) },
      dataThrough: dataThrough,
      after: symbols
    )
    try self.init(
      engine,
      rules: screens,
      introductory: introductory,
      policies: policies.filter { others.contains($0.key) }
    )
  }
}
