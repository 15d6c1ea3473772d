import CEL
import WinBack
import WinBackAnalysis
import WinBackCommandLine
import WinBackFiles
import WinBackFormats

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

    init(code: LintCode, group: String?, productId: String?, offerId: String?) {
      self.code = code
      self.group = group
      self.productId = productId
      self.offerId = offerId
    }

    /// Accepts a finding, and others of its code at the same place.
    init(of finding: LintFinding) {
      self.init(
        code: finding.code,
        group: finding.group,
        productId: finding.productId,
        offerId: finding.offerId
      )
    }

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

    static func accepting(_ finding: LintFinding) -> Set<Key> {
      var keys: Set<Key> = []
      for group in [nil, finding.group] {
        for productId in [nil, finding.productId] {
          for offerId in [nil, finding.offerId] {
            keys.insert(
              Key(code: finding.code, group: group, productId: productId, offerId: offerId)
            )
          }
        }
      }
      return keys
    }
  }

  let entries: [Entry]
  private let indices: [Key: Int]

  private static let mostEntries = 2_000

  /// Accepts findings; none by default.
  init(_ entries: [Entry] = []) {
    self.entries = entries
    indices = Dictionary(keepingFirst: entries.enumerated().map { ($1.key, $0) })
  }

  init(_ list: JSONNode, in file: String) throws(FormatError) {
    var entries: [Entry] = []
    let nodes = try list.array()
    // The location of each is found from the beginning of the file.
    guard nodes.count <= Self.mostEntries else {
      throw list.error(
        "expected at most \(Self.mostEntries.grouped) suppressions, found \(nodes.count.grouped)"
      )
    }
    for node in nodes {
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
      entries.append(Entry(key: key, reason: reason, warning: warning))
    }
    self.init(entries)
  }

  func reason(for finding: LintFinding) -> String? {
    Key.accepting(finding).compactMap { indices[$0] }.min().map { entries[$0].reason }
  }

  /// Returns a warning for each entry that accepts no finding.
  func warnings(unlessUsedBy report: LintReport) -> [Diagnostic] {
    let needed = report.results.reduce(into: Set<Key>()) { keys, result in
      keys.formUnion(Key.accepting(result.finding))
    }
    return entries.filter { !needed.contains($0.key) }.map(\.warning)
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
      finding.code.severity != .note && seen.insert(Key(of: finding)).inserted
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
