import WinBackFormats

/// The path of a file, as another file names it.
struct FileReference: Sendable {
  /// The path, from where the program runs.
  let path: String

  /// The path of the file that names it.
  let file: String

  /// The place in that file.
  let node: JSONNode

  /// Reads a path, which is relative to the folder of the file that names it.
  init(_ node: JSONNode, in file: String) throws(FormatError) {
    let name = try node.string()
    guard !name.isEmpty else { throw node.error("expected the path of a file, found nothing") }
    let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
    path = Self.simplified(name.hasPrefix("/") ? name : folder + name)
    self.file = file
    self.node = node
  }

  /// Returns a path without steps that go up again, so that a file has one path.
  private static func simplified(_ path: String) -> String {
    var steps: [Substring] = []
    for step in path.split(separator: "/") where step != "." {
      if step == "..", let last = steps.last, last != ".." {
        steps.removeLast()
      } else {
        steps.append(step)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + steps.joined(separator: "/")
  }

  /// Returns an error where the file is named.
  func error(_ message: String) -> ScenarioFileError {
    ScenarioFileError(file: file, error: node.error(message))
  }
}
