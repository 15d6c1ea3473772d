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
    for path in configuration.histories {
      part(&report) { _ throws(CommandFailure) in try InputFile(path).expectToOpen() }
    }
    guard let checked else { return report }
    checked.ruleSets.reportTraps(on: console)
    let settings = configuration.settings
    if settings.catalogs.count == 1, settings.policies.isEmpty {
      let rules = settings.rules.flatMap { ["--rules", $0] }
      let folder = configuration.directory
      report.generation = (["--catalog"] + settings.catalogs + rules, folder == "." ? "" : folder)
    }
    let zone = checked.engine.policies.facts.timeZone
    let now = try arguments.instant(.asOf, at: zone) ?? console.now
    report.asOf = now
    report.locks = locks(of: checked, since: now)
    part(&report) { report throws(CommandFailure) in try lint(checked, asOf: now, &report) }
    if let screens = checked.ruleSets.ownScreens {
      report.screens = findings(on: screens, checked)
    }
    part(&report) { report throws(CommandFailure) in try test(checked, &report) }
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
    let paths = configuration.live
    var live: Catalog?
    if !paths.isEmpty {
      part(&report) { _ throws(CommandFailure) in
        live = try CatalogFiles(paths, configuration.project.catalogOptions, on: console).catalog
      }
    }
    report.lint = try LintReport(
      of: side.files,
      side.engine,
      against: live,
      asOf: now,
      configuration.suppressions
    )
    // A suppression can accept what only the live catalog shows.
    if live == nil, !paths.isEmpty { report.lint?.unusedSuppressions = [] }
  }

  /// Returns a warning for each screen of offers that the catalog does not have, and for each after one
  /// that always applies.
  private func findings(
    on screens: (path: String, rules: CheckedRuleSet),
    _ side: CheckSide
  ) -> [Diagnostic] {
    let kinds = Set(side.engine.index.allOffers.map(\.kind.rawValue))
    let rules = screens.rules.ruleSet.rules
    let end = rules.firstIndex { $0.require == "true" } ?? rules.endIndex
    return rules.enumerated().compactMap { index, rule in
      let path = "screens[\(index)].show"
      if index > end {
        return Diagnostic(
          .warning,
          "the screen '\(rule.id)' is never shown: a screen before it always applies",
          file: screens.path,
          path: path
        )
      }
      guard OfferKind.allCases.map(\.rawValue).contains(rule.id), !kinds.contains(rule.id) else {
        return nil
      }
      return Diagnostic(
        .warning,
        "the screen '\(rule.id)' can show no offer: the catalog has none of this kind",
        file: screens.path,
        path: path
      )
    }
  }

  private func test(
    _ side: CheckSide,
    _ report: inout CheckReport
  ) throws(CommandFailure) {
    let files = ScenarioFiles(in: configuration.scenarios ?? [configuration.directory])
    let isEmpty = files.files.isEmpty && files.faults.isEmpty
    let minima = (
      coverage: configuration.project.minimumCoverage,
      mutants: configuration.project.minimumMutation
    )
    let hasMinimum = max(minima.coverage ?? 0, minima.mutants ?? 0) > 0
    guard !isEmpty || hasMinimum || configuration.scenarios != nil else { return }
    let tests = TestReport(running: files, with: side.overrides, on: console)
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
    let side = try checked.continuing(base.side)
    let result = CompareResult(from: from, to: side.engine)
    report.comparison = CheckReport.Comparison(
      base: base.name,
      baseHasCatalog: base.side.hasCatalog,
      result: result
    )
    judge(requests(result, from: from, to: side, since: now), &report)
    if let old = base.configuration {
      let search = WeakeningSearch(
        base: base,
        old: old,
        new: configuration,
        side: checked,
        now: now,
        console: console
      )
      report.weaker = search.warnings(report.tests)
    }
    // Histories that cannot be read leave the rest of the comparison as it is.
    let rules = (from: base.side.ruleSets, to: checked.ruleSets)
    let cohorts = try cohorts(from, side.engine, rules, result.offers, since: now)
    report.comparison?.result.cohortsAtStart = cohorts
    report.strangers = try strangers(of: side.engine, side.ruleSets.deciding.path)
  }

  /// Finds the changes that nobody has accepted, and the approvals that accept no change.
  private func judge(_ requests: [Approval.Request], _ report: inout CheckReport) {
    let approvals = configuration.approvals
    func isAccepted(_ request: Approval.Request) -> Bool {
      approvals.contains { $0.accepts(request) }
    }
    report.judgements = Approval.Change.allCases.compactMap { change in
      guard
        configuration.needsApproval(change)
          || change == .losses && arguments[CheckCommand.failOn].contains(.loss)
      else { return nil }
      let own = requests.filter { $0.change == change }
      return Approval.Judgement(
        change: change,
        errors: own.filter { !isAccepted($0) }.map(\.error),
        approvedCount: own.count(where: isAccepted)
      )
    }
    for approval in approvals {
      if requests.contains(where: approval.accepts) {
        report.approvals.append("\(approval.name): \(approval.reason)")
      } else {
        report.unusedApprovals.append(approval.warning)
      }
    }
  }

  /// Counts who of the customers gains and loses each offer at its start on each side, or now if it
  /// has started.
  private func cohorts(
    _ from: EligibilityEngine,
    _ to: EligibilityEngine,
    _ ruleSets: (from: RuleSets, to: RuleSets),
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
    let options = try HistoryFiles(arguments, files: configuration.histories)
    let attributes = try CompareResult.attributes(of: from, and: to) { .badData($0) }
    var source = HistorySource(options, for: to, attributes, on: console)
    source.threads = Platform.processorCount
    source.isStrict = true
    let merchandisers = try merchandisers(from, to, ruleSets)
    source.keepPrices(for: from.rules, merchandisers?.from.rules, merchandisers?.to.rules)
    var cohorts: [CompareResult.Cohort] = []
    for (start, keys) in offersByStart.ordered(by: { $0.key < $1.key }) {
      let before = CohortSide(from, merchandisers?.from, asOf: start, attributes: attributes)
      let after = CohortSide(to, merchandisers?.to, asOf: start, attributes: attributes)
      let (comparison, _) = try source.compare(before, with: after)
      cohorts.append(
        CompareResult.Cohort(file: options.name, asOf: start, comparison: comparison, offers: keys)
      )
    }
    // Before the first start, nothing that changes has begun.
    if cohorts.count > 1, cohorts[0].comparison.changed.count == 0 { cohorts.removeFirst() }
    return cohorts
  }

  /// Returns what decides on screens on both sides, if one of them names rules for it.
  private func merchandisers(
    _ from: EligibilityEngine,
    _ to: EligibilityEngine,
    _ ruleSets: (from: RuleSets, to: RuleSets)
  ) throws(CommandFailure) -> (from: Merchandiser, to: Merchandiser)? {
    guard ruleSets.from.ownScreens != nil || ruleSets.to.ownScreens != nil else { return nil }
    func merchandiser(
      _ engine: EligibilityEngine,
      _ ruleSets: RuleSets
    ) throws(CommandFailure) -> Merchandiser {
      let (screens, others) = try ruleSets.screens()
      do {
        return try Merchandiser(engine, rules: screens, others: others)
      } catch {
        throw .badData(error.description, in: ruleSets.ownScreens?.path)
      }
    }
    return (try merchandiser(from, ruleSets.from), try merchandiser(to, ruleSets.to))
  }

  /// Returns a warning for each attribute that rules read and no customer has.
  private func strangers(of engine: EligibilityEngine, _ rules: String?) throws(CommandFailure)
    -> [Diagnostic]
  {
    let attributes = engine.rules.ruleSet.attributes
    guard !configuration.histories.isEmpty, !attributes.isEmpty else { return [] }
    let files = try HistoryFiles(arguments, files: configuration.histories)
    let source = HistorySource(files, for: engine, on: console)
    let known = try source.answers(
      after: engine.index.symbols,
      into: Set<Int>(),
      with: (),
      adding: { sum, block in sum.formUnion(block) }
    ) { known, _, record, _ in
      known.formUnion(record.attributes.indices.filter { record.attributes[$0] != .absent })
    }
    return attributes.indices.filter { !known.0.contains($0) }.map { index in
      let name = attributes[index].name
      return Diagnostic(
        .warning,
        "rules read the attribute '\(name)', which no customer of "
          + "'\(source.options.name)' has",
        file: rules
      )
    }
  }

  private func locks(of side: CheckSide, since now: Instant) -> [CheckReport.Lock] {
    let today = now.adding(milliseconds: side.engine.policies.facts.timeZone.milliseconds).date
    let names = CatalogNames(side.engine)
    var locks: [CivilDate: [OfferKey]] = [:]
    for offer in side.engine.index.offers {
      guard let day = offer.startDate?.day, day > today else { continue }
      locks[day, default: []].append(offer.key)
    }
    return locks.ordered { $0.key < $1.key }.map { ($0.key, $0.value, $0.value.map(names.id)) }
  }
}
