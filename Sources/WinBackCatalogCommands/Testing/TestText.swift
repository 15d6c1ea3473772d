import WinBackCommandLine

extension TextPage {
  func text(of report: TestReport) -> String {
    var text = ""
    for result in report.results where !result.passed { text += section(on: result) + "\n" }
    text += summary(of: report)
    for quality in report.qualities {
      for measure in quality.measures { text += section(on: measure.subject, measure.score) }
    }
    return text
  }

  // MARK: - One scenario

  private func section(on result: ScenarioResult) -> String {
    let scenario = result.scenario
    var text = style.red("✗") + " " + style.bold(scenario.name.printable) + "\n"
    for fault in scenario.diagnostics {
      text += "  " + style.dim("\(scenario.file.printable):\(fault.line ?? scenario.line)") + "\n"
      let message = style.red(fault.message.withBriefInstants.printable)
      text += list([("  error", message)])
    }
    for failure in result.failures {
      let asOf = scenario.instant(of: failure.expectation).brief
      text +=
        "  " + style.dim("\(scenario.file.printable):\(failure.expectation.line), as of \(asOf)")
        + "\n"
      let differences = failure.mismatches.map { mismatch in
        (
          "  \(mismatch.subject.printable)",
          "expected\u{A0}\(style.green(mismatch.expected.withBriefInstants.printable))\n"
            + "came\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\(style.red(mismatch.found.withBriefInstants.printable))"
        )
      }
      text += list(differences)
      text += reasons(for: failure)
      for decision in failure.decisions {
        text += TimelinePicture(decision, style: style, width: width).text
      }
    }
    return text
  }

  private func reasons(for failure: ScenarioResult.Failure) -> String {
    var text = ""
    for offer in failure.explanations {
      text += "  \(style.bold(offer.offerId.printable)): \(offer.verdict.phrase)\n"
      let rules = offer.decidingRules.map { rule in
        (
          "  \(style.mark(of: rule.outcome)) \(rule.id.printable)",
          rule.because.withBriefInstants.printable
        )
      }
      text += list(rules)
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
    var text = count.counted("scenario")
    text += files > 1 ? " in \(files.grouped) files: " : ": "
    text += style.green("\(report.passed.grouped) passed")
    if report.failed > 0 { text += ", " + style.red("\(report.failed.grouped) failed") }
    return text + broken(report) + "\n"
  }

  private func broken(_ report: TestReport) -> String {
    guard report.broken > 0 else { return "" }
    return ", " + style.red("\(report.broken.counted("file")) could not be read")
  }

  // MARK: - How well scenarios test their offers

  private func section(on subject: String, _ score: SuiteScore) -> String {
    let equivalent = score.equivalent
    var text =
      "\n" + style.bold(subject.printable)
      + ": \(score.met.grouped) of \(score.total.grouped), \(score.percentage) %"
    if !equivalent.isEmpty { text += "; \(equivalent.count.grouped) more do not change any answer" }
    text += "\n" + score.missing.map(line).joined()
    for line in equivalent { text += "  \(style.dim("=")) \(line.printable)\n" }
    return text
  }

  /// What is missing, and the scenario that would do, on one line to be copied.
  private func line(_ missing: SuiteScore.Missing) -> String {
    let proposal =
      missing.scenario.map { style.dim(ScenarioWriter.line($0).printable) }
      ?? "no story of such a customer was found"
    return "  \(style.red("✗")) \(missing.line.printable)\n    \(proposal)\n"
  }
}

extension JSONWriter {
  mutating func members(of report: TestReport) {
    member("passed", report.passed)
    member("failed", report.failed)
    member("broken", report.broken)
    objects("scenarios", report.results) { $0.members(of: $1) }
    objects("faults", report.faults.flatMap(\.diagnostics)) { $0.members(of: $1) }
    guard !report.qualities.isEmpty else { return }
    objects("quality", report.qualities) { $0.members(of: $1) }
  }

  fileprivate mutating func members(of quality: SuiteQuality) {
    member("catalog", quality.setting.catalog)
    if let coverage = quality.coverage {
      object("coverage") { json in
        json.member("covered", coverage.met)
        json.member("total", coverage.total)
        json.objects("missing", coverage.missing) { json, missing in
          if let key = missing.key { json.members(of: key) }
          json.member("rule", missing.rule)
          json.member("what", missing.sentence)
          json.scenario(missing.scenario)
        }
      }
    }
    if let score = quality.mutants {
      object("mutants") { json in
        json.member("killed", score.met)
        json.member("total", score.total)
        json.member("equivalent", score.equivalent.count)
        json.member("equivalentChanges", score.equivalent)
        json.objects("survivors", score.missing) { json, survivor in
          if let key = survivor.key { json.members(of: key) }
          json.member("what", survivor.sentence)
          json.scenario(survivor.scenario)
        }
      }
    }
  }

  private mutating func scenario(_ scenario: ScenarioDraft?) {
    guard let scenario else { return }
    key("scenario")
    value(ContiguousArray(ScenarioWriter.line(scenario).utf8))
  }

  fileprivate mutating func members(of result: ScenarioResult) {
    let scenario = result.scenario
    member("file", scenario.file)
    member("line", scenario.line)
    member("name", scenario.name)
    member("passed", result.passed)
    objects("failures", result.failures) { json, failure in
      json.member("asOf", scenario.instant(of: failure.expectation))
      json.member("line", failure.expectation.line)
      json.objects("mismatches", failure.mismatches) { json, mismatch in
        json.member("subject", mismatch.subject)
        json.member("expected", mismatch.expected)
        json.member("found", mismatch.found)
      }
      json.objects("offers", failure.explanations) { $0.members(of: $1) }
    }
    guard !scenario.faults.isEmpty else { return }
    objects("faults", scenario.diagnostics) { $0.members(of: $1) }
  }

  private mutating func members(of offer: OfferDecision) {
    member("offerId", offer.offerId)
    member("verdict", offer.verdict.rawValue)
    objects("failed", offer.failures) { json, rule in
      json.member("id", rule.id)
      json.member("reason", rule.reason)
      json.member("because", rule.because)
    }
  }

  mutating func members(of diagnostic: Diagnostic) {
    member("file", diagnostic.file)
    member("line", diagnostic.line)
    member("column", diagnostic.column)
    member("path", diagnostic.path)
    member("message", diagnostic.message)
  }
}
