import WinBackCommandLine

/// A catalog with its rules and policies, and the customers beside it: what is checked, or what that is
/// compared with.
struct CheckSide: Sendable {
  /// What a project file says to a check, as it says it to other commands.
  private static let inputs = CommandDescription(
    name: CheckCommand.description.name,
    abstract: CheckCommand.description.abstract,
    options: [EngineOptions.optionalCatalog, EngineOptions.dataThrough, .rules, .policy]
      + HistoryInputOptions.formatOptions
  )

  let project: ProjectFile
  let files: CatalogFiles
  let ruleSets: RuleSets
  private(set) var engine: EligibilityEngine
  /// What decides on screens; nil if nobody asks for them.
  private(set) var merchandiser: Merchandiser?
  private let arguments: ParsedArguments
  private let console: Console

  /// Reads what a project file names, or what a command line names instead.
  init(
    _ project: ProjectFile,
    _ typed: ParsedArguments? = nil,
    on console: Console
  ) throws(CommandFailure) {
    self.project = project
    self.console = console
    arguments = if let typed { typed } else { try ParsedArguments(project, for: Self.inputs) }
    let catalogs = arguments[EngineOptions.optionalCatalog]
    files = try CatalogFiles(catalogs, arguments.catalogOptions, on: console)
    ruleSets = try RuleSets(arguments[.rules], on: console)
    engine = try EngineOptions(arguments)
      .engine(of: (files.catalog, files.name), by: ruleSets, on: console)
  }

  /// Returns the side with symbols that continue those of another, so that both can evaluate one
  /// customer, and with what decides on screens if they are shown.
  func continuing(
    _ symbols: SymbolTable = SymbolTable(),
    showsScreens: Bool = false
  ) throws(CommandFailure) -> CheckSide {
    var side = self
    (side.engine, side.merchandiser) = try EngineOptions(arguments).engine(
      showsScreens: showsScreens,
      of: (files.catalog, files.name),
      by: ruleSets,
      on: console,
      after: symbols
    )
    return side
  }

  /// Whether there is a catalog; a revision may have none.
  var hasCatalog: Bool { !arguments[EngineOptions.optionalCatalog].isEmpty }

  /// Returns the customers, with the attributes that the rules read if no others are given; the first
  /// one who cannot be read is an error.
  func histories(
    with attributes: [RuleSet.Attribute]? = nil
  ) throws(CommandFailure) -> HistorySource {
    let files = try HistoryFiles(arguments, files: project.texts["histories"] ?? [])
    var source = HistorySource(files, for: engine, attributes, on: console)
    source.threads = Platform.processorCount
    source.isStrict = true
    return source
  }

  /// How many customers there are; nil if they cannot be read.
  var customerCount: Int? {
    guard let histories = try? histories() else { return nil }
    guard !histories.options.files.isEmpty else { return 0 }
    return try? histories.answers(
      after: engine.index.symbols,
      into: 0,
      with: (),
      adding: { $0 += $1 }
    ) { count, _, _, _ in count += 1 }.0
  }

  /// The live catalog; nil if none is named.
  var live: Catalog? {
    get throws(CommandFailure) {
      guard let paths = project.texts["live"] else { return nil }
      return try CatalogFiles(paths, arguments.catalogOptions, on: console).catalog
    }
  }

  /// What scenarios run with, and cannot name otherwise.
  var overrides: ScenarioOverrides {
    var overrides = ScenarioOverrides()
    overrides.catalog = (files.name, files.catalog)
    overrides.rules = ruleSets.offers
    overrides.screens = ruleSets.ownScreens
    overrides.policies = arguments[.policy]
    overrides.source = (
      project.file, arguments[EngineOptions.optionalCatalog],
      { (try? Platform.resolvedPath($0)) ?? $0 }
    )
    return overrides
  }
}
