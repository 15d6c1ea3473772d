import CEL
import WinBack
import WinBackFormats

/// Findings that somebody has looked at and accepted, each with the reason.
///
/// They stand in a file of their own, `catalog.lint.json` beside `catalog.json`, because a catalog has
/// App Store Connect's attributes and nothing else.
struct Suppressions: Sendable {
  /// One accepted kind of finding, on one offer or on more.
  struct Entry: Sendable {
    let code: LintCode
    let reason: String
    let group: String?
    let productId: String?
    let offerId: String?
    /// The place in the file, for a message that nothing needs the entry any more.
    let location: FormatError

    /// Returns whether the entry accepts a finding.
    func accepts(_ finding: LintFinding) -> Bool {
      finding.code == code && (group ?? finding.group) == finding.group
        && (productId == nil || productId == finding.productId)
        && (offerId == nil || offerId == finding.offerId)
    }
  }

  let entries: [Entry]

  static let none = Suppressions(entries: [])

  private init(entries: [Entry]) {
    self.entries = entries
  }

  /// Returns the path of the file that belongs to a catalog.
  static func path(for catalog: String) -> String {
    (catalog.hasSuffix(".json") ? String(catalog.dropLast(".json".count)) : catalog) + ".lint.json"
  }

  /// Reads a file of suppressions.
  ///
  /// - Throws: ``FormatError`` for an unknown key or code, and for a reason that is missing.
  init(json bytes: ContiguousArray<UInt8>) throws(FormatError) {
    let document = try JSONDocument(parsing: bytes)
    let root = try document.root.object(keys: ["suppressions"])
    var entries: [Entry] = []
    for node in try root.required("suppressions").array() {
      let object = try node.object(keys: [
        "code", "subscriptionGroupIdentifier", "productId", "offerId", "reason",
      ])
      let reason = try object.required("reason").string()
      guard reason.contains(where: { !$0.isWhitespace }) else {
        throw try object.required("reason").error(
          "expected the reason for which the finding is accepted, found none"
        )
      }
      entries.append(
        Entry(
          code: try object.required("code").choice(),
          reason: reason,
          group: try object.optional("subscriptionGroupIdentifier")?.string(),
          productId: try object.optional("productId")?.string(),
          offerId: try object.optional("offerId")?.string(),
          location: node.error("no finding needs this suppression any more")
        )
      )
    }
    self.entries = entries
  }

  /// Returns why a finding is accepted; nil where it is not.
  func reason(for finding: LintFinding) -> String? {
    entries.first { $0.accepts(finding) }?.reason
  }

  /// Returns the entries that accept none of some findings.
  func unused(by findings: [LintFinding]) -> [Entry] {
    entries.filter { entry in !findings.contains(where: entry.accepts) }
  }
}
