import WinBack
import WinBackFormats

/// What lint has found, as text for people: a line each, with a customer who shows it.
struct LintText: ChannelText {
  let channel: OutputChannel

  /// Returns the findings and their summary.
  func text(of report: LintReport) -> String {
    report.open.map(text).joined() + summary(of: report)
  }

  private func text(of result: LintResult) -> String {
    let path = result.location?.path ?? ""
    let line = Diagnostic(
      result.code.severity.diagnosticSeverity,
      "\(result.finding.message) [\(result.code.rawValue)]",
      file: result.file,
      line: result.location?.line,
      column: result.location?.column,
      path: path.isEmpty ? nil : path
    ).rendered(style: style)
    guard let example = result.finding.example else { return line + "\n" }
    return line + "\n" + style.dim("    such as \(example.sentence.printable)") + "\n"
  }

  private func summary(of report: LintReport) -> String {
    var parts = report.counts
    if report.suppressedCount > 0 { parts.append("\(report.suppressedCount) suppressed") }
    return "\(report.file.printable): \(parts.joined(separator: ", "))\n"
  }
}

extension LintSeverity {
  fileprivate var diagnosticSeverity: Diagnostic.Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}
