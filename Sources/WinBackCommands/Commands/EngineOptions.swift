import CalendarTime
import WinBack
import WinBackFiles
import WinBackFormats

/// The options that every deciding command has: the catalog, the rules, the policies, the instant.
struct EngineOptions: Sendable {
  /// The offers, for a command that can do without this option.
  static let optionalCatalog = Option(repeatable: "catalog", "FILE", .file("json")).short("c")
    .help("the catalog: the subscriptions and their win-back offers; may be repeated")

  static let catalog = optionalCatalog.required

  private static let catalogFormat = Option(
    "catalog-format",
    "NAME",
    .format(of: CatalogFormat.self),
    or: nil
  ).help("read the catalog as this format").default("detected from the catalog").common

  /// How far the histories reach (F13f).
  static let dataThrough = Option("data-through", "INSTANT", .date).common
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

  static let catalogUnknowns: [any OptionDeclaration] = [catalogProduct, catalogGroup, partial]
  static let catalogReading: [any OptionDeclaration] = [catalogFormat] + catalogUnknowns
  static let all: [any OptionDeclaration] = [.asOf] + deciding

  /// Those of commands that ask about more than one instant.
  static let deciding: [any OptionDeclaration] = [.rules, .policy, dataThrough] + catalogReading

  private let arguments: ParsedArguments
  private let catalogs: [String]
  private let rules: String?
  let policies: [String: String]

  /// `catalogs` and `rules` are paths that another argument than `--catalog` and `--rules` names,
  /// `policies` come before those of `--policy`, and `inputs` are further options that name an input.
  init(
    _ arguments: ParsedArguments,
    catalogs: [String]? = nil,
    rules: String? = nil,
    policies: [String: String] = [:],
    inputs: [any OptionDeclaration] = []
  ) throws(CommandFailure) {
    self.arguments = arguments
    self.catalogs = catalogs ?? arguments[Self.catalog]
    self.rules = rules ?? arguments[.rules]
    self.policies = policies.merging(arguments[.policy]) { own, _ in own }
    try Self.checkStandardInput(of: arguments, besides: inputs)
  }

  /// Checks that at most one input is standard input, which can be read only once.
  private static func checkStandardInput(
    of arguments: ParsedArguments,
    besides options: [any OptionDeclaration]
  ) throws(CommandFailure) {
    let named: [any OptionDeclaration] = [catalog, .rules] + options
    let inputs = arguments.command.positionals + named.map(\.description)
    let names = inputs.flatMap { input in
      arguments.values(input).filter { $0 == "-" }.map { _ in "'\(input.spelling)'" }
    }
    guard names.count > 1 else { return }
    throw arguments.wrongUsage(
      "expected at most one input to be standard input, found " + names.joined(separator: " and ")
    )
  }

  /// Returns the instant of the question; a date starts where the engine's days start (T4).
  ///
  /// - Throws: ``CommandFailure`` of wrong usage where that is before year 1 (T5).
  func instant(
    for engine: EligibilityEngine,
    on console: Console
  ) throws(CommandFailure) -> Instant {
    try arguments.instant(.asOf, at: engine.policies.facts.timeZone) ?? console.now
  }

  var policyNames: Set<String> { Set(policies.keys) }

  var isAsOfGiven: Bool { arguments.has(.asOf) }

  /// Makes the engine of a catalog, which is read if it is not given.
  func engine(
    of catalog: (offers: Catalog, name: String?)? = nil,
    on console: Console,
    after symbols: SymbolTable = SymbolTable()
  ) throws(CommandFailure) -> EligibilityEngine {
    try make(of: catalog, on: console) { catalog, rules, dataThrough throws(EngineError) in
      try EligibilityEngine(
        catalog: catalog,
        rules: rules,
        policies: policies,
        dataThrough: dataThrough,
        after: symbols
      )
    }
  }

  static func readCatalog(
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

  static func catalogOptions(in arguments: ParsedArguments) -> CatalogOptions {
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
      let files = try Self.readCatalog(catalogs, arguments, on: console)
      known = (files.catalog, files.name)
    }
    let rules = try Self.rules(from: rules, on: console)
    let own = rules.ruleSet.policies.first { $0.name == "timeZone" }?.value
    let offset = (policies["timeZone"] ?? own).flatMap { UTCOffset($0) } ?? .utc
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

  static func rules(
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
  func instant(
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

/// The options of commands that tell what customers are shown: the two rule sets for it.
struct MerchandisingOptions: Sendable {
  static let screens = Option("merchandising-rules", "FILE", .file("json")).common
    .help("the conditions of what a customer is shown")
    .default("the built-in ones, which 'winback print rules merchandising' prints")
  private static let introductory = Option("introductory-rules", "FILE", .file("json")).common
    .help("the rules of introductory offers")
    .default("the built-in ones, which 'winback print rules introductoryOffer' prints")

  static let all: [any OptionDeclaration] = [screens, introductory]

  fileprivate let screensPath: String?
  fileprivate let introductoryPath: String?

  /// Reads the options; `screens` is the path of the conditions, where another option than
  /// `--merchandising-rules` names it.
  init(_ arguments: ParsedArguments, screens: String? = nil) {
    screensPath = screens ?? arguments[Self.screens]
    introductoryPath = arguments[Self.introductory]
  }

  var isGiven: Bool { screensPath != nil || introductoryPath != nil }

  func reportTraps(on console: Console) throws(CommandFailure) {
    guard let screensPath else { return }
    let rules = try EngineOptions.rules(from: screensPath, on: console)
    for trap in rules.preferenceTraps {
      console.report(
        Diagnostic(
          .note,
          "expected free trials in the order of their length, found \(trap.shorter.rawValue) before "
            + "\(trap.longer.rawValue): the key compares the number of a period without its unit",
          file: screensPath,
          path: "prefer[\(trap.index)].key"
        )
      )
    }
  }
}

extension EngineOptions {
  /// Makes the engine, with what decides on screens if there are options for it; what is shown is not even
  /// read where nobody asks for it.
  func engine(
    showing options: MerchandisingOptions?,
    on console: Console,
    after symbols: SymbolTable = SymbolTable()
  ) throws(CommandFailure) -> (engine: EligibilityEngine, merchandiser: Merchandiser?) {
    guard let options else { return (try engine(on: console, after: symbols), nil) }
    let merchandiser = try merchandiser(options, on: console, after: symbols)
    return (merchandiser.winBack, merchandiser)
  }

  func merchandiser(
    _ options: MerchandisingOptions,
    on console: Console,
    after symbols: SymbolTable = SymbolTable()
  ) throws(CommandFailure) -> Merchandiser {
    let screens = try EngineOptions.rules(
      from: options.screensPath,
      on: console,
      orBuiltIn: CheckedRuleSet.merchandising
    )
    let introductory = try EngineOptions.rules(
      from: options.introductoryPath,
      on: console,
      orBuiltIn: CheckedRuleSet.introductoryOffer
    )
    return try make(on: console) { catalog, rules, dataThrough throws(EngineError) in
      try Merchandiser(
        catalog: catalog,
        rules: rules,
        screens: screens,
        introductory: introductory,
        policies: policies,
        dataThrough: dataThrough,
        after: symbols
      )
    }
  }
}
