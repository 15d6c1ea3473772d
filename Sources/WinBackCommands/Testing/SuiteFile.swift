import WinBack
import WinBackTesting

/// A scenario file that is made for a catalog.
struct SuiteFile {
  /// The contents.
  let bytes: ContiguousArray<UInt8>

  /// Makes a file that shows every condition of a catalog's offers, and names the other files from
  /// `path`.
  ///
  /// A warning tells if something could not be shown.
  init(
    catalog: String,
    _ offers: Catalog,
    rules: String?,
    path: String?,
    on console: Console
  ) throws(CommandFailure) {
    let engine: EligibilityEngine
    let checked = try EngineOptions.rules(from: rules, on: console)
    do {
      engine = try EligibilityEngine(catalog: offers, rules: checked)
    } catch {
      throw CommandFailure(.badData, error.description, file: InputFile(catalog).name)
    }
    try SuiteQuality.check(engine, of: catalog)
    let suite = SuiteGenerator(for: engine)
    if suite.untold > 0 {
      let what =
        suite.untold == 1 ? "one condition or change" : "\(suite.untold) conditions or changes"
      console.warn("no story was found that shows \(what)")
    }
    bytes = ScenarioWriter.file(
      suite.scenarios,
      EngineSetting(
        catalog: RelativePath.path(catalog, from: path),
        rules: rules.map { RelativePath.path($0, from: path) },
        policies: [:]
      )
    )
  }
}
