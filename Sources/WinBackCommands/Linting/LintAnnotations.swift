import WinBack
import WinBackFormats

/// What lint has found, as commands by which GitHub shows it beside the lines of a change.
enum LintAnnotations {
  /// Returns a line for each finding that nobody has accepted.
  static func text(of report: LintReport) -> String {
    report.open.map { result in
      let command =
        switch result.code.severity {
        case .error: "error"
        case .warning: "warning"
        case .note: "notice"
        }
      var place = "file=\(property(report.file))"
      if let location = result.location {
        place += ",line=\(location.line),col=\(location.column)"
      }
      var message = result.finding.message
      if let example = result.finding.example {
        message +=
          "\nsuch as \(WitnessText.facts(of: example.witness)); "
          + WitnessText.eligible(example.eligible)
      }
      return "::\(command) \(place),title=\(result.code.rawValue)::\(data(message))\n"
    }.joined()
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
