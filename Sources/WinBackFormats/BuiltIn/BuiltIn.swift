package import BuiltInFiles

/// The files of the folder `Rules`, built into the library so that no files are needed beside it.
package enum BuiltIn {
  /// The rule set for the screens of an app, as a JSON document.
  package static var merchandisingRules: [UInt8] { rulesMerchandising.contents }

  /// The schemas of the native formats, by their names.
  package static let schemas: [(name: String, contents: @Sendable () -> [UInt8])] = [
    ("catalog", { schemaCatalog.contents }),
    ("check", { schemaCheck.contents }),
    ("compare", { schemaCompare.contents }),
    ("history", { schemaHistory.contents }),
    ("mapping", { schemaMapping.contents }),
    ("plan", { schemaPlan.contents }),
    ("redemption", { schemaRedemption.contents }),
    ("result", { schemaResult.contents }),
    ("rules", { schemaRules.contents }),
    ("scenarios", { schemaScenarios.contents }),
    ("summary", { schemaSummary.contents }),
  ]
}

extension BuiltInFile {
  package var contents: [UInt8] { unsafe Array(UnsafeBufferPointer(start: bytes, count: count)) }
}
