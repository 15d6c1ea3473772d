import Foundation
import Testing

/// A repository with offers, which is there as long as somebody has it.
struct GitFolder {
  let directory = TemporaryDirectory()

  /// Creates a repository whose folder `app` has a catalog and a `winback.json`, neither of which is
  /// committed.
  init() throws {
    try directory.makeDirectory("repository")
    try git("init", "--quiet", "--initial-branch", "main")
    try makeDirectory("app")
    try write(ScenarioFolder.catalog(), to: "app/catalog.json")
    try write(#"{ "catalog": "catalog.json" }"#, to: "app/winback.json")
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

  /// Checks a folder against the main branch; messages name files without the repository.
  func check(_ folder: String = "app") -> CommandRun {
    CommandRun(["check", path(folder), "--as-of", "2025-01-15", "--base", "git:main"])
      .removing(String(path("app").dropLast(3)))
  }
}
