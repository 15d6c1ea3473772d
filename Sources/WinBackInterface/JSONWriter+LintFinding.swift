import WinBack
package import WinBackAnalysis
package import WinBackFormats

extension JSONWriter {
  /// Writes a finding of lint.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - place: The location in the catalog's text; nil if it is not known.
  ///   - suppression: The reason for which the finding was accepted; nil if it was not.
  package mutating func members(
    of finding: LintFinding,
    at place: (line: Int, column: Int, path: String)?,
    suppression: String?
  ) {
    member("code", finding.code.rawValue)
    member("severity", finding.code.severity.rawValue)
    member("message", finding.message)
    member("subscriptionGroupIdentifier", finding.group)
    member("productId", finding.productId)
    member("offerId", finding.offerId)
    member("line", place?.line)
    member("column", place?.column)
    member("path", place?.path)
    member("suppression", suppression)
    guard let example = finding.example else { return }
    object("example") { json in
      json.member("asOf", example.witness.asOf)
      json.member("eligibleWinBackOfferIDs", example.eligible.ids)
      if example.eligible.hasMore { json.member("moreAreEligible", true) }
      json.key("history")
      json.history(example.witness.history)
    }
  }
}
