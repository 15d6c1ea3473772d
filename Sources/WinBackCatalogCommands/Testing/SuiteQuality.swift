import WinBackCommandLine

/// How well the scenarios of one setting test its offers.
struct SuiteQuality: Sendable {
  /// How much of the offers scenarios must cover, and how many changes they must notice, in percent;
  /// nil requires nothing.
  typealias Minima = (coverage: Int?, mutants: Int?)

  let setting: EngineSetting
  let coverage: SuiteScore?
  let mutants: SuiteScore?
  private let minima: Minima

  /// Measures scenarios, catalog by catalog, in the order in which the files first name the
  /// settings: what has a minimum, and everything if somebody asks.
  ///
  /// Those with policies of their own do not count, and those that fail tell nothing about changes.
  static func all(
    of report: TestReport,
    isAsked: Bool,
    _ minima: Minima
  ) throws(CommandFailure) -> [SuiteQuality] {
    let measuresCoverage = isAsked || minima.coverage != nil
    let measuresMutants = isAsked || minima.mutants != nil
    guard measuresCoverage || measuresMutants else { return [] }
    let scenarios = Dictionary(grouping: report.results.map(\.scenario), by: \.setting)
    var settings: [(setting: EngineSetting, engine: EligibilityEngine)] = []
    for suite in report.files.compactMap(\.suite)
    where !settings.contains(where: { $0.setting == suite.setting }) {
      settings.append((suite.setting, suite.engine))
    }
    for (setting, engine) in settings { try check(engine, of: setting.catalog) }
    return settings.map { setting, engine in
      let own = scenarios[setting] ?? []
      return SuiteQuality(
        setting: setting,
        coverage: measuresCoverage ? SuiteScore(coverageOf: own, engine) : nil,
        mutants: measuresMutants ? SuiteScore(mutantsOf: own, engine) : nil,
        minima: minima
      )
    }
  }

  /// The most offers of a group for which customers are generated: each is evaluated for each offer.
  private static let offerLimit = 250

  /// The most rules, and the most rules for all offers of a group together, for the same reason.
  private static let ruleLimit = 100
  private static let conditionLimit = 3_000

  static func check(_ engine: EligibilityEngine, of catalog: String) throws(CommandFailure) {
    let rules = engine.rules.ruleSet.rules.count
    guard rules <= ruleLimit else {
      throw .badData(
        "expected at most \(ruleLimit) rules to make scenarios for, found \(rules)",
        in: InputFile(catalog).name
      )
    }
    let limit = min(offerLimit, conditionLimit / max(1, rules))
    for group in engine.catalog.subscriptionGroups {
      let count = engine.offerIndices(in: engine.index.symbols.find(group.id)).count
      guard count > limit else { continue }
      throw .badData(
        "expected at most \(limit) offers of a group to make scenarios for"
          + (limit < offerLimit ? " by \(rules) rules" : "") + ", found \(count) in '\(group.id)'",
        in: InputFile(catalog).name
      )
    }
  }

  var name: String {
    let policies = setting.policies.ordered { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ([setting.catalog] + (setting.rules.map { [$0] } ?? []) + policies)
      .joined(separator: ", ")
  }

  var measures: [(subject: String, goal: String, score: SuiteScore, minimum: Int?)] {
    let changes = "changes of \(name) that are noticed"
    let noticed = "the changes of '\(name)' to be noticed"
    return [
      coverage.map { ("coverage of \(name)", "'\(name)' to be covered", $0, minima.coverage) },
      mutants.map { (changes, noticed, $0, minima.mutants) },
    ].compactMap(\.self)
  }

  var shortfalls: [Diagnostic] {
    measures.compactMap { measure in
      guard let minimum = measure.minimum, measure.score.percentage < minimum else { return nil }
      let found = "found \(measure.score.percentage) %"
      return Diagnostic(.error, "expected at least \(minimum) % of \(measure.goal), \(found)")
    }
  }
}

extension SuiteGenerator {
  /// Returns a file that shows every condition of a catalog's offers, and names the other files from
  /// `path`.
  static func file(
    catalog: String,
    _ offers: Catalog,
    rules: RuleSets.Named,
    path: String?,
    on console: Console
  ) throws(CommandFailure) -> ContiguousArray<UInt8> {
    let engine = try EligibilityEngine(
      of: offers,
      rules: rules.rules,
      named: InputFile(catalog).name
    )
    try SuiteQuality.check(engine, of: catalog)
    engine.warnWithoutOffers(to: "make scenarios for", on: console)
    let suite = SuiteGenerator(for: engine)
    if suite.untold > 0 {
      let what =
        suite.untold == 1 ? "one condition or change" : "\(suite.untold) conditions or changes"
      console.warn("no story was found that shows \(what)")
    }
    return ScenarioWriter.file(
      suite.scenarios,
      EngineSetting(
        catalog: RelativePath.path(catalog, from: path),
        rules: rules.path.map { RelativePath.path($0, from: path) },
        policies: [:],
        kind: rules.rules.ruleSet.kind
      )
    )
  }
}

extension EligibilityEngine {
  /// Makes the engine of a catalog and rules; a fault is in the file with the name.
  init(of catalog: Catalog, rules: CheckedRuleSet, named file: String) throws(CommandFailure) {
    do {
      try self.init(catalog: catalog, rules: rules)
    } catch {
      throw CommandFailure(.badData, error.description, file: file)
    }
  }
}

enum RelativePath {
  /// Returns the path of a file that is there as it is seen from the folder of another; nil is one without
  /// a folder.
  static func path(_ path: String, from other: String?) -> String {
    guard let other, !path.hasPrefix("/") || other.hasPrefix("/") else { return path }
    // From anywhere else, only the whole path leads here.
    guard path.hasPrefix("/") || !other.hasPrefix("/") else {
      return (try? Platform.resolvedPath(path)) ?? path
    }
    var steps = parts(of: path)
    var folder = parts(of: other).dropLast()
    // What goes up from here cannot be told without looking.
    guard !folder.contains("..") else { return path }
    while let step = steps.first, let same = folder.first, step == same, steps.count > 1 {
      steps.removeFirst()
      folder.removeFirst()
    }
    return (folder.map { _ in ".." } + steps).joined(separator: "/")
  }

  private static func parts(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }
}
