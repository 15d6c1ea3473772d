import Foundation
import Testing

/// A directory that is there as long as somebody has it.
///
/// A suite that has one as a property gives each of its tests, and each case of a test, its own.
final class TemporaryDirectory: Sendable {
  private let url = FileManager.default.temporaryDirectory.appending(
    path: "winback-\(UUID().uuidString)"
  )

  /// Creates a directory with some texts as files.
  init(_ files: [String: String] = [:]) {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      for (name, text) in files { try write(text, to: name) }
    } catch {
      Issue.record(error)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Calls a body with a new directory, and removes it afterwards.
  static func with<Result>(_ body: (TemporaryDirectory) throws -> Result) throws -> Result {
    let directory = TemporaryDirectory()
    return try withExtendedLifetime(directory) { try body(directory) }
  }

  /// The path of the directory, or of a name in it.
  func path(_ name: String = "") -> String { url.appending(path: name).path }

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

  /// Creates a symbolic link to another name.
  func link(_ name: String, to other: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: other)
  }

  /// Reads a file.
  func read(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }

  /// All names in the directory.
  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }
}
