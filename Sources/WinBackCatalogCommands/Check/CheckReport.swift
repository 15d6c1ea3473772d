import CEL
import CalendarTime
import WinBack
import WinBackCommandLine
import WinBackFormats
import WinBackTesting
import WinBackAnalysis
import WinBackFiles

struct CheckReport: Sendable {
  /// When criteria of offers lock: the first day of the offers, from which on only their priority can
  /// be changed, and their names.
  typealias Lock = (date: CivilDate, offers: [String])

  struct Comparison: Sendable {
    /// What the catalog is compared with, as the user named it.
    let base: String
    /// Whether that has a catalog; else all offers are new.
    let baseHasCatalog: Bool
    var result: CompareResult
    /// The losses that fail the check, and how many are approved; nil if losses do not fail.
    let losses: (errors: [Diagnostic], approved: Int)?

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

  var blockingFindings: [LintResult] {
    (lint?.open ?? []).filter { isStrict || $0.code.severity != .note }
  }

  var unusedSuppressions: [Diagnostic] { lint?.unusedSuppressions ?? [] }

  private var qualities: [SuiteQuality] { tests?.qualities ?? [] }

  /// What keeps the check from reading or running everything.
  private var allFaults: [CommandFailure] { faults + (tests?.faults ?? []) }

  var shortfalls: [Diagnostic] {
    let emptiness = tests?.emptiness.map { Diagnostic(.error, $0, file: file) }
    return [emptiness].compactMap(\.self) + qualities.flatMap(\.shortfalls)
      + (comparison?.losses?.errors ?? [])
  }

  /// What scenario files name, and is not what the check runs with.
  var differences: [Diagnostic] {
    (tests?.files ?? []).flatMap { file in
      (file.suite?.differences ?? []).map { Diagnostic($0, file: file.name) }
    }
  }

  /// The command that writes scenarios for the offers as they are, with a sentence before it; nil if
  /// those that are there pass.
  var renewal: (reason: String, command: String)? {
    guard let generation else { return nil }
    let failing = (tests?.files ?? []).filter { file in !file.results.allSatisfy(\.passed) }
    let output: String
    let reason: String
    if tests == nil || tests?.emptiness != nil {
      reason = "No scenario tests the offers. This command writes scenarios for them:"
      output = "\(generation.directory)offers.scenarios.json"
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

  /// What no scenario notices or shows, a line each: first what is about changed offers, and of that
  /// other criteria before single conditions, and rules last.
  var untested: [String] {
    let changed = Set(comparison?.result.changedOffers.map(\.key) ?? [])
    let survivors = qualities.flatMap { $0.mutants?.missing ?? [] }
    let uncovered = qualities.flatMap { $0.coverage?.missing ?? [] }
    var lines: [(offer: OfferKey?, text: String)] = []
    for change in survivors where change.key != nil { lines.append((change.key, change.phrase)) }
    for part in uncovered { lines.append((part.key, "no scenario shows \(part.line)")) }
    for change in survivors where change.key == nil { lines.append((nil, change.phrase)) }
    func isChanged(_ offer: OfferKey?) -> Bool { offer.map(changed.contains) ?? false }
    return (lines.filter { isChanged($0.offer) } + lines.filter { !isChanged($0.offer) })
      .map(\.text)
  }

  /// Everything that cannot be read, each once: several files of scenarios may name one catalog.
  var unreadable: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return allFaults.flatMap(\.diagnostics).filter { seen.insert($0).inserted }
  }

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
  }

  /// The results of the parts; those that could not be read have none.
  var rows: [Row] {
    let parts = [lint.map { row($0) }, tests?.row(differences, unmeasured)].compactMap(\.self)
    return parts + qualities.flatMap(\.rows) + (comparison?.losses.map { [row($0)] } ?? [])
  }

  private func row(_ lint: LintReport) -> Row {
    var counts = lint.counts
    if lint.suppressedCount > 0 { counts.append("\(lint.suppressedCount) accepted") }
    let unused = lint.unusedSuppressions
    if !unused.isEmpty { counts.append("\(unused.count) accepted but not found") }
    let details =
      blockingFindings.map { result in
        "\(result.diagnostic.location): \(result.finding.message) [\(result.code.rawValue)]"
      } + (isStrict ? unused.map { "\($0.location): \($0.message)" } : [])
    return Row(
      subject: "lint",
      passes: details.isEmpty,
      result: counts.joined(separator: ", "),
      details: details
    )
  }

  private func row(_ losses: (errors: [Diagnostic], approved: Int)) -> Row {
    let counts = [(losses.errors.count, "not approved"), (losses.approved, "approved")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return Row(
      subject: "losses",
      passes: losses.errors.isEmpty,
      result: counts.isEmpty ? "no customer loses an offer" : counts.joined(separator: ", "),
      details: losses.errors.map(\.message)
    )
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
    var parts = ["\(passed) of \(results.count) passed"]
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
        result: "\(score.percentage) %, \(score.met) of \(score.total)"
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
        differences + shortfalls,
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
