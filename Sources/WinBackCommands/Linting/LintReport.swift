import WinBack

/// What lint has to report, all of it.
struct LintReport: Sendable {
  /// The files of the catalog, as the user named them.
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
