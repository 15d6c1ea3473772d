import CalendarTime
import WinBack
import WinBackFormats
import WinBackTesting

/// The report of a run as one JSON object for programs.
struct TestJSON {
  private var writer = JSONWriter(.pretty)

  /// Returns the document, which ends with a line feed.
  static func bytes(of report: TestReport) -> ContiguousArray<UInt8> {
    var json = TestJSON()
    json.append(report)
    return json.writer.bytes
  }

  private mutating func append(_ report: TestReport) {
    writer.beginObject()
    write("passed", report.passed)
    write("failed", report.failed)
    write("broken", report.broken)
    writer.key("scenarios")
    writer.beginArray()
    for result in report.results { append(result) }
    writer.endArray()
    writer.key("faults")
    writer.beginArray()
    for diagnostic in report.files.flatMap({ $0.fault?.diagnostics ?? [] }) { append(diagnostic) }
    writer.endArray()
    if !report.qualities.isEmpty {
      writer.key("quality")
      writer.beginArray()
      for quality in report.qualities { append(quality) }
      writer.endArray()
    }
    writer.endObject()
    writer.endLine()
  }

  private mutating func append(_ quality: SuiteQuality) {
    writer.beginObject()
    write("catalog", quality.setting.catalog)
    if let coverage = quality.coverage {
      writer.key("coverage")
      writer.beginObject()
      write("covered", coverage.covered)
      write("total", coverage.total)
      writer.key("missing")
      writer.beginArray()
      for missing in coverage.missing {
        writer.beginObject()
        write("offerId", missing.offer)
        write("rule", missing.rule)
        write("what", missing.sentence)
        append(missing.scenario)
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    if let score = quality.mutants {
      writer.key("mutants")
      writer.beginObject()
      write("killed", score.killed)
      write("total", score.total)
      write("equivalent", score.equivalent)
      writer.key("survivors")
      writer.beginArray()
      for survivor in score.survivors {
        writer.beginObject()
        if let offer = survivor.offer { write("offerId", offer) }
        write("what", survivor.sentence)
        append(survivor.scenario)
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endObject()
  }

  private mutating func append(_ scenario: ScenarioDraft?) {
    guard let scenario else { return }
    writer.key("scenario")
    writer.value(ContiguousArray(ScenarioWriter.line(scenario).utf8))
  }

  private mutating func append(_ result: ScenarioResult) {
    writer.beginObject()
    write("file", result.scenario.file)
    write("line", result.scenario.line)
    write("name", result.scenario.name)
    writer.key("passed")
    writer.bool(result.passed)
    writer.key("failures")
    writer.beginArray()
    for failure in result.failures { append(failure, of: result.scenario) }
    writer.endArray()
    if !result.scenario.faults.isEmpty {
      writer.key("faults")
      writer.beginArray()
      for diagnostic in result.scenario.diagnostics { append(diagnostic) }
      writer.endArray()
    }
    writer.endObject()
  }

  private mutating func append(_ failure: ScenarioResult.Failure, of scenario: Scenario) {
    writer.beginObject()
    write("asOf", scenario.instant(of: failure.expectation).description)
    write("line", failure.expectation.line)
    writer.key("mismatches")
    writer.beginArray()
    for mismatch in failure.mismatches {
      writer.beginObject()
      write("subject", mismatch.subject)
      write("expected", mismatch.expected)
      write("found", mismatch.found)
      writer.endObject()
    }
    writer.endArray()
    writer.key("offers")
    writer.beginArray()
    let asked = Set(failure.mismatches.flatMap(\.offers))
    for offer in failure.decisions.flatMap(\.offers) where asked.contains(offer.offerId) {
      append(offer)
    }
    writer.endArray()
    writer.endObject()
  }

  private mutating func append(_ offer: OfferDecision) {
    writer.beginObject()
    write("offerId", offer.offerId)
    write("verdict", offer.verdict.rawValue)
    writer.key("failed")
    writer.beginArray()
    for rule in offer.failures {
      writer.beginObject()
      write("id", rule.id)
      if let reason = rule.reason { write("reason", reason) }
      write("because", rule.because)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private mutating func append(_ diagnostic: Diagnostic) {
    writer.beginObject()
    if let file = diagnostic.file { write("file", file) }
    if let line = diagnostic.line { write("line", line) }
    if let column = diagnostic.column { write("column", column) }
    if let path = diagnostic.path { write("path", path) }
    write("message", diagnostic.message)
    writer.endObject()
  }

  private mutating func write(_ key: String, _ text: String) {
    writer.key(key)
    writer.string(text)
  }

  private mutating func write(_ key: String, _ number: Int) {
    writer.key(key)
    writer.integer(Int64(number))
  }
}
