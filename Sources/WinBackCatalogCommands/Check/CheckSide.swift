import WinBack
import WinBackCommandLine
import WinBackFiles
import WinBackFormats
import WinBackTesting

/// A catalog with its rules and policies: the one that is checked, or the one that it is compared with.
struct CheckSide: Sendable {
  let files: CatalogFiles
  let engine: EligibilityEngine
  let ruleSets: RuleSets
  private let configuration: CheckConfiguration

  init(_ configuration: CheckConfiguration, on console: Console) throws(CommandFailure) {
    let files = try CatalogFiles(
      configuration.settings.catalogs,
      configuration.project.catalogOptions,
      on: console
    )
    let ruleSets = try RuleSets(configuration.settings.rules, on: console)
    try self.init(configuration, files, ruleSets, after: SymbolTable())
  }

  private init(
    _ configuration: CheckConfiguration,
    _ files: CatalogFiles,
    _ ruleSets: RuleSets,
    after symbols: SymbolTable
  ) throws(CommandFailure) {
    self.configuration = configuration
    self.files = files
    self.ruleSets = ruleSets
    do {
      engine = try EligibilityEngine(
        catalog: files.catalog,
        rules: ruleSets.deciding.rules,
        policies: configuration.settings.policies,
        after: symbols
      )
    } catch {
      let file =
        switch error {
        case .catalog: files.name
        case .policy: configuration.file
        case .ruleSet: ruleSets.deciding.path ?? configuration.file
        }
      throw CommandFailure(.badData, error.description, file: file)
    }
  }

  /// Returns the side with symbols that continue those of another, so that both can evaluate one
  /// customer.
  func continuing(_ other: CheckSide) throws(CommandFailure) -> CheckSide {
    try CheckSide(configuration, files, ruleSets, after: other.engine.index.symbols)
  }

  /// Whether there is a catalog; a revision may have none.
  var hasCatalog: Bool { !configuration.settings.catalogs.isEmpty }

  /// What scenarios run with, and cannot name otherwise.
  var overrides: ScenarioOverrides {
    var overrides = ScenarioOverrides()
    overrides.catalog = (files.name, files.catalog)
    overrides.rules = ruleSets.offers
    overrides.screens = ruleSets.ownScreens
    overrides.policies = configuration.settings.policies
    overrides.source = (
      configuration.file, configuration.settings.catalogs,
      { (try? Platform.resolvedPath($0)) ?? $0 }
    )
    return overrides
  }
}
