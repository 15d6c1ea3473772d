import Foundation
import Testing

/// A repository with offers, for the time of a call.
struct GitFolder {
  let directory: TemporaryDirectory

  /// Calls a body with a repository whose folder `app` has a catalog and a `winback.json`, neither
  /// of which is committed.
  static func with(_ body: (GitFolder) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let folder = GitFolder(directory: directory)
      try directory.makeDirectory("repository")
      try folder.git("init", "--quiet", "--initial-branch", "main")
      try folder.makeDirectory("app")
      try folder.write(ScenarioFolder.catalog(), to: "app/catalog.json")
      try folder.write(#"{ "catalog": "catalog.json" }"#, to: "app/winback.json")
      try body(folder)
    }
  }

  /// The path of a name in the repository.
  func path(_ name: String) -> String { directory.path("repository/\(name)") }

  func write(_ text: String, to name: String) throws {
    try directory.write(text, to: "repository/\(name)")
  }

  func makeDirectory(_ name: String) throws { try directory.makeDirectory("repository/\(name)") }

  func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  func commit() throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--message", "offers")
  }

  /// Runs git in the repository, and returns what it prints.
  @discardableResult
  func git(_ arguments: String...) throws -> String {
    try run(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always"]
        + arguments
    )
  }

  /// Runs a program in the repository, and returns what it prints.
  @discardableResult
  func run(_ program: String, _ arguments: [String]) throws -> String {
    let path = try #require(ShellProcess.path(of: program))
    let process = try ShellProcess(path, arguments, directory: self.path(""))
    try #require(process.status == 0, "\(process.errors)")
    return process.output
  }

  /// Runs `winback check`; messages name files without the folder.
  func check(_ folder: String = "app", _ arguments: [String] = []) -> CommandRun {
    CommandRun(["check", path(folder), "--as-of", "2025-01-15"] + arguments)
      .removing(String(path("app").dropLast(3)))
  }
}
