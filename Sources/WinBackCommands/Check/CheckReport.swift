import CalendarTime
import WinBack
import WinBackTesting

/// The result of a check, all of it.
struct CheckReport: Sendable {
  /// When criteria of offers lock.
  struct Lock: Sendable {
    /// The first day of the offers, from which on only their priority can be changed.
    let date: CivilDate
    /// The offers, in the order of the catalog.
    var offers: [String]
  }

  /// Who gains and who loses.
  struct Comparison: Sendable {
    /// What the catalog is compared with, as the user named it.
    let base: String
    /// Whether that has a catalog; else all offers are new.
    let baseHasCatalog: Bool
    let result: CompareResult
    /// The losses that fail the check, and how many are approved; nil if losses do not fail.
    let losses: (errors: [Diagnostic], approved: Int)?

    /// What the catalog is compared with, in words.
    var title: String { "\(base.printable)\(baseHasCatalog ? "" : ", which has no catalog")" }
  }

  /// The configuration, as messages name it.
  let file: String
  /// The instant by which offers have started or have not.
  var asOf: Instant
  /// Whether notes fail, too, and suppressions that accept nothing.
  let isStrict: Bool
  /// How much of the offers scenarios must cover, and how many changes they must notice, in percent.
  let minimumCoverage: Int?
  let minimumMutation: Int?
  var lint: LintReport?
  /// Suppressions that accept no finding.
  var unusedSuppressions: [Diagnostic] = []
  /// The result of the scenarios; nil if there are none.
  var tests: TestReport?
  /// What has changed; nil if nobody asked.
  var comparison: Comparison?
  /// When the offers that have not started will lock, by date.
  var locks: [Lock] = []
  /// What cannot be read, with the status of each.
  var faults: [CommandFailure] = []

  /// The findings that keep the check from passing.
  var blockingFindings: [LintResult] {
    (lint?.open ?? []).filter { isStrict || $0.code.severity != .note }
  }

  /// Measures of the scenarios that are lower than they must be, and losses that nobody approved.
  var shortfalls: [Diagnostic] {
    (tests?.qualities ?? []).flatMap { quality in
      quality.shortfalls(minimumCoverage: minimumCoverage, minimumMutation: minimumMutation)
    } + (comparison?.losses?.errors ?? [])
  }

  /// What scenario files name, and is not what the check runs with.
  var differences: [Diagnostic] {
    (tests?.files ?? []).flatMap { file in
      (file.suite?.differences ?? []).map { Diagnostic($0, file: file.name) }
    }
  }

  /// What no scenario notices or shows, a line each: first what is about changed offers, and of that
  /// other criteria before single conditions, and rules last.
  var untested: [String] {
    let changed = Set(comparison?.result.changedOffers.map(\.key.offerId) ?? [])
    let qualities = tests?.qualities ?? []
    let survivors = qualities.flatMap { $0.mutants?.survivors ?? [] }
    let lines =
      survivors.filter { $0.offer != nil }.map { ($0.offer ?? "", $0.phrase) }
      + qualities.flatMap { $0.coverage?.missing ?? [] }.map {
        ($0.offer, "no scenario shows \($0.line)")
      }
      + survivors.filter { $0.offer == nil }.map { ("", $0.phrase) }
    return (lines.filter { changed.contains($0.0) } + lines.filter { !changed.contains($0.0) })
      .map(\.1)
  }

  /// Everything that cannot be read, each once: several files of scenarios may name one catalog.
  var unreadable: [Diagnostic] {
    let scenarios = (tests?.files ?? []).flatMap { $0.fault?.diagnostics ?? [] }
    var seen: Set<Diagnostic> = []
    return (faults.flatMap(\.diagnostics) + scenarios).filter { seen.insert($0).inserted }
  }

  /// Whether all that could be read is as it must be.
  private var passes: Bool {
    blockingFindings.isEmpty && shortfalls.isEmpty && differences.isEmpty
      && (!isStrict || unusedSuppressions.isEmpty)
      && tests?.status != .checkFailed
  }

  /// What cannot be read comes before what falls short.
  var status: ExitStatus {
    let faults = faults.map(\.status) + (tests?.files ?? []).compactMap { $0.fault?.status }
    return faults.max { $0.rawValue < $1.rawValue } ?? (passes ? .done : .checkFailed)
  }
}
