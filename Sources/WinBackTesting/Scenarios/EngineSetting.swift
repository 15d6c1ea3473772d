/// What an engine is made of: scenarios of the same setting are about the same offers.
package struct EngineSetting: Sendable, Hashable {
  /// The path of the catalog.
  package let catalog: String

  /// The path of the rule set; nil for the App Store's.
  package let rules: String?

  /// The policies that are set.
  package let policies: [String: String]

  /// Creates a setting.
  package init(catalog: String, rules: String?, policies: [String: String]) {
    self.catalog = catalog
    self.rules = rules
    self.policies = policies
  }
}
