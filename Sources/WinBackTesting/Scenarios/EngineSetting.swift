/// The files and policies of an engine: scenarios with the same setting are about the same offers.
package struct EngineSetting: Sendable, Hashable {
  /// The path of the catalog, or the paths of its files with commas between them.
  package let catalog: String

  /// The path of the rule set; nil for built-in rules.
  package let rules: String?
  package let policies: [String: String]

  /// The kind of the offers that are decided.
  package let kind: OfferKind

  /// The path of the rule set of screens, if it declares attributes that the rule set lacks.
  var screens: String?

  package init(
    catalog: String,
    rules: String?,
    policies: [String: String],
    kind: OfferKind = .winBack
  ) {
    self.catalog = catalog
    self.rules = rules
    self.policies = policies
    self.kind = kind
  }
}

struct PolicySetting: Sendable {
  let name: String
  let value: String
  /// The location of the name.
  let node: JSONNode

  static func all(in node: JSONNode?) throws(FormatError) -> [PolicySetting] {
    try node.entries { key, value throws(FormatError) in
      PolicySetting(name: try key.string(), value: try value.string(), node: key)
    }
  }
}

/// The rule sets of screens, for scenarios with expectations about them.
struct ScreenRules: Sendable {
  let screens: CheckedRuleSet
  let others: [CheckedRuleSet]
  let policies: [String: String]

  func merchandiser(for engine: EligibilityEngine) throws(EngineError) -> Merchandiser {
    try Merchandiser(engine, rules: screens, others: others, policies: policies)
  }
}
