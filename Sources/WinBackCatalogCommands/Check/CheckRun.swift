import CEL
import CalendarTime
import WinBack
import WinBackAnalysis
import WinBackCommandLine
import WinBackFiles
import WinBackFormats

/// Checks what a configuration names, part by part; what keeps one part from being checked does not
/// keep the others.
struct CheckRun {
  let arguments: ParsedArguments
  let configuration: CheckConfiguration
  let console: Console

  func report(from empty: CheckReport) -> CheckReport {
    var report = empty
    var checked: CheckSide?
    part(&report) { report throws(CommandFailure) in
      let side = try CheckSide(configuration, on: console)
      checked = side
      report.locks = locks(of: side, since: report.asOf)
    }
    if let checked {
      part(&report) { report throws(CommandFailure) in try lint(checked, &report) }
      part(&report) { report throws(CommandFailure) in try test(checked, &report) }
    }
    for path in configuration.histories {
      part(&report) { _ throws(CommandFailure) in try InputFile(path).expectToOpen() }
    }
    if let base = arguments[CheckCommand.base], let checked {
      part(&report) { report throws(CommandFailure) in
        report.comparison = try comparison(of: checked, with: base, since: report.asOf)
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
      report.faults.append(error)
    }
  }

  private func lint(_ side: CheckSide, _ report: inout CheckReport) throws(CommandFailure) {
    let named = arguments[CheckCommand.against]
    let paths = named.isEmpty ? configuration.live : named
    let live = try paths.isEmpty ? nil : CatalogFiles(paths, on: console).catalog
    let catalogs = configuration.settings.catalogs
    let suppressions =
      if let own = configuration.suppressions { own } else {
        try Suppressions(at: Suppressions.path(beside: catalogs), on: console)
      }
    let lint = try LintReport(
      of: side.files,
      side.engine,
      against: live,
      asOf: report.asOf,
      suppressions
    )
    report.lint = lint
    report.unusedSuppressions = suppressions.warnings(unlessUsedBy: lint)
  }

  private func test(_ side: CheckSide, _ report: inout CheckReport) throws(CommandFailure) {
    let files = ScenarioFiles(in: configuration.scenarios ?? [configuration.directory])
    let isEmpty = files.files.isEmpty && files.faults.isEmpty
    guard !isEmpty || configuration.scenarios != nil else { return }
    var tests = TestReport(running: files, with: side.overrides, on: console)
    let minima = (
      coverage: arguments[CheckCommand.minimumCoverage] ?? configuration.minimumCoverage,
      mutants: arguments[CheckCommand.minimumMutation] ?? configuration.minimumMutation
    )
    tests.qualities = try SuiteQuality.all(of: tests, coverage: true, mutants: true, minima)
    report.tests = tests
  }

  private func comparison(
    of checked: CheckSide,
    with name: String,
    since now: Instant
  ) throws(CommandFailure) -> CheckReport.Comparison {
    let base = try configuration.base(name, on: console)
    let from = base.side.engine
    // Symbols of both sides are one table, which the side before begins.
    let to = try checked.continuing(base.side).engine
    var result = CompareResult(from: from, to: to)
    result.cohortsAtStart = try cohorts(from, to, result.offers, since: now)
    let failsOnLoss = arguments[CheckCommand.failOnLoss] || configuration.failsOnLoss
    return CheckReport.Comparison(
      base: base.name,
      baseHasCatalog: base.side.hasCatalog,
      result: result,
      losses: failsOnLoss ? configuration.approvals.losses(from: from, to: to, since: now) : nil
    )
  }

  /// Counts who of the customers gains and loses each offer at its start, or now if it has started.
  private func cohorts(
    _ from: EligibilityEngine,
    _ to: EligibilityEngine,
    _ offers: [OfferComparison],
    since now: Instant
  ) throws(CommandFailure) -> [CompareResult.Cohort] {
    guard !configuration.histories.isEmpty else { return [] }
    var offersByStart: [Instant: Set<OfferKey>] = [now: []]
    for comparison in offers {
      let start = comparison.offer?.startDate.start(at: to.policies.facts.timeZone) ?? now
      // Of an offer that stays the same there is nothing to count at its start.
      let isCounted = start > now && (comparison.change != .same || !comparison.edits.isEmpty)
      offersByStart[isCounted ? start : now, default: []].insert(comparison.key)
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
    var locks: [CivilDate: [(id: String, name: String)]] = [:]
    for offer in side.engine.index.offers {
      guard let day = offer.startDate?.day, day > today else { continue }
      locks[day, default: []].append((offer.id, names.id(of: offer.key)))
    }
    return locks.ordered { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
