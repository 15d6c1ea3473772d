import WinBack
import WinBackFormats

extension JSONWriter {
  /// Writes the findings, those that are suppressed too, and how many there are of each severity.
  mutating func members(of report: LintReport) {
    member("catalog", report.file)
    for severity in LintSeverity.allCases {
      member("\(severity.rawValue)s", report.count(severity))
    }
    member("suppressed", report.suppressedCount)
    objects("findings", report.results) { json, result in
      json.members(
        of: result.finding,
        at: result.location.map { ($0.line, $0.column, $0.path) },
        suppression: result.suppression
      )
    }
  }
}
