import WinBack
import WinBackFormats
import WinBackTesting

/// The report of a run as JUnit XML, which continuous integration servers read.
struct JUnitXML {
  static func text(of report: TestReport) -> String {
    let total = counts(report.results.count, report.failed, report.broken)
    return document("winback test", total, report.files.map(suite).joined())
  }

  /// Returns the document of a check: a suite of what is not about scenarios, and one each file of
  /// scenarios.
  static func text(of report: CheckReport) -> String {
    let results = report.tests?.results ?? []
    let broken = report.tests?.broken ?? 0
    let rows = CheckSummary(report).rows
    let failed = rows.count { !$0.passes }
    let errors = report.faults.count
    var suite =
      "  <testsuite name=\"\(report.file.xml)\"\(counts(rows.count + errors, failed, errors))>\n"
    for row in rows {
      suite += "    <testcase name=\"\(row.subject.xml)\" classname=\"\(report.file.xml)\""
      suite += row.passes ? "/>\n" : ">\n      <failure message=\"\(row.result.xml)\">"
      guard !row.passes else { continue }
      suite += "\(row.details.joined(separator: "\n").xml)</failure>\n    </testcase>\n"
    }
    for fault in report.faults {
      let message = fault.diagnostics.map { $0.rendered() }.joined(separator: "\n").xml
      suite += "    <testcase name=\"can be read\" classname=\"\(report.file.xml)\">\n"
      suite += "      <error message=\"\(message)\"/>\n    </testcase>\n"
    }
    suite += "  </testsuite>\n"
    let total = counts(
      results.count + rows.count + errors,
      (report.tests?.failed ?? 0) + failed,
      broken + errors
    )
    let suites = (report.tests?.files ?? []).map(Self.suite)
    return document("winback check", total, suite + suites.joined())
  }

  private static func document(_ name: String, _ counts: String, _ suites: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"\(name)\"\(counts)>\n"
      + suites + "</testsuites>\n"
  }

  private static func suite(of file: TestReport.File) -> String {
    let failed = file.results.count { !$0.passed }
    let counts = counts(file.results.count, failed, file.fault == nil ? 0 : 1)
    var text = "  <testsuite name=\"\(file.name.xml)\"\(counts)>\n"
    for result in file.results { text += testCase(result) }
    if let fault = file.fault {
      let message = fault.diagnostics.map { $0.rendered() }.joined(separator: "\n").xml
      text += "    <testcase name=\"\(file.name.xml)\" classname=\"\(file.name.xml)\">\n"
      text += "      <error message=\"\(message)\"/>\n    </testcase>\n"
    }
    return text + "  </testsuite>\n"
  }

  private static func testCase(_ result: ScenarioResult) -> String {
    let scenario = result.scenario
    let attributes =
      "name=\"\(scenario.name.xml)\" classname=\"\(scenario.file.xml)\" "
      + "file=\"\(scenario.file.xml)\" line=\"\(scenario.line)\""
    guard !result.passed else { return "    <testcase \(attributes)/>\n" }
    var text = "    <testcase \(attributes)>\n"
    for fault in scenario.diagnostics {
      text += "      <failure message=\"\(fault.rendered().xml)\"/>\n"
    }
    for failure in result.failures {
      let message = scenario.sentence(about: failure)
      let details = failure.reasons.joined(separator: "\n")
      text += "      <failure message=\"\(message.xml)\">\(details.xml)</failure>\n"
    }
    return text + "    </testcase>\n"
  }

  private static func counts(_ tests: Int, _ failures: Int, _ errors: Int) -> String {
    " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }
}

extension Scenario {
  /// What does not fit the catalog, with its places.
  var diagnostics: [Diagnostic] { faults.map { Diagnostic($0, file: file) } }

  func sentence(about failure: ScenarioResult.Failure) -> String {
    "as of \(instant(of: failure.expectation).brief), \(failure.sentence.withBriefInstants)"
  }
}

extension ScenarioResult.Failure {
  /// What decided the offers in question, a line each.
  var reasons: [String] { explanations.map(\.explanation.withBriefInstants) }
}

extension String {
  /// The text within XML: what XML gives a meaning is escaped, what it cannot hold is replaced.
  fileprivate var xml: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n": text += "&#10;"
      case "\t": text += "&#9;"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
