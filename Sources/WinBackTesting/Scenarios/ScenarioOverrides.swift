/// What replaces the catalogs, rules and policies of scenario files.
package struct ScenarioOverrides: Sendable {
  /// A catalog, and its name; nil to use those of the files.
  package var catalog: (name: String, catalog: Catalog)?

  /// The rule set of each kind of offer, and the path of its file, which is nil for built-in rules;
  /// those of other kinds are those of the files.
  package var rules: [OfferKind: (path: String?, rules: CheckedRuleSet)] = [:]

  /// The kind of the offers of a file that says none.
  package var kind: OfferKind = .winBack
  package var policies: [String: String] = [:]

  /// A rule set of screens, and the path of its file; nil to use those of the files.
  package var screens: (path: String, rules: CheckedRuleSet)?

  /// The file that names all of these, the paths of its catalog, and what gives all paths of one
  /// file the same form; nil if there is none.
  ///
  /// A scenario file with another catalog, rule set or policy then has an error.
  package var source: (file: String, catalogs: [String], resolved: @Sendable (String) -> String)?

  package init() {}

  /// Returns the policies of a scenario file that still apply, and an error for each catalog, rule
  /// set and policy in the file that differs from what its scenarios run with.
  func policies(
    of reader: ScenarioReader
  ) throws(ScenarioFile.Fault) -> (policies: [PolicySetting], differences: [FormatError]) {
    guard let source, let rules = rules[reader.kind ?? kind] else { return (reader.policies, []) }
    var differences: [FormatError] = []
    func expect(_ what: String, _ found: FileReference) {
      differences.append(
        found.node.error(
          "expected the \(what) of '\(source.file)', because the check runs with it, found "
            + "'\(found.path)'"
        )
      )
    }
    let catalogs = source.catalogs.map(source.resolved)
    if reader.namesCatalog, !catalogs.contains(source.resolved(reader.catalog.path)) {
      expect("catalog", reader.catalog)
    }
    if let own = reader.rules, source.resolved(own.path) != rules.path.map(source.resolved) {
      expect("rule set", own)
    }
    if let screens, let own = reader.screenFiles.screens,
      source.resolved(own.path) != source.resolved(screens.path)
    {
      expect("rule set of screens", own)
    }
    let ruleSet = rules.rules.ruleSet
    for policy in reader.policies where ruleSet.knows(policy.name) {
      do {
        var own = policies
        own[policy.name] = policy.value
        guard
          try PolicyChoice(of: ruleSet, overrides: policies)
            != PolicyChoice(of: ruleSet, overrides: own)
        else { continue }
      } catch {
        let fault = policy.node.error(error.description)
        throw ScenarioFile.Fault(file: reader.catalog.file, error: fault)
      }
      differences.append(
        policy.node.error(
          "expected the policy '\(policy.name)' of '\(source.file)', because the check runs with it, "
            + "found '\(policy.value)'"
        )
      )
    }
    return (reader.policies.filter { !ruleSet.knows($0.name) }, differences)
  }
}
