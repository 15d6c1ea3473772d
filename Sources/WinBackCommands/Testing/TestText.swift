import WinBack
import WinBackFormats
import WinBackTesting

/// The report of a run as text for people: what failed, with everything that explains it, then the
/// sum.
struct TestText: ChannelText {
  let channel: OutputChannel

  /// Returns the text of a report, which ends with a line feed.
  func text(of report: TestReport) -> String {
    var text = ""
    for result in report.results where !result.passed { text += section(on: result) + "\n" }
    text += summary(of: report)
    for quality in report.qualities { text += SuiteQualityText(style: style).text(of: quality) }
    return text
  }

  // MARK: - One scenario

  private func section(on result: ScenarioResult) -> String {
    let scenario = result.scenario
    var text = style.red("✗") + " " + style.bold(scenario.name.printable) + "\n"
    for fault in scenario.diagnostics {
      text += "  " + style.dim("\(scenario.file.printable):\(fault.line ?? scenario.line)") + "\n"
      var message = DefinitionList()
      message.append("  error", style.red(fault.message.withBriefInstants.printable))
      text += message.rendered(width: width)
    }
    for failure in result.failures {
      let asOf = scenario.instant(of: failure.expectation).brief
      text +=
        "  " + style.dim("\(scenario.file.printable):\(failure.expectation.line), as of \(asOf)")
        + "\n"
      var differences = DefinitionList()
      for mismatch in failure.mismatches {
        differences.append(
          "  \(mismatch.subject.printable)",
          "expected\u{A0}\(style.green(mismatch.expected.withBriefInstants.printable))\n"
            + "came\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\(style.red(mismatch.found.withBriefInstants.printable))"
        )
      }
      text += differences.rendered(width: width)
      text += reasons(for: failure)
      for decision in failure.decisions {
        text += TimelinePicture(decision, style: style, width: width).text
      }
    }
    return text
  }

  /// Reports each offer in question which rule decided it, with its numbers.
  private func reasons(for failure: ScenarioResult.Failure) -> String {
    var text = ""
    for offer in failure.explanations {
      text += "  \(style.bold(offer.offerId.printable)): \(offer.verdict.phrase)\n"
      var rules = DefinitionList()
      for rule in offer.decidingRules {
        rules.append(
          "  \(style.mark(of: rule.outcome)) \(rule.id.printable)",
          rule.because.withBriefInstants.printable
        )
      }
      text += rules.rendered(width: width)
    }
    return text
  }

  // MARK: - The sum

  private func summary(of report: TestReport) -> String {
    let count = report.results.count
    guard count > 0 else {
      let advice = report.files.isEmpty ? "; the names of their files end in .scenarios.json" : ""
      return style.red("no scenarios") + " were found" + broken(report) + advice + "\n"
    }
    let files = report.files.count { !$0.results.isEmpty }
    var text = "\(count) \(count == 1 ? "scenario" : "scenarios")"
    text += files > 1 ? " in \(files) files: " : ": "
    text += style.green("\(report.passed) passed")
    if report.failed > 0 { text += ", " + style.red("\(report.failed) failed") }
    return text + broken(report) + "\n"
  }

  private func broken(_ report: TestReport) -> String {
    guard report.broken > 0 else { return "" }
    let files = report.broken == 1 ? "1 file" : "\(report.broken) files"
    return ", " + style.red("\(files) could not be read")
  }
}
