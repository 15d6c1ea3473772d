/// What an engine is made of: the files and the policies that the user names.
package struct EngineSettings: Sendable {
  /// The paths of the catalog; none for those of `--catalog`.
  package var catalogs: [String] = []
  /// The paths of rule sets; none for those of `--rules`.
  package var rules: [String] = []
  /// The policies that come before those of `--policy`.
  package private(set) var policies: [String: String] = [:]
  /// The files of those policies that nobody typed.
  fileprivate var policyFiles: [String: String] = [:]

  package init() {}

  /// Takes what a project file says.
  package init(_ project: ProjectFile) {
    catalogs = project.texts["catalog"] ?? []
    rules = project.texts["rules"] ?? []
    policies = project.policies
    policyFiles = policies.mapValues { _ in project.file }
  }

  /// Sets policies that the user typed.
  package mutating func set(_ typed: [String: String]) {
    policies.merge(typed) { $1 }
    for name in typed.keys { policyFiles[name] = nil }
  }

  /// Sets the policies of `--policy`, and of the project file, that are not set yet.
  fileprivate mutating func completePolicies(from arguments: ParsedArguments) {
    for (name, value) in arguments[.policy] where policies[name] == nil {
      policies[name] = value
      if arguments.projectPolicies.contains(name) { policyFiles[name] = arguments.project?.file }
    }
  }
}

/// The options that every deciding command has: the catalog, the rules, the policies, the instant.
package struct EngineOptions: Sendable {
  /// A catalog that has been read, and the name of its file for errors.
  package typealias NamedCatalog = (offers: Catalog, name: String?)

  /// The offers, for a command that can do without this option.
  package static let optionalCatalog = Option(repeatable: "catalog", "FILE", .file("json"))
    .short("c").inProject("catalog")
    .help("the catalog: the subscriptions and their win-back offers; may be repeated")

  package static let catalog = optionalCatalog.required

  /// How far the histories reach (F13f).
  package static let dataThrough = Option("data-through", "INSTANT", .date).common
    .help("the histories are complete until this ISO 8601 date or date-time")
    .inProject("dataThrough").default("each history's newest signedDate")

  /// The kind of the offers that a command decides on (section 8 of the semantics).
  package static let kind = Option("kind", "KIND", .choice(of: OfferKind.self))
    .help("decide offers of this kind").default("that of --rules, or winBack")

  package static let all = all(.asOf)

  /// Returns the options with one for the instant that says what it means for a command.
  package static func all(_ asOf: Option<TimelineDate?>) -> [any OptionDeclaration] {
    [asOf, .rules, .policy, dataThrough]
  }

  private let arguments: ParsedArguments
  package let settings: EngineSettings

  /// `settings` are those that other arguments than these options name.
  package init(_ arguments: ParsedArguments, _ settings: EngineSettings = EngineSettings()) {
    self.arguments = arguments
    var settings = settings
    if settings.catalogs.isEmpty { settings.catalogs = arguments[Self.catalog] }
    if settings.rules.isEmpty { settings.rules = arguments[.rules] }
    settings.completePolicies(from: arguments)
    self.settings = settings
  }

  /// Returns the instant of the question; a date starts where the engine's days start (T4).
  ///
  /// - Throws: ``CommandFailure`` of wrong usage where that is before year 1 (T5).
  package func instant(
    for engine: EligibilityEngine,
    on console: Console
  ) throws(CommandFailure) -> Instant {
    try arguments.instant(.asOf, at: engine.policies.facts.timeZone) ?? console.now
  }

  /// Reads the rule sets; those of some kinds besides the deciding one are read as well.
  package func ruleSets(
    besides others: [OfferKind] = [],
    on console: Console
  ) throws(CommandFailure) -> RuleSets {
    let isTyped = arguments.has(.rules)
    let ruleSets = try RuleSets(
      settings.rules,
      deciding: arguments[Self.kind] ?? (isTyped ? nil : .winBack),
      on: console
    )
    if isTyped, let (path, kind) = ruleSets.unused(besides: others) {
      throw arguments.wrongUsage(
        "expected '--kind \(kind.rawValue)' with the rule set '\(path)', which is for \(kind.plural)"
      )
    }
    return ruleSets
  }

  /// Makes the engine of a catalog, which is read if it is not given, and of the deciding rule set, or of
  /// that of another kind, which takes the policies that it has.
  package func engine(
    of catalog: NamedCatalog? = nil,
    by ruleSets: RuleSets,
    deciding kind: OfferKind? = nil,
    on console: Console,
    after symbols: SymbolTable = SymbolTable()
  ) throws(CommandFailure) -> EligibilityEngine {
    let rules = try kind.map(ruleSets.rules)?.rules ?? ruleSets.deciding.rules
    let known = kind == nil ? nil : Set(PolicyChoice.names(of: rules.ruleSet))
    return try make(of: catalog, by: ruleSets, on: console) {
      catalog,
      dataThrough throws(EngineError) in
      try EligibilityEngine(
        catalog: catalog,
        rules: rules,
        policies: settings.policies.filter { known?.contains($0.key) ?? true },
        dataThrough: dataThrough,
        after: symbols
      )
    }
  }

  /// Makes the engine, with what decides on screens if they are shown; only then are their rules read.
  ///
  /// Catalog and rule sets are read if they are not given.
  package func engine(
    showsScreens: Bool,
    of catalog: NamedCatalog? = nil,
    by known: RuleSets? = nil,
    on console: Console,
    after symbols: SymbolTable = SymbolTable()
  ) throws(CommandFailure) -> (engine: EligibilityEngine, merchandiser: Merchandiser?) {
    let ruleSets = if let known { known } else { try ruleSets(on: console) }
    guard showsScreens, ruleSets.deciding.rules.ruleSet.kind == .winBack else {
      return (try engine(of: catalog, by: ruleSets, on: console, after: symbols), nil)
    }
    let merchandiser = try merchandiser(of: catalog, by: ruleSets, on: console, after: symbols)
    return (merchandiser.winBack, merchandiser)
  }

  /// Makes what decides on screens, which show win-back offers beside others.
  package func merchandiser(on console: Console) throws(CommandFailure) -> Merchandiser {
    try merchandiser(by: winBackRules(on: console), on: console)
  }

  /// Makes the engine of a command that is about win-back offers alone.
  package func winBackEngine(on console: Console) throws(CommandFailure) -> EligibilityEngine {
    try engine(by: winBackRules(on: console), on: console)
  }

  private func winBackRules(on console: Console) throws(CommandFailure) -> RuleSets {
    let ruleSets = try ruleSets(on: console)
    let (path, rules) = ruleSets.deciding
    if let path, rules.ruleSet.kind != .winBack {
      throw arguments.wrongUsage(
        "expected a rule set for win-back offers, found '\(path)', which is for "
          + rules.ruleSet.kind.plural
      )
    }
    return ruleSets
  }

  private func merchandiser(
    of catalog: NamedCatalog? = nil,
    by ruleSets: RuleSets,
    on console: Console,
    after symbols: SymbolTable = SymbolTable()
  ) throws(CommandFailure) -> Merchandiser {
    let (screens, others) = try ruleSets.screens()
    return try make(of: catalog, by: ruleSets, on: console) {
      catalog,
      dataThrough throws(EngineError) in
      try Merchandiser(
        catalog: catalog,
        rules: ruleSets.deciding.rules,
        screens: screens,
        others: others,
        policies: settings.policies,
        dataThrough: dataThrough,
        after: symbols
      )
    }
  }

  private func make<Engine>(
    of catalog: NamedCatalog? = nil,
    by ruleSets: RuleSets,
    on console: Console,
    _ make: (Catalog, Instant?) throws(EngineError) -> Engine
  ) throws(CommandFailure) -> Engine {
    let known: NamedCatalog
    if let catalog {
      known = catalog
    } else {
      let files = try CatalogFiles(settings.catalogs, arguments.catalogOptions, on: console)
      known = (files.catalog, files.name)
    }
    let own = ruleSets.deciding.rules.ruleSet.policies.first { $0.name == "timeZone" }?.value
    let offset = (settings.policies["timeZone"] ?? own).flatMap { UTCOffset($0) } ?? .utc
    let dataThrough = arguments[Self.dataThrough]?.resolved(at: offset)
    do {
      return try make(known.offers, dataThrough)
    } catch {
      switch error {
      case .catalog(let error): throw .badData(error.description, in: known.name)
      case .policy(let error):
        if let file = settings.policyFiles[error.policy] {
          throw .badData(error.description, in: file)
        }
        throw arguments.wrongUsage(error.message, suggestion: error.suggestion)
      case .ruleSet(let message): throw .badData(message, in: ruleSets.ownScreens?.path)
      }
    }
  }
}

extension ParsedArguments {
  private static let product = Option("product", "ID", .text)
    .help("the product of offers whose response does not name it")
  private static let group = Option("group", "ID", .text)
    .help("the subscription group of subscriptions whose response does not name it")
  private static let partial = Option(flag: "partial").help(
    "read lists of App Store Connect of which pages are missing; what they would say is unknown"
  )

  /// How responses of App Store Connect are read, for the command that converts them.
  package static let catalogReading: [any OptionDeclaration] = [product, group, partial]

  /// How responses of App Store Connect are read: as the command line says, or else as the project file
  /// does.
  package var catalogOptions: CatalogOptions {
    var options = project?.catalogOptions ?? CatalogOptions()
    // A group that another command takes is not that of a response.
    guard !command.has(Self.partial.description.spelling) else {
      options.productId = self[Self.product] ?? options.productId
      options.groupId = self[Self.group] ?? options.groupId
      options.isPartial = self[Self.partial] || options.isPartial
      options.productQuestion = "its product by '\(Self.product.description.spelling)'"
      options.groupQuestion = "the group by '\(Self.group.description.spelling)'"
      options.partialQuestion = "'\(Self.partial.description.spelling)' to read what is there"
      return options
    }
    let place = " in \(ProjectFile.name)"
    options.productQuestion = "its product by 'catalogProduct'\(place)"
    options.groupQuestion = "the group by 'catalogGroup'\(place)"
    options.partialQuestion = "'\"partial\": true'\(place) to read what is there"
    return options
  }

  /// Returns the instant of an option, nil if the option is not given; a date starts where days start (T4).
  ///
  /// - Throws: ``CommandFailure`` of wrong usage if it is before year 1 (T5).
  package func instant(
    _ option: Option<TimelineDate?>,
    at offset: UTCOffset
  ) throws(CommandFailure) -> Instant? {
    let instant = self[option]?.resolved(at: offset)
    if let instant, !instant.isValid {
      throw wrongUsage(
        "option '\(option.description.spelling)' expects an instant in the years 0001 to 9999, "
          + "found \(instant)"
      )
    }
    return instant
  }
}

extension ParsedArguments {
  /// Checks that there is what decides on screens, which show win-back offers beside others.
  package func requireScreens(
    _ merchandiser: Merchandiser?,
    of engine: EligibilityEngine
  ) throws(CommandFailure) {
    guard merchandiser == nil else { return }
    throw wrongUsage(
      "option '--merchandising' needs win-back offers, found \(engine.kind.plural)"
    )
  }
}

extension TimelineDate {
  /// Returns the last instant that a limit includes: the end of the day of a date without a time (T4).
  package func end(at offset: UTCOffset) -> Instant {
    let start = resolved(at: offset)
    return isDateOnly ? start.adding(milliseconds: Instant.millisecondsPerDay - 1) : start
  }
}

extension ParsedArguments {
  /// Returns the identifier of an offer that the user names by its identifier or by its name, in any
  /// letter case.
  package func offer(_ word: String, of engine: EligibilityEngine) throws(CommandFailure) -> String
  {
    let ids = engine.offerIds
    guard !ids.contains(word) else { return word }
    let names = engine.placedOffers.map { $0.referenceName ?? "" }
    let named = zip(ids, names).filter { $0.1.lowercased() == word.lowercased() }.map(\.0)
    let found = Set(named).ordered()
    guard let id = found.first else {
      let nearest = nearestName(to: word, among: ids + names)
      throw wrongUsage("the catalog has no offer '\(word)'", suggestion: nearest)
    }
    guard found.count == 1 else {
      throw wrongUsage(
        "expected the id of one offer, found a name of several: "
          + found.map { "'\($0)'" }.asList
      )
    }
    return id
  }

  /// Returns the selection of the offers that the user names.
  package func selection(
    of words: [String],
    from engine: EligibilityEngine
  ) throws(CommandFailure) -> OfferSelection {
    OfferSelection(try words.map { word throws(CommandFailure) in try offer(word, of: engine) })
  }
}
