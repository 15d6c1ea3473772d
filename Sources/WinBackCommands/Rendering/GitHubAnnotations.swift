import WinBack
import WinBackFormats
import WinBackTesting

extension LintReport {
  /// A command for each finding that nobody has accepted, and for all that cannot be read.
  var annotations: [GitHubCommand] {
    GitHubCommand.all(faults, title: Self.unreadable, fallback: file)
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
        )
      }
  }
}

extension TestReport {
  /// Returns a command for each failure, each broken file, and each measure that is too low.
  func annotations(_ shortfalls: [Diagnostic]) -> [GitHubCommand] {
    files.flatMap { file in
      GitHubCommand.all(
        file.fault?.diagnostics ?? [],
        title: LintReport.unreadable,
        fallback: file.name
      )
    } + failureAnnotations
      + GitHubCommand.all(shortfalls, title: "winback test", fallback: files.first?.name ?? "")
  }

  /// A command for each failure.
  fileprivate var failureAnnotations: [GitHubCommand] {
    var commands: [GitHubCommand] = []
    for file in files {
      for result in file.results {
        let scenario = result.scenario
        func add(_ message: String, at line: Int) {
          commands.append(
            GitHubCommand(
              name: "error",
              file: file.name,
              line: line,
              title: scenario.name,
              message: message
            )
          )
        }
        for fault in scenario.diagnostics { add(fault.message, at: fault.line ?? scenario.line) }
        for failure in result.failures {
          let lines = [scenario.sentence(about: failure)] + failure.reasons
          add(lines.joined(separator: "\n"), at: failure.expectation.line)
        }
      }
    }
    return commands
  }
}

extension CheckReport {
  /// A command for each finding, each failure and all that cannot be read.
  var annotations: [GitHubCommand] {
    GitHubCommand.all(unreadable, title: LintReport.unreadable, fallback: file)
      + (lint?.annotations ?? []) + (tests?.failureAnnotations ?? [])
      + GitHubCommand.all(
        differences + shortfalls + unusedSuppressions,
        title: "winback check",
        fallback: file
      )
  }
}

extension GitHubCommand {
  /// Returns commands that show messages under a title; `fallback` is the file of those that name
  /// none.
  fileprivate static func all(
    _ diagnostics: [Diagnostic],
    title: String,
    fallback: String
  ) -> [GitHubCommand] {
    diagnostics.map { Self($0, title: title, fallback: fallback) }
  }
}
