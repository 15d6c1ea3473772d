/// The file `winback.json`: what the commands of a folder have in common, so that nobody types it.
package struct ProjectFile: Sendable {
  package static let name = "winback.json"

  /// The file, as messages name it.
  package let file: String

  /// What the file says, by its keys, as it would stand on the command line; paths lead from the
  /// folder in which the program runs.
  package var texts: [String: [String]]
  package let catalogOptions: CatalogOptions
  package let customerKey: CustomerKey?
  package let minimumCoverage: Int?
  package let minimumMutation: Int?

  private static let paths = ["catalog", "rules", "mapping", "scenarios", "histories", "live"]
  private static let values = ["environment", "dataThrough"]
  private static let reading = ["customerKey", "catalogProduct", "catalogGroup", "partial"]

  /// What only `winback check` reads, but for the minima.
  private static let checks = [
    "minimumCoverage", "minimumMutation", "suppressions", "losses", "terms", "accept",
    "strict",
  ]

  /// Reads a file, which names others from its own folder.
  package init(_ root: JSONNode, in file: String) throws(FormatError) {
    let object = try root.object(
      keys: ["$schema", "policies"] + Self.paths + Self.values + Self.reading + Self.checks
    )
    _ = try object.required("catalog")
    var texts: [String: [String]] = [:]
    for key in Self.paths {
      texts[key] = try object.optional(key).map { node throws(FormatError) in
        try Self.paths(node, from: file)
      }
    }
    for key in Self.values {
      texts[key] = try object.optional(key).map { node throws(FormatError) in [try node.string()] }
    }
    for policy in try object.optional("policies")?.object().members ?? []
    where policy.value.kind != .null {
      let setting = "\(try policy.key.string())=\(try policy.value.string())"
      texts["policies", default: []].append(setting)
    }
    self.file = file
    self.texts = texts
    catalogOptions = CatalogOptions(
      productId: try object.optional("catalogProduct")?.string(),
      groupId: try object.optional("catalogGroup")?.string(),
      isPartial: try object.optional("partial")?.bool() ?? false
    )
    customerKey = try object.optional("customerKey")?.choice()
    minimumCoverage = try object.optional("minimumCoverage")?.integer(in: 0...100)
    minimumMutation = try object.optional("minimumMutation")?.integer(in: 0...100)
  }

  private static func paths(_ node: JSONNode, from file: String) throws(FormatError) -> [String] {
    let nodes = node.kind == .array ? try node.array() : [node]
    guard !nodes.isEmpty else { throw node.error("expected the path of a file, found none") }
    return try nodes.map { node throws(FormatError) in
      let name = try node.string()
      guard !name.isEmpty else { throw node.error("expected the path of a file, found nothing") }
      return PathName.path(name, from: file)
    }
  }

  /// Reads the file that the user names, or else finds it; nil if there is none.
  package static func read(named name: String?, on console: Console) throws(CommandFailure) -> Self?
  {
    try path(named: name).map { path throws(CommandFailure) in
      try InputFile(path).parse(on: console) { bytes throws(FormatError) in
        try Self(JSONDocument(parsing: bytes).root, in: path)
      }
    }
  }

  package var policies: [String: String] {
    Dictionary(keepingFirst: (texts["policies"] ?? []).compactMap(\.assignment).map { ($0, $1) })
  }

  /// Returns the path of the file that the user names, itself or by its folder, or else that of the file in
  /// the current folder or the nearest one above it; nil if there is none.
  package static func path(named path: String?) -> String? {
    if let path {
      let isFolder = (try? Platform.status(ofPath: path))?.kind == .directory
      return isFolder ? PathName.path(name, inFolder: path) : path
    }
    let depth = (try? Platform.resolvedPath("."))?.split(separator: "/").count ?? 0
    return (0...depth).lazy.map { String(repeating: "../", count: $0) + name }
      .first(where: Platform.isThere)
  }
}
