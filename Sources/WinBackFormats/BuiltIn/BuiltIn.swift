/// The files of the folder `Rules`, which are part of the library so that it needs none beside it.
package enum BuiltIn {
  /// The rule set of the App Store, as a JSON document.
  package static var appStoreRules: [UInt8] { PackageResources.AppStore_json }

  /// The rule set of introductory offers, as a JSON document.
  package static var introductoryOfferRules: [UInt8] { PackageResources.IntroductoryOffer_json }

  /// The conditions of each screen, as a JSON document.
  package static var merchandisingRules: [UInt8] { PackageResources.Merchandising_json }

  /// The names of the native formats that have a schema.
  package static let schemaNames: [String] = [
    "catalog", "check", "compare", "history", "mapping", "plan", "redemption", "result", "rules",
    "scenarios", "summary",
  ]

  /// Returns the JSON Schema of a native format; nil if there is none of that name.
  package static func schema(_ name: String) -> [UInt8]? {
    switch name {
    case "catalog": PackageResources.catalog_schema_json
    case "check": PackageResources.check_schema_json
    case "compare": PackageResources.compare_schema_json
    case "history": PackageResources.history_schema_json
    case "mapping": PackageResources.mapping_schema_json
    case "plan": PackageResources.plan_schema_json
    case "redemption": PackageResources.redemption_schema_json
    case "result": PackageResources.result_schema_json
    case "rules": PackageResources.rules_schema_json
    case "scenarios": PackageResources.scenarios_schema_json
    case "summary": PackageResources.summary_schema_json
    default: nil
    }
  }
}
