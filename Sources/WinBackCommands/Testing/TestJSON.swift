import WinBack
import WinBackFormats
import WinBackTesting

extension JSONWriter {
  /// Writes the result of each scenario, and how good the scenarios are if that is known.
  mutating func members(of report: TestReport) {
    member("passed", report.passed)
    member("failed", report.failed)
    member("broken", report.broken)
    objects("scenarios", report.results) { $0.members(of: $1) }
    let faults = report.files.flatMap { $0.fault?.diagnostics ?? [] }
    objects("faults", faults) { $0.members(of: $1) }
    guard !report.qualities.isEmpty else { return }
    objects("quality", report.qualities) { $0.members(of: $1) }
  }

  fileprivate mutating func members(of quality: SuiteQuality) {
    member("catalog", quality.setting.catalog)
    if let coverage = quality.coverage {
      object("coverage") { json in
        json.member("covered", coverage.covered)
        json.member("total", coverage.total)
        json.objects("missing", coverage.missing) { json, missing in
          json.member("offerId", missing.offer)
          json.member("rule", missing.rule)
          json.member("what", missing.sentence)
          json.scenario(missing.scenario)
        }
      }
    }
    if let score = quality.mutants {
      object("mutants") { json in
        json.member("killed", score.killed)
        json.member("total", score.total)
        json.member("equivalent", score.equivalent.count)
        json.member("equivalentChanges", score.equivalent)
        json.objects("survivors", score.survivors) { json, survivor in
          json.member("offerId", survivor.offer)
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
