import WinBack
import WinBackFormats

extension JSONWriter {
  /// Writes the findings, those that are suppressed too, and how many there are of each severity.
  mutating func members(of report: LintReport) {
    member("catalog", report.file)
    for severity in LintSeverity.allCases {
      member("\(severity.rawValue)s", report.count(severity))
    }
    member("suppressed", report.suppressedCount)
    objects("findings", report.results) { json, result in
      let finding = result.finding
      json.member("code", finding.code.rawValue)
      json.member("severity", finding.code.severity.rawValue)
      json.member("message", finding.message)
      json.member("subscriptionGroupIdentifier", finding.group)
      json.member("productId", finding.productId)
      json.member("offerId", finding.offerId)
      json.member("line", result.location?.line)
      json.member("column", result.location?.column)
      json.member("path", result.location?.path)
      json.member("suppression", result.suppression)
      guard let example = finding.example else { return }
      json.object("example") { json in
        json.member("asOf", example.witness.asOf)
        json.member("eligibleWinBackOfferIDs", example.eligible.ids)
        if example.eligible.hasMore { json.member("moreAreEligible", true) }
        json.key("history")
        json.history(example.witness.history)
      }
    }
  }
}
