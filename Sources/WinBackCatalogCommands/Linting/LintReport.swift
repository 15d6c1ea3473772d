import WinBackCommandLine
import WinBackInterface

struct LintReport: Sendable {
  /// The files of the catalog, as the user named them.
  let file: String
  /// The findings in the order of the catalog, also those that are suppressed.
  let results: [LintResult]
  /// A warning for each suppression that accepts no finding.
  var unusedSuppressions: [Diagnostic] = []
  /// What is wrong with files that cannot be read; there are no findings then.
  var faults: [Diagnostic] = []

  static let unreadable = "unreadable"
  static let unusedSuppression = "unused-suppression"

  var open: [LintResult] { results.filter { $0.suppression == nil } }

  func count(_ severity: LintSeverity) -> Int { open.count { $0.code.severity == severity } }

  var suppressedCount: Int { results.count - open.count }

  /// How many open findings there are of each severity, such as `2 errors`.
  var counts: [String] {
    let counts = LintSeverity.allCases.compactMap { severity -> String? in
      let count = count(severity)
      return count == 0 ? nil : count.counted(severity.rawValue)
    }
    return counts.isEmpty ? ["nothing found"] : counts
  }
}

extension EligibilityEngine {
  /// Warns if the catalog has no offers of the kind, so that there is nothing to do.
  func warnWithoutOffers(to purpose: String, on console: Console) {
    guard placedOffers.isEmpty else { return }
    console.warn("expected offers to \(purpose), found no \(kind.plural)")
  }
}

extension LintReport {
  /// Creates the report of what is wrong with a catalog.
  ///
  /// - Throws: ``CommandFailure`` if a subscription has more offers than can be compared with each other.
  init(
    of files: CatalogFiles,
    _ engine: EligibilityEngine,
    beside winBack: EligibilityEngine? = nil,
    against live: Catalog?,
    asOf now: Instant,
    _ suppressions: Suppressions
  ) throws(CommandFailure) {
    var files = files
    if let excess = files.catalog.excess {
      throw CommandFailure(.badData, [files.diagnostic(excess.message, at: excess.place)])
    }
    let findings = CatalogLinter(engine, beside: winBack, against: live, asOf: now).findings()
    self.init(
      file: files.name,
      results: findings.map { finding in
        LintResult(
          finding: finding,
          diagnostic: files.diagnostic(finding.message, at: finding.place).with {
            // Both severities have the same names.
            let severity = finding.code.severity.rawValue
            $0.severity = Diagnostic.Severity(rawValue: severity) ?? .error
            $0.subject = finding.subject
          },
          suppression: suppressions.reason(for: finding)
        )
      }
    )
    unusedSuppressions = suppressions.warnings(unlessUsedBy: self)
  }
}

/// A finding as it is reported: with its location in the file, and whether somebody has accepted
/// it.
struct LintResult: Sendable {
  let finding: LintFinding
  let diagnostic: Diagnostic
  /// Why the finding is accepted; nil if it is not.
  let suppression: String?

  var code: LintCode { finding.code }

  /// The finding with its code, for texts that have no other place for the code.
  var named: Diagnostic {
    diagnostic.with { $0.message += " [\(code.rawValue)]" }
  }
}

extension TextPage {
  func text(of report: LintReport) -> String {
    var counts = report.counts
    if report.suppressedCount > 0 { counts.append("\(report.suppressedCount.grouped) suppressed") }
    return report.open.map(text).joined()
      + "\(report.file.printable): \(counts.joined(separator: ", "))\n"
  }

  private func text(of result: LintResult) -> String {
    let line = result.named.rendered(style: style)
    guard let example = result.finding.example else { return line + "\n" }
    return line + "\n" + style.dim("    such as \(example.sentence.printable)") + "\n"
  }
}

extension JSONWriter {
  mutating func members(of report: LintReport) {
    member("catalog", report.file)
    for severity in LintSeverity.allCases {
      member("\(severity.rawValue)s", report.count(severity))
    }
    member("suppressed", report.suppressedCount)
    objects("findings", report.results) { json, result in
      json.members(of: result.finding, at: result.diagnostic, suppression: result.suppression)
    }
    objects("unusedSuppressions", report.unusedSuppressions) { $0.members(of: $1) }
  }
}

extension LintReport {
  var annotations: [GitHubCommand] {
    GitHubCommand.all(faults, title: Self.unreadable, fallback: file)
      + open.map { result in
        let example = result.finding.example.map { "\nsuch as \($0.sentence)" } ?? ""
        let shown = result.diagnostic.with { $0.message = result.finding.message + example }
        return GitHubCommand(shown, title: result.code.rawValue, fallback: file)
      } + GitHubCommand.all(unusedSuppressions, title: Self.unusedSuppression, fallback: file)
  }
}
