import WinBack
import WinBackFormats

/// What lint has found, as commands by which GitHub shows it beside the lines of a change.
enum LintAnnotations {
  /// Returns a line for each finding that nobody has accepted, and for all that cannot be read.
  static func text(of report: LintReport) -> String {
    report.faults.map { fault in
      GitHubCommand(fault, title: LintReport.unreadable, fallback: report.file).text
    }.joined()
      + report.open.map { result in
        let command =
          switch result.code.severity {
          case .error: "error"
          case .warning: "warning"
          case .note: "notice"
          }
        let example = result.finding.example.map { "\nsuch as \($0.sentence)" } ?? ""
        return GitHubCommand(
          name: command,
          file: result.file,
          line: result.location?.line,
          column: result.location?.column,
          title: result.code.rawValue,
          message: result.finding.message + example
        ).text
      }.joined()
  }
}
