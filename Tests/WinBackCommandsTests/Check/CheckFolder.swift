import Foundation
import TestSupport

/// A copy of the example app, whose offers a test changes.
struct CheckFolder {
  /// The instant by which its offers have started.
  static let asOf = "2025-01-15"

  private let directory: TemporaryDirectory

  /// Calls a body with a copy of the example and of its catalog as the one that is live.
  ///
  /// - Parameters:
  ///   - hasScenarios: Whether its scenarios are there; to find out what they miss takes time.
  ///   - body: Makes use of the copy.
  /// - Throws: What the body throws.
  static func with(
    scenarios hasScenarios: Bool = true,
    _ body: (CheckFolder) throws -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      let names = [
        "winback.json", "catalog.json", "customers.jsonl", "customers", "rules.json",
        "offers.scenarios.json", "edges.scenarios.json", "customers.scenarios.json",
      ]
      for name in names where hasScenarios || !name.hasSuffix(".scenarios.json") {
        try FileManager.default.copyItem(
          atPath: PackageFiles.path("Examples/DestinationVideo/\(name)"),
          toPath: directory.path(name)
        )
      }
      try directory.write(directory.read("catalog.json"), to: "live.json")
      try body(CheckFolder(directory: directory))
    }
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { directory.path(name) }

  /// Reads a file.
  func read(_ name: String) throws -> String { try directory.read(name) }

  /// Writes a file.
  func write(_ text: String, to name: String) throws { try directory.write(text, to: name) }

  /// Changes the first text of this kind in the catalog.
  ///
  /// - Returns: Whether there was one.
  func edit(_ old: String, _ new: String) throws -> Bool {
    let catalog = try read("catalog.json")
    guard let range = catalog.range(of: old) else { return false }
    try write(catalog.replacingCharacters(in: range, with: new), to: "catalog.json")
    return true
  }

  /// Runs `winback check`.
  func check(_ arguments: [String] = []) -> CommandRun {
    CommandRun(["check", directory.path(""), "--as-of", Self.asOf] + arguments)
  }

  /// Runs git in the folder.
  func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["git", "-C", directory.path(""), "-c", "user.name=a", "-c", "user.email=a@example.com"]
      + arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }
}
