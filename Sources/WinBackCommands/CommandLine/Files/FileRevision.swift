/// A state of a folder's files that git has kept.
struct FileRevision: Sendable {
  /// The revision as the user named it, such as `main`.
  let name: String

  /// The commit that the name stands for.
  private let commit: String

  /// Finds the commit that a name, such as that of a branch, stands for in the repository of a
  /// folder.
  init(_ name: String, in directory: String) throws(CommandFailure) {
    self.name = name
    let question = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]
    let (status, bytes) = try Self.git(in: directory, question)
    let commit = String(decoding: bytes, as: UTF8.self).filter(\.isHexDigit)
    guard status == 0, !commit.isEmpty else {
      throw CommandFailure(
        .cannotOpen,
        "expected a revision that git knows in '\(directory)', found '\(name)'"
      )
    }
    self.commit = commit
  }

  /// Reads a file as it was; nil if there was no such file.
  func read(_ path: String) throws(CommandFailure) -> ContiguousArray<UInt8>? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let (status, bytes) = try Self.git(in: folder, ["cat-file", "blob", "\(commit):./\(name)"])
    return status == 0 ? bytes : nil
  }

  /// Runs git in a folder, and returns its status and what it prints.
  private static func git(
    in directory: String,
    _ arguments: [String]
  ) throws(CommandFailure) -> (status: Int32, bytes: ContiguousArray<UInt8>) {
    do throws(SystemError) {
      let process = try Platform.start("git", ["-C", directory] + arguments)
      try? process.input.close()
      var bytes = ContiguousArray<UInt8>()
      var end = 0
      while true {
        if bytes.count - end < 1 << 12 { bytes.appendZeros(max(bytes.count, 1 << 16)) }
        let count = try process.output.read(into: &bytes, from: end)
        if count == 0 { break }
        end += count
      }
      bytes.removeLast(bytes.count - end)
      let status = Platform.wait(for: process)
      try? process.output.close()
      try? process.errors.close()
      return (status, bytes)
    } catch {
      throw CommandFailure(.cannotOpen, "cannot run the program 'git': \(error.reason)")
    }
  }
}
