import WinBackCommandLine

/// The report of a run as JUnit XML, which continuous integration servers read.
struct JUnitXML {
  static func text(of report: TestReport, _ faults: [CommandFailure]) -> String {
    document("winback test", report, report.rows, faults, in: "winback test")
  }

  static func text(of report: CheckReport) -> String {
    let tests = report.tests ?? TestReport(files: [])
    return document("winback check", tests, report.rows, report.faults, in: report.file)
  }

  /// Returns a document: a suite of what is not about single scenarios, if there is anything, and one
  /// for each file of scenarios.
  private static func document(
    _ name: String,
    _ tests: TestReport,
    _ rows: [CheckReport.Row],
    _ faults: [CommandFailure],
    in file: String
  ) -> String {
    let failed = rows.count { !$0.passes }
    let cases =
      rows.map { row in
        testCase(
          row.subject,
          in: file,
          row.passes ? [] : [failure(row.result, row.details.joined(separator: "\n"))]
        )
      } + faults.map { testCase("can be read", in: file, [error($0)]) }
    let own = cases.isEmpty ? "" : suite(file, counts(cases.count, failed, faults.count), cases)
    let total = counts(
      tests.results.count + tests.broken + cases.count,
      tests.failed + failed,
      tests.broken + faults.count
    )
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"\(name)\"\(total)>\n"
      + own + tests.files.map(suite).joined() + "</testsuites>\n"
  }

  private static func suite(of file: TestReport.File) -> String {
    let failed = file.results.count { !$0.passed }
    let cases =
      file.results.map { result in
        let scenario = result.scenario
        return testCase(
          scenario.name,
          in: scenario.file,
          scenario.diagnostics.map { failure($0.rendered()) }
            + result.failures.map { fault in
              let place = "\(scenario.file):\(fault.expectation.line)"
              return failure(
                scenario.sentence(about: fault),
                ([place] + fault.reasons).joined(separator: "\n")
              )
            }
        )
      } + (file.fault.map { [testCase(file.name, in: file.name, [error($0)])] } ?? [])
    let lines = file.results.map { ("line of \($0.scenario.name)", String($0.scenario.line)) }
    return suite(
      file.name,
      counts(cases.count, failed, file.fault == nil ? 0 : 1),
      [properties([("file", file.name)] + lines)] + cases
    )
  }

  /// Returns properties of a suite: a test case has none by the schema of Jenkins.
  private static func properties(_ properties: [(name: String, value: String)]) -> String {
    "    <properties>\n"
      + properties.map { name, value in
        "      <property name=\"\(name.markup())\" value=\"\(value.markup())\"/>\n"
      }.joined() + "    </properties>\n"
  }

  private static func suite(_ name: String, _ counts: String, _ cases: [String]) -> String {
    "  <testsuite name=\"\(name.markup())\"\(counts)>\n" + cases.joined() + "  </testsuite>\n"
  }

  private static func testCase(
    _ name: String,
    in file: String,
    _ problems: [String]
  ) -> String {
    let start = "    <testcase name=\"\(name.markup())\" classname=\"\(file.markup())\""
    return problems.isEmpty
      ? start + "/>\n" : start + ">\n" + problems.joined() + "    </testcase>\n"
  }

  private static func failure(_ message: String, _ details: String? = nil) -> String {
    let start = "      <failure message=\"\(message.markup())\""
    return details.map { "\(start)>\($0.markup())</failure>\n" } ?? "\(start)/>\n"
  }

  private static func error(_ fault: CommandFailure) -> String {
    let message = fault.diagnostics.map { $0.rendered() }.joined(separator: "\n")
    return "      <error message=\"\(message.markup())\"/>\n"
  }

  private static func counts(_ tests: Int, _ failures: Int, _ errors: Int) -> String {
    " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }
}

extension Scenario {
  var diagnostics: [Diagnostic] { faults.map { Diagnostic(.error, $0, file: file) } }

  func sentence(about failure: ScenarioResult.Failure) -> String {
    "as of \(instant(of: failure.expectation).brief), \(failure.sentence.withBriefInstants)"
  }
}

extension ScenarioResult.Failure {
  var reasons: [String] { explanations.map(\.explanation.withBriefInstants) }
}
