import CEL
import CalendarTime
import WinBack
import WinBackAnalysis
import WinBackCommandLine
import WinBackFiles
import WinBackFormats
import WinBackTesting

/// Checks what a configuration names, part by part; what keeps one part from being checked does not
/// keep the others.
struct CheckRun {
  let arguments: ParsedArguments
  let configuration: CheckConfiguration
  let console: Console

  func report(from empty: CheckReport) throws(CommandFailure) -> CheckReport {
    var report = empty
    var checked: CheckSide?
    part(&report) { _ throws(CommandFailure) in
      checked = try CheckSide(configuration, on: console)
    }
    var screens: (path: String, rules: CheckedRuleSet)?
    part(&report) { _ throws(CommandFailure) in
      screens = try EngineOptions.screens(from: configuration.settings.screens, on: console)
    }
    for path in configuration.histories {
      part(&report) { _ throws(CommandFailure) in try InputFile(path).expectToOpen() }
    }
    guard let checked else { return report }
    let settings = configuration.settings
    if settings.catalogs.count == 1, settings.policies.isEmpty {
      let rules = settings.rules.map { ["--rules", $0] } ?? []
      let folder = configuration.directory
      report.generation = (["--catalog"] + settings.catalogs + rules, folder == "." ? "" : folder)
    }
    let zone = checked.engine.policies.facts.timeZone
    let now = try arguments.instant(.asOf, at: zone) ?? console.now
    report.asOf = now
    report.locks = locks(of: checked, since: now)
    part(&report) { report throws(CommandFailure) in try lint(checked, asOf: now, &report) }
    // Scenarios about screens need the rules that the file names.
    if screens != nil || configuration.settings.screens == nil {
      part(&report) { report throws(CommandFailure) in try test(checked, screens, &report) }
    }
    if let base = arguments[CheckCommand.base] {
      part(&report) { report throws(CommandFailure) in
        try compare(checked, with: base, since: now, &report)
      }
    }
    return report
  }

  private func part(
    _ report: inout CheckReport,
    _ body: (inout CheckReport) throws(CommandFailure) -> Void
  ) {
    do throws(CommandFailure) {
      try body(&report)
    } catch {
      // Histories that cannot be opened are found once more when they are counted.
      if !report.faults.contains(error) { report.faults.append(error) }
    }
  }

  private func lint(
    _ side: CheckSide,
    asOf now: Instant,
    _ report: inout CheckReport
  ) throws(CommandFailure) {
    let named = arguments[CheckCommand.against]
    let paths = named.isEmpty ? configuration.live : named
    var live: Catalog?
    if !paths.isEmpty {
      part(&report) { _ throws(CommandFailure) in
        live = try CatalogFiles(paths, on: console).catalog
      }
    }
    let catalogs = configuration.settings.catalogs
    let suppressions =
      if let own = configuration.suppressions { own } else {
        try Suppressions(at: Suppressions.path(beside: catalogs), on: console)
      }
    report.lint = try LintReport(
      of: side.files,
      side.engine,
      against: live,
      asOf: now,
      suppressions
    )
    // A suppression can accept what only the live catalog shows.
    if live == nil, !paths.isEmpty { report.lint?.unusedSuppressions = [] }
  }

  private func test(
    _ side: CheckSide,
    _ screens: (path: String, rules: CheckedRuleSet)?,
    _ report: inout CheckReport
  ) throws(CommandFailure) {
    let files = ScenarioFiles(in: configuration.scenarios ?? [configuration.directory])
    let isEmpty = files.files.isEmpty && files.faults.isEmpty
    let minima = (
      coverage: arguments[CheckCommand.minimumCoverage] ?? configuration.minimumCoverage,
      mutants: arguments[CheckCommand.minimumMutation] ?? configuration.minimumMutation
    )
    let hasMinimum = max(minima.coverage ?? 0, minima.mutants ?? 0) > 0
    guard !isEmpty || hasMinimum || configuration.scenarios != nil else { return }
    var overrides = side.overrides
    overrides.screens = screens
    let tests = TestReport(running: files, with: overrides, on: console)
    report.tests = tests
    do throws(CommandFailure) {
      let qualities = try SuiteQuality.all(of: tests, coverage: true, mutants: true, minima)
      report.tests?.qualities = qualities
    } catch {
      guard !hasMinimum else { throw error }
      report.unmeasured = error.diagnostics.map(\.sentence).joined(separator: "; ")
    }
  }

  private func compare(
    _ checked: CheckSide,
    with name: String,
    since now: Instant,
    _ report: inout CheckReport
  ) throws(CommandFailure) {
    let base = try configuration.base(name, on: console)
    let from = base.side.engine
    // Symbols of both sides are one table, which the side before begins.
    let to = try checked.continuing(base.side).engine
    let result = CompareResult(from: from, to: to)
    let failsOnLoss = arguments[CheckCommand.failOnLoss] || configuration.failsOnLoss
    report.comparison = CheckReport.Comparison(
      base: base.name,
      baseHasCatalog: base.side.hasCatalog,
      result: result,
      losses: failsOnLoss ? configuration.approvals.losses(from: from, to: to, since: now) : nil
    )
    // Histories that cannot be read leave the rest of the comparison as it is.
    let cohorts = try cohorts(from, to, result.offers, since: now)
    report.comparison?.result.cohortsAtStart = cohorts
  }

  /// Counts who of the customers gains and loses each offer at its start on each side, or now if it
  /// has started.
  private func cohorts(
    _ from: EligibilityEngine,
    _ to: EligibilityEngine,
    _ offers: [OfferComparison],
    since now: Instant
  ) throws(CommandFailure) -> [CompareResult.Cohort] {
    guard !configuration.histories.isEmpty else { return [] }
    var starts: [OfferKey: Set<Instant>] = [:]
    for engine in [from, to] {
      for offer in engine.index.offers {
        let start = offer.start(at: engine.policies.facts.timeZone)
        starts[offer.key, default: []].insert(max(start, now))
      }
    }
    var offersByStart: [Instant: Set<OfferKey>] = [now: []]
    for comparison in offers {
      // Of an offer that stays the same there is nothing to count at its start.
      let isSame = comparison.change == .same && comparison.edits.isEmpty
      for start in isSame ? [now] : starts[comparison.key] ?? [now] {
        offersByStart[start, default: []].insert(comparison.key)
      }
    }
    let options = try HistoryFiles(arguments, files: configuration.histories, as: nil)
    let attributes = try CompareResult.attributes(of: from, and: to) { .badData($0) }
    var source = HistorySource(
      options: options,
      attributes: attributes,
      timeZone: to.policies.facts.timeZone,
      console: console
    )
    source.threads = Platform.processorCount
    source.isStrict = true
    var cohorts: [CompareResult.Cohort] = []
    for (start, keys) in offersByStart.ordered(by: { $0.key < $1.key }) {
      let before = CohortSide(from, asOf: start, attributes: attributes)
      let after = CohortSide(to, asOf: start, attributes: attributes)
      let (comparison, _) = try source.compare(before, with: after)
      cohorts.append(
        CompareResult.Cohort(file: options.name, asOf: start, comparison: comparison, offers: keys)
      )
    }
    // Before the first start, nothing that changes has begun.
    if cohorts.count > 1, cohorts[0].comparison.changed.count == 0 { cohorts.removeFirst() }
    return cohorts
  }

  private func locks(of side: CheckSide, since now: Instant) -> [CheckReport.Lock] {
    let today = now.adding(milliseconds: side.engine.policies.facts.timeZone.milliseconds).date
    let names = CatalogNames(side.engine)
    var locks: [CivilDate: [String]] = [:]
    for offer in side.engine.index.offers {
      guard let day = offer.startDate?.day, day > today else { continue }
      locks[day, default: []].append(names.id(of: offer.key))
    }
    return locks.ordered { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
