import WinBackCommandLine

struct CheckReport: Sendable {
  /// When criteria of offers lock: the first day of the offers, from which on only their priority can
  /// be changed, and their names.
  typealias Lock = (date: CivilDate, offers: [OfferKey], names: [String])

  struct Comparison: Sendable {
    /// What the catalog is compared with, as the user named it.
    let base: String
    /// Whether that has a catalog; else all offers are new.
    let baseHasCatalog: Bool
    var result: CompareResult

    var title: String { "\(base.printable)\(baseHasCatalog ? "" : ", which has no catalog")" }
  }

  let file: String
  /// The instant by which offers have started or have not; nil if the rules that tell the time zone of
  /// its date cannot be read.
  var asOf: Instant?
  /// Whether notes fail, too, and suppressions that accept nothing.
  var isStrict = false
  var lint: LintReport?
  /// The result of the scenarios; nil if there are none.
  var tests: TestReport?
  /// Why nobody knows how well scenarios test; nil if it is known.
  var unmeasured: String?
  /// The options of 'winback test --generate' for what is checked; nil if it has more than these can
  /// say.
  var generation: (options: [String], directory: String)?
  /// What has changed; nil if nobody asked.
  var comparison: Comparison?
  var locks: [Lock] = []
  var faults: [CommandFailure] = []
  /// The changes that need an approval, by what has become of them.
  var judgements: [Approval.Judgement] = []
  /// The changes that are approved, with the reasons.
  var approvals: [String] = []
  /// A warning for each approval that no change needs.
  var unusedApprovals: [Diagnostic] = []
  /// What the change takes from the check itself; nil if the base has no file for a check.
  var weaker: [Diagnostic]?
  /// Whether that fails.
  var failsOnWeaker = false
  /// A warning for each screen that can show no offer; nil if no rules of screens are named.
  var screens: [Diagnostic]?
  /// A warning for each attribute that rules read and no customer has.
  var strangers: [Diagnostic] = []

  /// What is accepted, each with the reason.
  var accepted: [String] {
    (lint?.results ?? []).compactMap { result in
      result.suppression.map { reason in
        "\(result.code.rawValue) of \(result.finding.subject), \(result.diagnostic.location): \(reason)"
      }
    } + approvals
  }

  var blockingFindings: [LintResult] {
    (lint?.open ?? []).filter { isStrict || $0.code.severity != .note }
  }

  var unusedSuppressions: [Diagnostic] { (lint?.unusedSuppressions ?? []) + unusedApprovals }

  /// What is wrong, and does not fail the check.
  var warnings: [Diagnostic] {
    unusedSuppressions + strangers + (failsOnWeaker ? [] : weaker ?? [])
  }

  private var qualities: [SuiteQuality] { tests?.qualities ?? [] }

  /// What keeps the check from reading or running everything.
  private var allFaults: [CommandFailure] { faults + (tests?.faults ?? []) }

  var shortfalls: [Diagnostic] {
    let emptiness = tests?.emptiness.map { Diagnostic(.error, $0, file: file) }
    return [emptiness].compactMap(\.self) + qualities.flatMap(\.shortfalls)
      + judgements.flatMap(\.errors) + (screens ?? [])
      + (failsOnWeaker ? weaker ?? [] : []).map { $0.with { $0.severity = .error } }
  }

  var differences: [Diagnostic] { tests?.differences ?? [] }

  /// The command that writes scenarios for the offers as they are, with a sentence before it; nil if
  /// those that are there pass.
  var renewal: (reason: String, command: String)? {
    guard let generation else { return nil }
    let failing = (tests?.files ?? []).filter { file in !file.results.allSatisfy(\.passed) }
    let output: String
    let reason: String
    if tests == nil || tests?.emptiness != nil {
      reason = "No scenario tests the offers. This command writes scenarios for them:"
      output = PathName.path("offers.scenarios.json", inFolder: generation.directory)
    } else if failing.count == 1, let file = failing.first?.name {
      reason =
        "If the offers are right, this command writes the scenarios again, instead of all in the file:"
      output = file
    } else {
      return nil
    }
    let words = ["winback", "test", "--generate"] + generation.options + ["--output", output]
    return (reason, words.map(\.shellWord).joined(separator: " "))
  }

  /// What no scenario notices or shows, a line each: first what is about offers that can still change,
  /// then what is about changed ones; of each, other criteria before single conditions, and rules last.
  var untested: [String] {
    let changed = Set(comparison?.result.changedOffers.map(\.key) ?? [])
    let open = Set(locks.flatMap(\.offers))
    let survivors = qualities.flatMap { $0.mutants?.missing ?? [] }
    let uncovered = qualities.flatMap { $0.coverage?.missing ?? [] }
    let lines: [(offer: OfferKey?, text: String)] =
      survivors.filter { $0.key != nil }.map { ($0.key, $0.phrase) }
      + uncovered.map { ($0.key, "no scenario shows \($0.line)") }
      + survivors.filter { $0.key == nil }.map { (nil, $0.phrase) }
    func rank(_ offer: OfferKey?) -> Int {
      guard let offer else { return 3 }
      return (open.contains(offer) ? 0 : 2) + (changed.contains(offer) ? 0 : 1)
    }
    return lines.ordered { rank($0.offer) < rank($1.offer) }.map(\.text)
  }

  /// Everything that cannot be read, each once: several files of scenarios may name one catalog.
  var unreadable: [Diagnostic] { allFaults.flatMap(\.diagnostics).withoutRepeats }

  /// What cannot be read comes before what falls short.
  var status: ExitStatus {
    allFaults.worstStatus ?? (rows.allSatisfy(\.passes) ? .done : .checkFailed)
  }

  struct Row: Sendable {
    /// The part, such as `lint`.
    let subject: String
    let passes: Bool
    let result: String
    /// Whether it measures how well scenarios test.
    var isMeasure = false
    /// What keeps the part from passing.
    var details: [String] = []

    /// Returns the row of a part that passes if there are no problems.
    static func part(_ subject: String, _ result: String, _ problems: [Diagnostic]) -> Row {
      let details = problems.map { $0.rendered() }
      return Row(subject: subject, passes: details.isEmpty, result: result, details: details)
    }
  }

  /// The results of the parts; those that could not be read have none.
  var rows: [Row] {
    let parts = [lint.map { row($0) }, tests?.row(differences, unmeasured)].compactMap(\.self)
    let screens = screens.map { screens in
      let warnings = screens.count.counted("warning")
      return Row.part("screens", screens.isEmpty ? "each can be shown" : warnings, screens)
    }
    let weaker = weaker.map { weaker in
      let ways = "weaker in \(weaker.count.counted("way"))"
      let result = weaker.isEmpty ? "as strict as before" : ways
      return Row.part("gate", result, failsOnWeaker ? weaker : [])
    }
    return parts + qualities.flatMap(\.rows) + judgements.map { row($0) }
      + [screens, weaker].compactMap(\.self)
  }

  private func row(_ lint: LintReport) -> Row {
    var counts = lint.counts
    if lint.suppressedCount > 0 { counts.append("\(lint.suppressedCount.grouped) accepted") }
    let unused = unusedSuppressions
    if !unused.isEmpty { counts.append("\(unused.count.grouped) accepted but not found") }
    let problems = blockingFindings.map(\.named) + (isStrict ? unused : [])
    return .part("lint", counts.joined(separator: ", "), problems)
  }

  private func row(_ judgement: Approval.Judgement) -> Row {
    let counts = [(judgement.errors.count, "not approved"), (judgement.approvedCount, "approved")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let none =
      judgement.change == .losses
      ? "no customer loses an offer" : "no price, mode, length or wait changes"
    let result = counts.isEmpty ? none : counts.joined(separator: ", ")
    return .part(judgement.change.rawValue, result, judgement.errors)
  }
}

extension TestReport {
  /// The rows of a run alone; the files tell its scenarios, if there are some.
  var rows: [CheckReport.Row] { (emptiness == nil ? [] : [row()]) + qualities.flatMap(\.rows) }

  /// What is wrong if there is nothing to run, and no file is broken.
  var emptiness: String? {
    results.isEmpty && broken == 0 ? "expected scenarios to run, found none" : nil
  }

  func row(_ differences: [Diagnostic] = [], _ unmeasured: String? = nil) -> CheckReport.Row {
    var parts = ["\(passed.grouped) of \(results.count.grouped) passed"]
    if results.isEmpty {
      parts = [broken > 0 ? "no scenario can be run" : "no scenario found"]
    }
    if !differences.isEmpty { parts.append("a file names other inputs than the check") }
    if let unmeasured { parts.append("how well they test is not known: \(unmeasured)") }
    return CheckReport.Row(
      subject: "scenarios",
      passes: failed == 0 && !results.isEmpty && differences.isEmpty,
      result: parts.joined(separator: "; "),
      details: [emptiness].compactMap(\.self) + differences.map { $0.rendered() }
        + results.filter { !$0.passed }.map { result in
          "\(result.scenario.file):\(result.scenario.line): \(result.scenario.name)"
        }
    )
  }
}

extension SuiteQuality {
  var rows: [CheckReport.Row] {
    measures.map { subject, _, score, minimum in
      let passes = score.percentage >= minimum ?? 0
      return CheckReport.Row(
        subject: subject,
        passes: passes,
        result: "\(score.percentage) %, \(score.met.grouped) of \(score.total.grouped)"
          + (minimum.map { "; at least \($0) % is required" } ?? ""),
        isMeasure: true,
        details: passes ? [] : score.missing.map(\.line)
      )
    }
  }
}

extension CheckReport {
  var annotations: [GitHubCommand] {
    GitHubCommand.all(unreadable, title: LintReport.unreadable, fallback: file)
      + (lint?.annotations ?? []) + (tests?.failureAnnotations ?? [])
      + GitHubCommand.all(
        differences + shortfalls + warnings,
        title: "winback check",
        fallback: file
      )
  }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var shellWord: String {
    let isPlain = utf8.allSatisfy { $0.isIdentifierPart || "./-:@+,".utf8.contains($0) }
    return isPlain && !isEmpty ? self : "'" + replacing(all: "'", by: #"'\''"#) + "'"
  }
}
