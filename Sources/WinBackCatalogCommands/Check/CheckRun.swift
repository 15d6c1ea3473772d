import WinBackCommandLine

/// Checks what a configuration names, part by part; what keeps one part from being checked does not
/// keep the others.
struct CheckRun {
  let arguments: ParsedArguments
  let configuration: CheckConfiguration
  let console: Console

  func report() throws(CommandFailure) -> CheckReport {
    var report = CheckReport(
      file: configuration.file,
      isStrict: configuration.isStrict,
      failsOnWeaker: arguments[CheckCommand.failOn].contains(.weaker)
    )
    var checked: CheckSide?
    part(&report) { _ throws(CommandFailure) in
      checked = try CheckSide(configuration.project, on: console)
    }
    for path in configuration.histories + (configuration.project.texts["mapping"] ?? []) {
      part(&report) { _ throws(CommandFailure) in try InputFile(path).expectToOpen() }
    }
    guard let checked else { return report }
    checked.ruleSets.reportTraps(on: console)
    checked.engine.warnWithoutOffers(to: "check", on: console)
    let settings = EngineSettings(configuration.project)
    if settings.catalogs.count == 1, settings.policies.isEmpty {
      let rules = settings.rules.flatMap { ["--rules", $0] }
      report.generation = (["--catalog"] + settings.catalogs + rules, configuration.directory)
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
    var live: Catalog?
    part(&report) { _ throws(CommandFailure) in live = try side.live }
    report.lint = try LintReport(
      of: side.files,
      side.engine,
      against: live,
      asOf: now,
      configuration.suppressions
    )
    // A suppression can accept what only the live catalog shows.
    if live == nil, !configuration.live.isEmpty { report.lint?.unusedSuppressions = [] }
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
      let qualities = try SuiteQuality.all(of: tests, isAsked: true, minima)
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
    let side = try checked.continuing(from.index.symbols)
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
        now: now
      )
      report.weaker = search.warnings(report.tests)
    }
    // Histories that cannot be read leave the rest of the comparison as it is.
    let cohorts = try cohorts(base.side, side, result.offers, since: now)
    report.comparison?.result.cohorts = cohorts
    report.strangers = try strangers(of: side)
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
    _ from: CheckSide,
    _ to: CheckSide,
    _ offers: [OfferComparison],
    since now: Instant
  ) throws(CommandFailure) -> [CompareResult.Cohort] {
    guard !configuration.histories.isEmpty else { return [] }
    var (from, to) = (from, to)
    if from.ruleSets.ownScreens != nil || to.ruleSets.ownScreens != nil {
      from = try from.continuing(showsScreens: true)
      to = try to.continuing(from.engine.index.symbols, showsScreens: true)
    }
    var starts: [OfferKey: Set<Instant>] = [:]
    for engine in [from.engine, to.engine] {
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
    let attributes = try CompareResult.attributes(of: from.engine, and: to.engine) { .badData($0) }
    var source = try to.histories(with: attributes)
    source.keepPrices(for: from.engine.rules, from.merchandiser?.rules, to.merchandiser?.rules)
    var cohorts: [CompareResult.Cohort] = []
    for (start, keys) in offersByStart.ordered(by: { $0.key < $1.key }) {
      let (comparison, _) = try source.compare(
        CohortSide(from.engine, from.merchandiser, asOf: start, attributes: attributes),
        with: CohortSide(to.engine, to.merchandiser, asOf: start, attributes: attributes)
      )
      let file = source.options.name
      cohorts.append(
        CompareResult.Cohort(file: file, asOf: start, comparison: comparison, offers: keys)
      )
    }
    // Before the first start, nothing that changes has begun.
    if cohorts.count > 1, cohorts[0].comparison.changed.count == 0 { cohorts.removeFirst() }
    return cohorts
  }

  /// Returns a warning for each attribute that rules read and no customer has.
  private func strangers(of side: CheckSide) throws(CommandFailure) -> [Diagnostic] {
    let attributes = side.engine.rules.ruleSet.attributes
    guard !configuration.histories.isEmpty, !attributes.isEmpty else { return [] }
    let source = try side.histories()
    let known = try source.answers(
      after: side.engine.index.symbols,
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
        file: side.ruleSets.deciding.path
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
