import WinBack
import WinBackFiles
import WinBackFormats

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
