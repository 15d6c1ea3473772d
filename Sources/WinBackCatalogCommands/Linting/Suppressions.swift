import WinBackCommandLine

/// Findings that somebody has looked at and accepted, each with the reason.
///
/// They stand in `winback.json`, because a catalog has App Store Connect's attributes and nothing else.
struct Suppressions: Sendable {
  struct Entry: Sendable {
    let key: Key
    let reason: String
    /// The message for a report in which nothing needs the entry.
    let warning: Diagnostic
  }

  /// What an entry accepts: findings of a code, and of a group, product or offer where it names one.
  struct Key: Hashable, Sendable {
    let code: LintCode
    let group: String?
    let productId: String?
    let offerId: String?

    /// The findings that it accepts, such as `locked-at-start of loyal`.
    var name: String {
      let place = offerId ?? productId ?? group
      return code.rawValue + (place.map { " of \($0)" } ?? "")
    }

    /// Returns whether another key accepts no more than this one.
    func accepts(_ other: Key) -> Bool {
      code == other.code && (group == nil || group == other.group)
        && (productId == nil || productId == other.productId)
        && (offerId == nil || offerId == other.offerId)
    }
  }

  let entries: [Entry]

  private static let mostEntries = 2_000

  /// Accepts findings; none by default.
  init(_ entries: [Entry] = []) { self.entries = entries }

  init(_ list: JSONNode, in file: String) throws(FormatError) {
    let nodes = try list.array()
    // The location of each is found from the beginning of the file.
    guard nodes.count <= Self.mostEntries else {
      throw list.error(
        "expected at most \(Self.mostEntries.grouped) suppressions, found \(nodes.count.grouped)"
      )
    }
    entries = try nodes.map { node throws(FormatError) in
      let object = try node.object(keys: [
        "code", "subscriptionGroupIdentifier", "productId", "offerId", "reason",
      ])
      let reason = try object.reason(for: "the finding is accepted")
      let key = Key(
        code: try object.required("code").choice(),
        group: try object.optional("subscriptionGroupIdentifier")?.string(),
        productId: try object.optional("productId")?.string(),
        offerId: try object.optional("offerId")?.string()
      )
      let message = "no finding needs this suppression any more [\(key.code.rawValue)]"
      let warning = Diagnostic(.warning, node.error(message), file: file)
      return Entry(key: key, reason: reason, warning: warning)
    }
  }

  func reason(for finding: LintFinding) -> String? {
    let key = finding.key
    return entries.first { $0.key.accepts(key) }?.reason
  }

  /// Returns a warning for each entry that accepts no finding.
  func warnings(unlessUsedBy report: LintReport) -> [Diagnostic] {
    let keys = Set(report.results.map(\.finding.key))
    return entries.filter { !keys.contains(where: $0.key.accepts) }.map(\.warning)
  }
}

extension Suppressions {
  /// Returns a file `winback.json` that accepts what lint finds in a catalog beside it.
  ///
  /// - Throws: ``CommandFailure`` for a catalog that no engine takes, in the file that it is from.
  static func check(
    of catalog: Catalog,
    in file: String,
    reason: String,
    on console: Console
  ) throws(CommandFailure) -> ContiguousArray<UInt8> {
    let name = InputFile(file).name
    if let excess = catalog.excess { throw .badData(excess.message, in: name) }
    let engine = try EligibilityEngine(
      of: catalog,
      rules: RuleSets([], on: console).deciding.rules,
      named: name
    )
    var seen: Set<Key> = []
    let findings = CatalogLinter(engine, asOf: console.now).findings().filter { finding in
      finding.code.severity != .note && seen.insert(finding.key).inserted
    }
    return JSONWriter.document { json in
      json.member("catalog", "catalog.json")
      guard !findings.isEmpty else { return }
      json.objects("suppressions", findings) { json, finding in
        json.member("code", finding.code.rawValue)
        json.member("subscriptionGroupIdentifier", finding.group)
        json.member("productId", finding.productId)
        json.member("offerId", finding.offerId)
        json.member("reason", reason)
      }
    }
  }
}

extension LintFinding {
  /// What accepts the finding, and others of its code at the same place.
  fileprivate var key: Suppressions.Key {
    Suppressions.Key(code: code, group: group, productId: productId, offerId: offerId)
  }
}

extension JSONObject {
  func reason(for what: String) throws(FormatError) -> String {
    let node = try required("reason")
    let reason = try node.string()
    guard reason.contains(where: { !$0.isWhitespace }) else {
      throw node.error("expected the reason for which \(what), found none")
    }
    return reason
  }
}
