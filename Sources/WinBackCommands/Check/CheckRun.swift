import CalendarTime
import WinBack

/// Checks what a configuration names, part by part; what keeps one part from being checked does not
/// keep the others.
struct CheckRun {
  let arguments: ParsedArguments
  let configuration: CheckConfiguration
  /// What the catalog is compared with; nil for nothing.
  let base: String?
  /// The instant by which offers have started or have not.
  let now: Instant
  let isStrict: Bool
  let minimumCoverage: Int?
  let minimumMutation: Int?
  /// The paths of the catalog that is live.
  let live: [String]
  let console: Console

  /// Checks everything.
  func report() -> CheckReport {
    var report = CheckReport(
      file: configuration.file,
      asOf: now,
      isStrict: isStrict,
      minimumCoverage: minimumCoverage,
      minimumMutation: minimumMutation
    )
    var checked: CheckSide?
    part(&report) { report throws(CommandFailure) in
      let side = try CheckSide(configuration, on: console) { file throws(CommandFailure) in
        try file.read(on: console)
      }
      checked = side
      report.locks = locks(of: side)
    }
    if let checked {
      part(&report) { report throws(CommandFailure) in try lint(checked, &report) }
    }
    part(&report) { report throws(CommandFailure) in try test(&report) }
    if let base, let checked {
      part(&report) { report throws(CommandFailure) in
        report.comparison = try comparison(of: checked, with: base)
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
    let live =
      try live.isEmpty ? nil : CatalogFiles(live, on: console).catalog
    let suppressions: Suppressions
    if let own = configuration.suppressions {
      suppressions = own
    } else {
      suppressions = try Suppressions(
        at: Suppressions.path(beside: configuration.catalogs),
        on: console
      )
    }
    let lint = LintReport(
      side.files,
      CatalogLinter(side.engine, against: live, asOf: now).findings(),
      suppressions
    )
    report.lint = lint
    report.unusedSuppressions = suppressions.warnings(unlessUsedBy: lint)
  }

  private func test(_ report: inout CheckReport) throws(CommandFailure) {
    let files = ScenarioFiles(in: configuration.scenarios ?? [configuration.directory])
    let isEmpty = files.files.isEmpty && files.faults.isEmpty
    guard !isEmpty || configuration.scenarios != nil else { return }
    var tests = TestRun(files: files, filter: nil, catalog: nil, rules: nil).report(on: console)
    tests.qualities = try SuiteQuality.all(of: tests, coverage: true, mutants: true)
    report.tests = tests
  }

  private func comparison(
    of checked: CheckSide,
    with name: String
  ) throws(CommandFailure) -> CheckReport.Comparison {
    let base = try CheckBase.read(name, of: configuration, on: console)
    let from = base.side.engine
    // Symbols of both sides are one table, which the side before begins.
    let to = try checked.engine(after: from.index.symbols)
    let cohort = try cohort(from, to)
    return CheckReport.Comparison(
      base: base.name,
      baseHasCatalog: base.hasCatalog,
      result: CompareResult(CatalogComparison(from: from, to: to), cohort: cohort)
    )
  }

  /// Counts who of the customers gains and loses; nil if there are none to count.
  private func cohort(
    _ from: EligibilityEngine,
    _ to: EligibilityEngine
  ) throws(CommandFailure) -> CompareResult.Cohort? {
    guard !configuration.histories.isEmpty else { return nil }
    let options = try HistoryInputOptions(arguments, files: configuration.histories, as: nil)
    let attributes: [RuleSet.Attribute]
    do {
      attributes = try CompareResult.attributes(of: from, and: to)
    } catch {
      throw CommandFailure(.badData, error.message)
    }
    let worker = ComparisonWorker(from: from, at: now, to: to, at: now, attributes: attributes)
    let source = HistorySource(
      options: options,
      attributes: attributes,
      timeZone: to.policies.facts.timeZone,
      threads: Platform.processorCount,
      isStrict: true,
      console: console
    )
    let (comparison, _) = try source.reduce(with: worker, into: worker.comparison) {
      sum,
      worker,
      _ throws(CommandFailure) in sum.add(worker.comparison)
    }
    return CompareResult.Cohort(file: options.name, asOf: now, comparison: comparison)
  }

  /// Returns when the offers that have not started lock, the first day first.
  private func locks(of side: CheckSide) -> [CheckReport.Lock] {
    let today = now.adding(milliseconds: side.engine.policies.facts.timeZone.milliseconds).date
    var locks: [CheckReport.Lock] = []
    for group in side.files.catalog.subscriptionGroups {
      for offer in group.subscriptions.flatMap(\.winBackOffers) {
        let day = offer.startDate.day
        guard day > today else { continue }
        if let index = locks.firstIndex(where: { $0.date == day }) {
          locks[index].offers.append(offer.offerId)
        } else {
          locks.append(CheckReport.Lock(date: day, offers: [offer.offerId]))
        }
      }
    }
    return locks.sorted { $0.date < $1.date }
  }
}
