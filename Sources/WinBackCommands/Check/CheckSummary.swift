import WinBack
import WinBackFormats
import WinBackTesting

/// The result of a check, with a line for each part.
struct CheckSummary: Sendable {
  /// The result of one part.
  struct Row: Sendable {
    /// The part, such as `lint`.
    let subject: String
    let passes: Bool
    /// What came out, in a few words.
    let result: String
    /// Whether it measures how well scenarios test.
    var isMeasure = false
    /// What is wrong, a line each.
    var details: [String] = []
  }

  let rows: [Row]

  /// Sums up a report; parts that could not be read have no row.
  init(_ report: CheckReport) {
    var rows: [Row] = []
    if let lint = report.lint { rows.append(Self.row(lint, report)) }
    if let tests = report.tests {
      rows.append(
        Row(
          subject: "scenarios",
          passes: tests.failed == 0 && !tests.results.isEmpty && report.differences.isEmpty,
          result: (tests.results.isEmpty
            ? (tests.broken > 0 ? "no scenario can be run" : "no scenario found")
            : "\(tests.passed) of \(tests.results.count) passed")
            + (report.differences.isEmpty ? "" : "; a file names other inputs than the check"),
          details: report.differences.map { $0.rendered() }
            + tests.results.filter { !$0.passed }.map { result in
              "\(result.scenario.file):\(result.scenario.line): \(result.scenario.name)"
            }
        )
      )
      for quality in tests.qualities { rows += Self.rows(quality, report) }
    }
    if let losses = report.comparison?.losses {
      let counts = [(losses.errors.count, "not approved"), (losses.approved, "approved")]
        .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      rows.append(
        Row(
          subject: "losses",
          passes: losses.errors.isEmpty,
          result: counts.isEmpty ? "no customer loses an offer" : counts.joined(separator: ", "),
          details: losses.errors.map(\.message)
        )
      )
    }
    self.rows = rows
  }

  private static func row(_ lint: LintReport, _ report: CheckReport) -> Row {
    var counts = lint.counts
    if lint.suppressedCount > 0 { counts.append("\(lint.suppressedCount) accepted") }
    let unused = report.unusedSuppressions
    if !unused.isEmpty {
      counts.append("\(unused.count) accepted but not found")
    }
    return Row(
      subject: "lint",
      passes: report.blockingFindings.isEmpty && (!report.isStrict || unused.isEmpty),
      result: counts.joined(separator: ", "),
      details: report.blockingFindings.map { result in
        let place = result.location.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(result.file)\(place): \(result.finding.message) [\(result.code.rawValue)]"
      }
    )
  }

  private static func rows(_ quality: SuiteQuality, _ report: CheckReport) -> [Row] {
    func row(
      _ subject: String,
      _ counts: (percentage: Int, met: Int, total: Int),
      _ minimum: Int?,
      _ details: [String]
    ) -> Row {
      var result = "\(counts.percentage) %, \(counts.met) of \(counts.total)"
      if let minimum { result += "; at least \(minimum) % is required" }
      return Row(
        subject: subject,
        passes: counts.percentage >= minimum ?? 0,
        result: result,
        isMeasure: true,
        details: details
      )
    }
    return [
      quality.coverage.map { coverage in
        row(
          "coverage of \(quality.name)",
          (coverage.percentage, coverage.covered, coverage.total),
          report.minimumCoverage,
          coverage.missing.map(\.line)
        )
      },
      quality.mutants.map { mutants in
        row(
          "changes of \(quality.name) that are noticed",
          (mutants.percentage, mutants.killed, mutants.total),
          report.minimumMutation,
          mutants.survivors.map(\.line)
        )
      },
    ].compactMap(\.self)
  }
}
