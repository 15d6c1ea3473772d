import Foundation

/// A directory for the time of a call.
struct TemporaryDirectory {
  private let url: URL

  /// Calls a body with a new directory, and removes it afterwards.
  static func with<Result>(_ body: (TemporaryDirectory) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "winback-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(TemporaryDirectory(url: url))
  }

  /// The path of a name in the directory.
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  /// Creates a directory.
  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: url.appending(path: name),
      withIntermediateDirectories: false
    )
  }

  /// Reads a file.
  func read(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }

  /// All names in the directory.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
