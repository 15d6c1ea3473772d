import WinBackTesting

/// What failed as annotations, which GitHub shows beside the lines of a change.
struct GitHubAnnotations {
  /// Returns a line for each failure and each broken file.
  static func text(of report: TestReport) -> String {
    report.files.flatMap { file in
      (file.fault?.diagnostics ?? []).map { diagnostic in
        GitHubCommand(diagnostic, title: LintReport.unreadable, fallback: file.name).text
      }
    }.joined() + failures(of: report.files)
  }

  /// Returns a line for each failure.
  static func failures(of files: [TestReport.File]) -> String {
    var text = ""
    for file in files {
      for result in file.results {
        for fault in result.scenario.diagnostics {
          text += annotation(
            file.name,
            fault.line ?? result.scenario.line,
            title: result.scenario.name,
            fault.message
          )
        }
        for failure in result.failures {
          text += annotation(
            file.name,
            failure.expectation.line,
            title: result.scenario.name,
            ([result.scenario.sentence(about: failure)] + failure.reasons).joined(separator: "\n")
          )
        }
      }
    }
    return text
  }

  private static func annotation(
    _ file: String,
    _ line: Int,
    title: String,
    _ message: String
  ) -> String {
    GitHubCommand(name: "error", file: file, line: line, title: title, message: message).text
  }
}
