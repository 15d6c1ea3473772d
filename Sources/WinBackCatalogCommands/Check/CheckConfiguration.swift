import WinBackCommandLine

/// What a pull request must pass: the file `winback.json`.
package struct CheckConfiguration: Sendable {
  /// What it says to other commands, too.
  var project: ProjectFile
  /// The findings that are accepted.
  let suppressions: Suppressions
  /// Whether notes fail, too, and suppressions that accept nothing.
  let isStrict: Bool
  /// The changes that are accepted; every other one fails the check, if it needs an approval.
  let approvals: [Approval]
  private let needs: [Approval.Change: Approval.Need]
  /// The members, for messages about them.
  private let members: JSONObject

  /// Reads a file, from whose folder it names others.
  package init(_ bytes: ContiguousArray<UInt8>, in file: String) throws(FormatError) {
    let document = try JSONDocument(parsing: bytes)
    project = try ProjectFile(document.root, in: file)
    let root = try document.root.object()
    members = root
    suppressions =
      try root.optional("suppressions").map { node throws(FormatError) in
        try Suppressions(node, in: file)
      } ?? Suppressions()
    isStrict = try root.optional("strict")?.bool() ?? false
    var needs: [Approval.Change: Approval.Need] = [:]
    for change in Approval.Change.allCases {
      needs[change] = try root.optional(change.rawValue)?.choice()
    }
    self.needs = needs
    approvals = try root.elements("accept").map { node throws(FormatError) in
      try Approval(node, in: file)
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
    guard !path.hasSuffix(ProjectFile.name) else { return path }
    return ProjectFile.path(named: path).flatMap { $0 == path ? nil : $0 }
  }

  /// The file, as messages name it.
  var file: String { project.file }

  /// Scenario files and directories that are searched for them; nil if the file names none.
  var scenarios: [String]? { project.texts["scenarios"] }
  var histories: [String] { project.texts["histories"] ?? [] }
  var live: [String] { project.texts["live"] ?? [] }

  func needsApproval(_ change: Approval.Change) -> Bool { needs[change] == .approved }

  /// Returns a warning at a key, or about the file if it does not have the key.
  func diagnostic(_ message: String, at key: String) -> Diagnostic {
    guard let node = members.optional(key) else {
      return Diagnostic(.warning, message, file: file, line: 1)
    }
    return Diagnostic(.warning, node.error(message), file: file)
  }

  var name: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// The folder of the file, from where the program runs.
  var directory: String { file.lastIndex(of: "/").map { String(file[...$0]) } ?? "." }
}
