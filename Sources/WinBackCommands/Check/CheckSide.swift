import WinBack
import WinBackFormats
import WinBackTesting

/// A catalog with its rules and policies: the one that is checked, or the one that it is compared with.
struct CheckSide: Sendable {
  let files: CatalogFiles
  let engine: EligibilityEngine
  private let configuration: CheckConfiguration

  /// Reads the catalog, the rules and the policies that a configuration names, by `read`.
  init(
    _ configuration: CheckConfiguration,
    on console: Console,
    read: (InputFile) throws(CommandFailure) -> ContiguousArray<UInt8>
  ) throws(CommandFailure) {
    files = try CatalogFiles(configuration.catalogs, on: console, read: read)
    let rules = try Self.rules(configuration.rules, on: console, read: read)
    self.configuration = configuration
    engine = try Self.engine(files, rules, configuration, after: SymbolTable())
  }

  /// Returns the engine with symbols that continue those of another, so that both can evaluate one
  /// customer.
  func engine(after symbols: SymbolTable) throws(CommandFailure) -> EligibilityEngine {
    try Self.engine(files, engine.rules, configuration, after: symbols)
  }

  /// What scenarios run with, and cannot name otherwise.
  var standIns: ScenarioStandIns {
    var standIns = ScenarioStandIns()
    standIns.catalog = (files.name, files.catalog)
    standIns.rules = (configuration.rules, engine.rules)
    standIns.policies = configuration.policies
    standIns.source = (configuration.file, configuration.catalogs)
    return standIns
  }

  private static func engine(
    _ files: CatalogFiles,
    _ rules: CheckedRuleSet,
    _ configuration: CheckConfiguration,
    after symbols: SymbolTable
  ) throws(CommandFailure) -> EligibilityEngine {
    do {
      return try EligibilityEngine(
        catalog: files.catalog,
        rules: rules,
        policies: configuration.policies,
        after: symbols
      )
    } catch {
      let file =
        switch error {
        case .catalog: files.name
        case .policy: configuration.file
        case .ruleSet: configuration.rules ?? configuration.file
        }
      throw CommandFailure(.badData, error.description, file: file)
    }
  }

  private static func rules(
    _ path: String?,
    on console: Console,
    read: (InputFile) throws(CommandFailure) -> ContiguousArray<UInt8>
  ) throws(CommandFailure) -> CheckedRuleSet {
    guard let path else { return try EngineOptions.rules(from: nil, on: console) }
    let file = InputFile(path)
    let bytes = try read(file)
    do {
      return try CheckedRuleSet(json: bytes)
    } catch {
      throw CommandFailure(error, in: file.name)
    }
  }
}
