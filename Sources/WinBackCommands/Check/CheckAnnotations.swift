/// What a check has found, as commands by which GitHub shows it beside the lines of a change.
enum CheckAnnotations {
  /// Returns a line for each finding, each failure and all that cannot be read.
  static func text(of report: CheckReport) -> String {
    let faults = report.unreadable.map { fault in
      GitHubCommand(fault, title: LintReport.unreadable, fallback: report.file).text
    }
    let shortfalls = (report.shortfalls + report.unusedSuppressions).map { shortfall in
      GitHubCommand(shortfall, title: "winback check", fallback: report.file).text
    }
    return faults.joined() + (report.lint.map(LintAnnotations.text) ?? "")
      + GitHubAnnotations.failures(of: report.tests?.files ?? []) + shortfalls.joined()
  }
}
