import WinBack
import WinBackFiles
import WinBackFormats
import WinBackTesting

/// A catalog with its rules and policies: the one that is checked, or the one that it is compared with.
struct CheckSide: Sendable {
  let files: CatalogFiles
  let engine: EligibilityEngine
  private let configuration: CheckConfiguration

  init(_ configuration: CheckConfiguration, on console: Console) throws(CommandFailure) {
    let files = try CatalogFiles(configuration.catalogs, on: console)
    let rules = try EngineOptions.rules(from: configuration.rules, on: console)
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

  /// Returns the side with symbols that continue those of another, so that both can evaluate one
  /// customer.
  func continuing(_ other: CheckSide) throws(CommandFailure) -> CheckSide {
    try CheckSide(configuration, files, engine.rules, after: other.engine.index.symbols)
  }

  /// Whether there is a catalog; a revision may have none.
  var hasCatalog: Bool { !configuration.catalogs.isEmpty }

  /// What scenarios run with, and cannot name otherwise.
  var overrides: ScenarioOverrides {
    var overrides = ScenarioOverrides()
    overrides.catalog = (files.name, files.catalog)
    overrides.rules = (configuration.rules, engine.rules)
    overrides.policies = configuration.policies
    overrides.source = (configuration.file, configuration.catalogs)
    return overrides
  }
}

/// What the catalog is compared with: a state that git has kept, or another folder or catalog.
struct CheckBase: Sendable {
  /// What the user typed, without `git:`.
  let name: String
  let side: CheckSide

  private static let revisionPrefix = "git:"

  /// Reads what a name stands for: `git:` and a revision, the path of a folder with a
  /// `winback.json`, or that of a catalog.
  static func read(
    _ name: String,
    of checked: CheckConfiguration,
    on console: Console
  ) throws(CommandFailure) -> CheckBase {
    if name.hasPrefix(Self.revisionPrefix) {
      let revision = try FileRevision(
        String(name.dropFirst(Self.revisionPrefix.count)),
        in: checked.directory
      )
      return try read(revision, of: checked, on: console)
    }
    var configuration = checked
    if let path = CheckConfiguration.path(named: name) {
      configuration = try CheckConfiguration(at: path, on: console)
    } else {
      configuration.catalogs = [name]
    }
    return CheckBase(name: name, side: try CheckSide(configuration, on: console))
  }

  private static func read(
    _ revision: FileRevision,
    of checked: CheckConfiguration,
    on console: Console
  ) throws(CommandFailure) -> CheckBase {
    let prefix = "\(revision.name):"
    let path = FileReference.path(checked.name, from: revision.folder)
    var configuration = checked
    var console = console
    if let bytes = try revision.read(path) {
      console.memory[prefix + path] = .text(bytes)
      configuration = try CheckConfiguration(at: prefix + path, as: path, on: console)
      configuration.rules = configuration.rules.map { prefix + $0 }
    } else {
      // What the present file names decides in the folder of the revision, too.
      let catalogs = try CheckConfiguration(at: checked.file, as: path, on: console).catalogs
      configuration.catalogs = try present(catalogs, revision, path)
    }
    configuration.catalogs = configuration.catalogs.map { prefix + $0 }
    let names = configuration.catalogs + [configuration.rules].compactMap(\.self)
    for name in names where name.hasPrefix(prefix) {
      guard let bytes = try revision.read(String(name.dropFirst(prefix.count))) else {
        let message = "expected the file '\(name)', which this file names, found none"
        throw .badData(message, in: prefix + path)
      }
      console.memory[name] = .text(bytes)
    }
    return CheckBase(name: revision.name, side: try CheckSide(configuration, on: console))
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
      guard isCatalog || path.split(separator: "/").last == CheckConfiguration.fileName[...] else {
        continue
      }
      throw .badData(
        "'\(revision.name)' has no '\(configuration)', and its file '\(path)' is not there any "
          + "more: if the offers were moved, check out '\(revision.name)' in another folder, and "
          + "use '--base' with that folder"
      )
    }
    return present
  }
}
