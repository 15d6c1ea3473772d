import WinBackTesting

/// What failed as annotations, which GitHub shows beside the lines of a change.
struct GitHubAnnotations {
  /// Returns a line for each failure and each broken file.
  static func text(of report: TestReport) -> String {
    var text = ""
    for file in report.files {
      for diagnostic in file.fault?.diagnostics ?? [] {
        text += annotation(
          diagnostic.file ?? file.name,
          diagnostic.line ?? 1,
          title: "cannot be read",
          (diagnostic.path.map { "\($0): " } ?? "") + diagnostic.message
        )
      }
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
