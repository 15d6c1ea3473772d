import WinBack
import WinBackFormats
import WinBackTesting

extension LintReport {
  /// A line for GitHub for each finding that nobody has accepted, and for all that cannot be read.
  var annotations: String {
    GitHubCommand.text(of: faults, title: Self.unreadable, fallback: file)
      + open.map { result in
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

extension TestReport {
  /// A line for GitHub for each failure and each broken file.
  var annotations: String {
    files.map { file in
      GitHubCommand.text(
        of: file.fault?.diagnostics ?? [],
        title: LintReport.unreadable,
        fallback: file.name
      )
    }.joined() + failureAnnotations
  }

  /// A line for GitHub for each failure.
  fileprivate var failureAnnotations: String {
    var text = ""
    for file in files {
      for result in file.results {
        let scenario = result.scenario
        func add(_ message: String, at line: Int) {
          text +=
            GitHubCommand(
              name: "error",
              file: file.name,
              line: line,
              title: scenario.name,
              message: message
            ).text
        }
        for fault in scenario.diagnostics { add(fault.message, at: fault.line ?? scenario.line) }
        for failure in result.failures {
          let lines = [scenario.sentence(about: failure)] + failure.reasons
          add(lines.joined(separator: "\n"), at: failure.expectation.line)
        }
      }
    }
    return text
  }
}

extension CheckReport {
  /// A line for GitHub for each finding, each failure and all that cannot be read.
  var annotations: String {
    GitHubCommand.text(of: unreadable, title: LintReport.unreadable, fallback: file)
      + (lint?.annotations ?? "") + (tests?.failureAnnotations ?? "")
      + GitHubCommand.text(
        of: shortfalls + unusedSuppressions,
        title: "winback check",
        fallback: file
      )
  }
}

extension GitHubCommand {
  /// Returns lines that show messages under a title; `fallback` is the file of those that name none.
  fileprivate static func text(
    of diagnostics: [Diagnostic],
    title: String,
    fallback: String
  ) -> String {
    diagnostics.map { Self($0, title: title, fallback: fallback).text }.joined()
  }
}
