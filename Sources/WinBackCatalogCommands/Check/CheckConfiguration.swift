import CalendarTime
import WinBack
import WinBackAnalysis
import WinBackCommandLine
import WinBackFiles
package import WinBackFormats
import WinBackTesting

/// What a pull request must pass: the file `winback.json`.
package struct CheckConfiguration: Sendable {
  static let fileName = "winback.json"

  /// The file, as messages name it.
  let file: String
  /// The catalog and the rules, by their paths, and the policies.
  var settings: EngineSettings
  /// Scenario files and directories that are searched for them; nil if the file names none.
  let scenarios: [String]?
  let histories: [String]
  let live: [String]
  let minimumCoverage: Int?
  let minimumMutation: Int?
  /// The findings that are accepted; nil if the file names none.
  let suppressions: Suppressions?
  let failsOnLoss: Bool
  /// The losses that are accepted; every other one fails the check, if losses do.
  let approvals: [LossApproval]

  private enum Losses: String, CaseIterable {
    case shown
    case approved
  }

  /// Reads a file, from whose folder it names others.
  package init(_ bytes: ContiguousArray<UInt8>, in file: String) throws(FormatError) {
    let document = try JSONDocument(parsing: bytes)
    let root = try document.root.object(keys: [
      "$schema", "catalog", "rules", "policies", "scenarios", "histories", "live",
      "minimumCoverage", "minimumMutation", "suppressions", "merchandisingRules", "losses",
      "accept",
    ])
    self.file = file
    settings = try EngineSettings(
      catalogs: Self.paths(root.required("catalog"), from: file),
      rules: root.file("rules", in: file)?.path,
      screens: root.file("merchandisingRules", in: file)?.path
    )
    let policies = try root.optional("policies").entries { key, value throws(FormatError) in
      (try key.string(), try value.string())
    }
    settings.policies = Dictionary(policies) { $1 }
    func paths(_ key: String) throws(FormatError) -> [String]? {
      try root.optional(key).map { node throws(FormatError) in try Self.paths(node, from: file) }
    }
    scenarios = try paths("scenarios")
    histories = try paths("histories") ?? []
    live = try paths("live") ?? []
    minimumCoverage = try root.optional("minimumCoverage")?.integer(in: 0...100)
    minimumMutation = try root.optional("minimumMutation")?.integer(in: 0...100)
    suppressions = try root.optional("suppressions").map { node throws(FormatError) in
      try Suppressions(node, in: file)
    }
    let losses: Losses? = try root.optional("losses")?.choice()
    failsOnLoss = losses == .approved
    approvals = try (root.optional("accept")?.array() ?? []).map { node throws(FormatError) in
      try LossApproval(node)
    }
  }

  /// Reads a file, which names others from the folder of `name`, or else from its own folder.
  init(at path: String, as name: String? = nil, on console: Console) throws(CommandFailure) {
    self = try InputFile(path).parse(on: console) { bytes throws(FormatError) in
      try Self(bytes, in: name ?? path)
    }
  }

  /// Returns the configuration that a path means: a file whose name ends in `winback.json`, or that of
  /// a folder; nil for other files.
  static func path(named path: String) -> String? {
    if path.hasSuffix(fileName) { return path }
    guard (try? Platform.status(ofPath: path))?.kind == .directory else { return nil }
    return self.path(inFolder: path)
  }

  static func path(inFolder path: String) -> String {
    (path.hasSuffix("/") ? path : path + "/") + fileName
  }

  var name: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// The folder of the file, from where the program runs.
  var directory: String { file.lastIndex(of: "/").map { String(file[...$0]) } ?? "." }

  private static func paths(_ node: JSONNode, from file: String) throws(FormatError) -> [String] {
    guard node.kind == .array else { return [try FileReference(node, in: file).path] }
    let paths = try node.array().map { element throws(FormatError) in
      try FileReference(element, in: file).path
    }
    guard !paths.isEmpty else { throw node.error("expected the path of a file, found none") }
    return paths
  }
}

/// An offer that some customers are allowed to lose.
struct LossApproval: Sendable {
  let offerId: String
  /// The group of the offer; it must be named if several groups have the offer's identifier.
  let group: String?

  /// Reads an approval, which must have a reason.
  init(_ node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: ["offerId", "subscriptionGroupIdentifier", "reason"])
    offerId = try object.required("offerId").string()
    group = try object.optional("subscriptionGroupIdentifier")?.string()
    _ = try object.reason(for: "customers lose the offer")
  }
}

extension [LossApproval] {
  /// Compares two engines for all customers from an instant on, because nobody loses an offer in the past.
  ///
  /// - Returns: The losses: an error for each that no entry approves, and how many are approved.
  func losses(
    from: EligibilityEngine,
    to: EligibilityEngine,
    since now: Instant
  ) -> (errors: [Diagnostic], approved: Int) {
    let comparison = CatalogComparison(from: from, to: to, since: now)
    let losing = comparison.offers().filter { $0.loss != .nobody }
    let (own, names) = (CatalogNames(from), CatalogNames(from, to))
    func isShared(_ key: OfferKey) -> Bool { own.id(of: key) != key.offerId }
    let open = losing.filter { offer in
      let key = offer.key
      return !contains { approval in
        approval.offerId == key.offerId
          && (approval.group.map { $0 == key.group } ?? !isShared(key))
      }
    }
    let errors = open.map { offer in
      let found = offer.lost.map { comparison.sentence(about: $0) } ?? "a change that is undecided"
      let group = isShared(offer.key) ? " with 'subscriptionGroupIdentifier'" : ""
      return Diagnostic(
        .error,
        "expected that no customer loses '\(names.id(of: offer.key))', or its approval under "
          + "'accept'\(group), found \(found)"
      )
    }
    return (errors, losing.count - open.count)
  }
}
