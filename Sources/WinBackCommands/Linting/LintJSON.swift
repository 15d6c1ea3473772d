import CalendarTime
import WinBack
import WinBackFormats

/// What lint has found, as JSON for programs.
enum LintJSON {
  /// Returns a document with all findings, those that are suppressed too.
  static func document(of report: LintReport) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.member("catalog", report.file)
    for severity in LintSeverity.allCases {
      writer.member("\(severity.rawValue)s", report.count(severity))
    }
    writer.member("suppressed", report.suppressedCount)
    writer.key("findings")
    writer.beginArray()
    for result in report.results { append(result, to: &writer) }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func append(_ result: LintResult, to writer: inout JSONWriter) {
    let finding = result.finding
    writer.beginObject()
    writer.member("code", finding.code.rawValue)
    writer.member("severity", finding.code.severity.rawValue)
    writer.member("message", finding.message)
    writer.member("subscriptionGroupIdentifier", finding.group)
    writer.member("productId", finding.productId)
    writer.member("offerId", finding.offerId)
    if let location = result.location {
      writer.member("line", location.line)
      writer.member("column", location.column)
      writer.member("path", location.path)
    }
    writer.member("suppression", result.suppression)
    if let example = finding.example {
      writer.key("example")
      writer.example(example.witness, eligible: example.eligible)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes a witness: the instant, the native history, and what the customer may have.
  mutating func example(_ witness: Witness, eligible: [String]) {
    beginObject()
    member("asOf", witness.asOf.iso8601)
    member("eligibleWinBackOfferIDs", eligible)
    key("history")
    history(witness.history)
    endObject()
  }
}
