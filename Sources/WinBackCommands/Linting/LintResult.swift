import WinBack
import WinBackFormats

/// A finding as it is reported: with its place in the file, and whether somebody has accepted it.
struct LintResult: Sendable {
  let finding: LintFinding
  /// The place in the file; nil where it is not known.
  let location: FormatError?
  /// Why the finding is accepted; nil where it is not.
  let suppression: String?

  var code: LintCode { finding.code }
}

/// What lint has to report, all of it.
struct LintReport: Sendable {
  /// The catalog, as the user named it.
  let file: String
  /// The findings in the order of the catalog, also those that are suppressed.
  let results: [LintResult]

  /// The findings that nobody has accepted.
  var open: [LintResult] { results.filter { $0.suppression == nil } }

  /// Returns how many open findings there are of a severity.
  func count(_ severity: LintSeverity) -> Int {
    open.count { $0.code.severity == severity }
  }

  var suppressedCount: Int { results.count - open.count }
}
