import WinBack
import WinBackCommandLine
import WinBackFiles
import WinBackFormats
import WinBackTesting

/// A catalog with its rules and policies: the one that is checked, or the one that it is compared with.
struct CheckSide: Sendable {
  let files: CatalogFiles
  let engine: EligibilityEngine
  private let configuration: CheckConfiguration

  init(_ configuration: CheckConfiguration, on console: Console) throws(CommandFailure) {
    let files = try CatalogFiles(configuration.settings.catalogs, on: console)
    let rules = try EngineOptions.rules(from: configuration.settings.rules, on: console)
    try self.init(configuration, files, rules, after: SymbolTable())
  }

  private init(
    _ configuration: CheckConfiguration,
    _ files: CatalogFiles,
    _ rules: CheckedRuleSet,
    after symbols: SymbolTable
  ) throws(CommandFailure) {
    self.configuration = configuration
    self.files = files
    do {
      engine = try EligibilityEngine(
        catalog: files.catalog,
        rules: rules,
        policies: configuration.settings.policies,
        after: symbols
      )
    } catch {
      let file =
        switch error {
        case .catalog: files.name
        case .policy: configuration.file
        case .ruleSet: configuration.settings.rules ?? configuration.file
        }
      throw CommandFailure(.badData, error.description, file: file)
    }
  }

  /// Returns the side with symbols that continue those of another, so that both can evaluate one
  /// customer.
  func continuing(_ other: CheckSide) throws(CommandFailure) -> CheckSide {
    try CheckSide(configuration, files, engine.rules, after: other.engine.index.symbols)
  }

  /// Whether there is a catalog; a revision may have none.
  var hasCatalog: Bool { !configuration.settings.catalogs.isEmpty }

  /// What scenarios run with, and cannot name otherwise.
  var overrides: ScenarioOverrides {
    var overrides = ScenarioOverrides()
    overrides.catalog = (files.name, files.catalog)
    overrides.rules = (configuration.settings.rules, engine.rules)
    overrides.policies = configuration.settings.policies
    overrides.source = (
      configuration.file, configuration.settings.catalogs,
      { (try? Platform.resolvedPath($0)) ?? $0 }
    )
    return overrides
  }
}

extension CheckConfiguration {
  private static let revisionPrefix = "git:"

  /// Reads what the catalog is compared with: `git:` and a revision, the path of a folder with a
  /// `winback.json`, or that of a catalog.
  ///
  /// - Returns: The name, without `git:`, and what it stands for.
  func base(
    _ name: String,
    on console: Console
  ) throws(CommandFailure) -> (name: String, side: CheckSide) {
    if name.hasPrefix(Self.revisionPrefix) {
      let name = String(name.dropFirst(Self.revisionPrefix.count))
      let revision = try FileRevision(name, in: directory)
      return (revision.name, try side(of: revision, on: console))
    }
    var configuration = self
    if let path = Self.path(named: name) {
      configuration = try CheckConfiguration(at: path, on: console)
    } else {
      configuration.settings.catalogs = [name]
    }
    return (name, try CheckSide(configuration, on: console))
  }

  private func side(
    of revision: FileRevision,
    on console: Console
  ) throws(CommandFailure) -> CheckSide {
    let prefix = "\(revision.name):"
    let path = FileReference.path(name, from: revision.folder)
    var configuration = self
    var console = console
    if let bytes = try revision.read(path) {
      console.memory[prefix + path] = .text(bytes)
      configuration = try CheckConfiguration(at: prefix + path, as: path, on: console)
      configuration.settings.rules = configuration.settings.rules.map { prefix + $0 }
    } else {
      // What the present file names decides in the folder of the revision, too.
      let catalogs = try CheckConfiguration(at: file, as: path, on: console).settings.catalogs
      configuration.settings.catalogs = try Self.present(catalogs, revision, path)
    }
    configuration.settings.catalogs = configuration.settings.catalogs.map { prefix + $0 }
    let settings = configuration.settings
    let names = settings.catalogs + [settings.rules].compactMap(\.self)
    for name in names where name.hasPrefix(prefix) {
      guard let bytes = try revision.read(String(name.dropFirst(prefix.count))) else {
        let message = "expected the file '\(name)', which this file names, found none"
        throw .badData(message, in: prefix + path)
      }
      console.memory[name] = .text(bytes)
    }
    return try CheckSide(configuration, on: console)
  }

  /// Returns those of the catalog's files that a revision without a `winback.json` has.
  ///
  /// - Throws: ``CommandFailure`` if one may only have been moved: its offers are not new then.
  private static func present(
    _ catalogs: [String],
    _ revision: FileRevision,
    _ configuration: String
  ) throws(CommandFailure) -> [String] {
    var present: [String] = []
    for path in catalogs where try revision.read(path) != nil { present.append(path) }
    guard present.count < catalogs.count else { return present }
    for path in try revision.lostFiles() where path.hasSuffix(".json") {
      let isCatalog =
        try revision.read(path).map { (try? CatalogInput(reading: $0)) != nil } ?? false
      guard isCatalog || path.split(separator: "/").last == fileName[...] else { continue }
      throw .badData(
        "'\(revision.name)' has no '\(configuration)', and its file '\(path)' is not there any "
          + "more: if the offers were moved, check out '\(revision.name)' in another folder, and "
          + "use '--base' with that folder"
      )
    }
    return present
  }
}
