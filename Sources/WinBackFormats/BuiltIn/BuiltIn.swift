package import BuiltInFiles

/// The files of the folder `Rules`, built into the library so that no files are needed beside it.
package enum BuiltIn {
  package static var appStoreRules: [UInt8] { rulesAppStore.contents }

  package static var introductoryOfferRules: [UInt8] { rulesIntroductoryOffer.contents }

  /// The rule set for the screens of an app, as a JSON document.
  package static var merchandisingRules: [UInt8] { rulesMerchandising.contents }

  /// The names of the native formats that have a schema.
  package static let schemaNames: [String] = [
    "catalog", "check", "compare", "history", "mapping", "plan", "redemption", "result", "rules",
    "scenarios", "summary",
  ]

  package static func schema(_ name: String) -> [UInt8]? {
    switch name {
    case "catalog": schemaCatalog.contents
    case "check": schemaCheck.contents
    case "compare": schemaCompare.contents
    case "history": schemaHistory.contents
    case "mapping": schemaMapping.contents
    case "plan": schemaPlan.contents
    case "redemption": schemaRedemption.contents
    case "result": schemaResult.contents
    case "rules": schemaRules.contents
    case "scenarios": schemaScenarios.contents
    case "summary": schemaSummary.contents
    default: nil
    }
  }
}

extension BuiltInFile {
  package var contents: [UInt8] { unsafe Array(UnsafeBufferPointer(start: bytes, count: count)) }
}
