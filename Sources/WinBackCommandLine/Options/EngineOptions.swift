import CalendarTime
package import WinBack
package import WinBackFiles
package import WinBackFormats

/// What an engine is made of: the files and the policies that the user names.
package struct EngineSettings: Sendable {
  /// The paths of the catalog; none for those of `--catalog`.
  package var catalogs: [String]
  /// The path of the rules; nil for that of `--rules`, or the App Store's.
  package var rules: String?
  /// The path of the conditions of what customers are shown; nil for that of `--merchandising-rules`,
  /// or the built-in ones.
  package var screens: String?
  /// The policies that come before those of `--policy`.
  package var policies: [String: String] = [:]

  package init(catalogs: [String] = [], rules: String? = nil, screens: String? = nil) {
    self.catalogs = catalogs
    self.rules = rules
    self.screens = screens
  }
}

/// The options that every deciding command has: the catalog, the rules, the policies, the instant.
package struct EngineOptions: Sendable {
  /// The offers, for a command that can do without this option.
  package static let optionalCatalog = Option(repeatable: "catalog", "FILE", .file("json")).short(
    "c"
  )
  .help("the catalog: the subscriptions and their win-back offers; may be repeated")

  package static let catalog = optionalCatalog.required

  private static let catalogFormat = Option(
    "catalog-format",
    "NAME",
    .format(of: CatalogFormat.self),
    or: nil
  ).help("read the catalog as this format").default("detected from the catalog").common

  /// How far the histories reach (F13f).
  package static let dataThrough = Option("data-through", "INSTANT", .date).common
    .help("the histories are complete until this ISO 8601 date or date-time")
    .default("each history's newest signedDate")
  private static let catalogProduct = Option("catalog-product", "ID", .text).common
    .help("the product of offers whose response does not name it")
  private static let catalogGroup = Option("catalog-group", "ID", .text).common
    .help("the subscription group of subscriptions whose response does not name it")
  private static let partial = Option(flag: "partial").common
    .help(
      "read lists of App Store Connect of which pages are missing; what they would say is unknown"
    )

  package static let catalogUnknowns: [any OptionDeclaration] = [
    catalogProduct, catalogGroup, partial,
  ]
  package static let catalogReading: [any OptionDeclaration] = [catalogFormat] + catalogUnknowns
  package static let all: [any OptionDeclaration] = [.asOf] + deciding

  /// Those of commands that ask about more than one instant.
  package static let deciding: [any OptionDeclaration] =
    [.rules, .policy, dataThrough] + catalogReading

  package static let screens = Option("merchandising-rules", "FILE", .file("json")).common
    .help("the conditions of what a customer is shown")
    .default("the built-in ones, which 'winback print rules merchandising' prints")
  private static let introductory = Option("introductory-rules", "FILE", .file("json")).common
    .help("the rules of introductory offers")
    .default("the built-in ones, which 'winback print rules introductoryOffer' prints")

  /// Those of commands that tell what customers are shown: the two rule sets for it.
  package static let merchandising: [any OptionDeclaration] = [screens, introductory]

  private let arguments: ParsedArguments
  package let settings: EngineSettings

  /// `settings` are those that other arguments than these options name.
  package init(_ arguments: ParsedArguments, _ settings: EngineSettings = EngineSettings()) {
    self.arguments = arguments
    var settings = settings
    if settings.catalogs.isEmpty { settings.catalogs = arguments[Self.catalog] }
    settings.rules = settings.rules ?? arguments[.rules]
    settings.screens = settings.screens ?? arguments[Self.screens]
    settings.policies.merge(arguments[.policy]) { own, _ in own }
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

  /// Makes the engine of a catalog, which is read if it is not given.
  package func engine(
    of catalog: (offers: Catalog, name: String?)? = nil,
    on console: Console,
    after symbols: SymbolTable = SymbolTable()
  ) throws(CommandFailure) -> EligibilityEngine {
    try make(of: catalog, on: console) { catalog, rules, dataThrough throws(EngineError) in
      try EligibilityEngine(
        catalog: catalog,
        rules: rules,
        policies: settings.policies,
        dataThrough: dataThrough,
        after: symbols
      )
    }
  }

  package static func readCatalog(
    _ paths: [String],
    _ arguments: ParsedArguments,
    on console: Console
  ) throws(CommandFailure) -> CatalogFiles {
    try CatalogFiles(
      paths,
      as: arguments[catalogFormat],
      catalogOptions(in: arguments),
      isVerbose: arguments[.verbose],
      on: console
    )
  }

  package static func catalogOptions(in arguments: ParsedArguments) -> CatalogOptions {
    var options = CatalogOptions(
      productId: arguments[catalogProduct],
      groupId: arguments[catalogGroup],
      isPartial: arguments[partial]
    )
    options.productQuestion = "its product by '\(catalogProduct.description.spelling)'"
    options.groupQuestion = "the group by '\(catalogGroup.description.spelling)'"
    options.partialQuestion = "'\(partial.description.spelling)' to read what is there"
    return options
  }

  func make<Engine>(
    of catalog: (offers: Catalog, name: String?)? = nil,
    on console: Console,
    _ make: (Catalog, CheckedRuleSet, Instant?) throws(EngineError) -> Engine
  ) throws(CommandFailure) -> Engine {
    let known: (offers: Catalog, name: String?)
    if let catalog {
      known = catalog
    } else {
      let files = try Self.readCatalog(settings.catalogs, arguments, on: console)
      known = (files.catalog, files.name)
    }
    let rules = try Self.rules(from: settings.rules, on: console)
    let own = rules.ruleSet.policies.first { $0.name == "timeZone" }?.value
    let offset = (settings.policies["timeZone"] ?? own).flatMap { UTCOffset($0) } ?? .utc
    let dataThrough = arguments[Self.dataThrough]?.resolved(at: offset)
    do {
      return try make(known.offers, rules, dataThrough)
    } catch {
      switch error {
      case .catalog(let error): throw .badData(error.description, in: known.name)
      case .policy(let error):
        throw arguments.wrongUsage(error.message, suggestion: error.suggestion)
      case .ruleSet(let message): throw .badData(message)
      }
    }
  }

  package static func rules(
    from path: String?,
    on console: Console,
    orBuiltIn builtIn: () throws(FormatError) -> CheckedRuleSet = CheckedRuleSet.appStore
  ) throws(CommandFailure) -> CheckedRuleSet {
    guard let path else {
      do {
        return try builtIn()
      } catch {
        throw CommandFailure(.fault, "the built-in rules are broken: \(error)")
      }
    }
    return try InputFile(path).parse(on: console) { bytes throws(FormatError) in
      try CheckedRuleSet(json: bytes)
    }
  }
}

extension ParsedArguments {
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

extension EngineOptions {
  /// Makes the engine, with what decides on screens if they are shown; only then are their rules read.
  package func engine(
    showsScreens: Bool,
    on console: Console,
    after symbols: SymbolTable = SymbolTable()
  ) throws(CommandFailure) -> (engine: EligibilityEngine, merchandiser: Merchandiser?) {
    guard showsScreens else { return (try engine(on: console, after: symbols), nil) }
    let merchandiser = try merchandiser(on: console, after: symbols)
    return (merchandiser.winBack, merchandiser)
  }

  package func merchandiser(
    on console: Console,
    after symbols: SymbolTable = SymbolTable()
  ) throws(CommandFailure) -> Merchandiser {
    let screens = try Self.rules(
      from: settings.screens,
      on: console,
      orBuiltIn: CheckedRuleSet.merchandising
    )
    let introductory = try Self.rules(
      from: arguments[Self.introductory],
      on: console,
      orBuiltIn: CheckedRuleSet.introductoryOffer
    )
    return try make(on: console) { catalog, rules, dataThrough throws(EngineError) in
      try Merchandiser(
        catalog: catalog,
        rules: rules,
        screens: screens,
        introductory: introductory,
        policies: settings.policies,
        dataThrough: dataThrough,
        after: symbols
      )
    }
  }

  /// Reads the rules of screens, and reports each key that compares the numbers of periods without
  /// their units.
  ///
  /// - Returns: The path and the rules; nil if nobody names any.
  package static func screens(
    from path: String?,
    on console: Console
  ) throws(CommandFailure) -> (path: String, rules: CheckedRuleSet)? {
    guard let path else { return nil }
    let rules = try rules(from: path, on: console)
    for trap in rules.preferenceTraps {
      console.report(
        Diagnostic(
          .note,
          "expected free trials in the order of their length, found \(trap.shorter.rawValue) before "
            + "\(trap.longer.rawValue): the key compares the number of a period without its unit",
          file: path,
          path: "prefer[\(trap.index)].key"
        )
      )
    }
    return (path, rules)
  }
}
