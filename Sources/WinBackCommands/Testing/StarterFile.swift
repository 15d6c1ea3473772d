import CEL

/// A file that `winback new` writes.
struct StarterFile {
  /// The path within the folder, or within the repository.
  let path: String
  let contents: String

  private init(path: String, _ bytes: [UInt8]) {
    self.path = path
    contents = String(decoding: bytes, as: UTF8.self)
  }

  /// The files of the folder, in the order in which a person should look at them.
  static let all: [StarterFile] = [
    StarterFile(path: "catalog.json", PackageResources.catalog_json),
    StarterFile(path: "offers.scenarios.json", PackageResources.offers_scenarios_json),
    StarterFile(path: "customers/returning.json", PackageResources.returning_json),
    StarterFile(path: "customers/loyal.json", PackageResources.loyal_json),
    StarterFile(path: "winback.json", PackageResources.winback_json),
  ]

  /// The path in the repository of the workflow by which GitHub checks each change; GitHub looks for
  /// it in the root of the repository only.
  static let workflowPath = ".github/workflows/win-back-offers.yml"

  /// Returns the workflow for a folder of the repository.
  static func workflow(for folder: String) -> String {
    String(decoding: PackageResources.win_back_offers_yml, as: UTF8.self)
      .replacing(all: "{folder}", by: folder)
  }
}
