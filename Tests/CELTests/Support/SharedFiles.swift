import Foundation

/// The data that is shared by several projects and never copied into one.
enum SharedFiles {
  /// The folder: `../shared` beside the package, or what `WINBACK_SHARED` names.
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["WINBACK_SHARED"] {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    // This file is Tests/CELTests/Support/SharedFiles.swift.
    return (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    .appendingPathComponent("shared", isDirectory: true)
  }()

  /// Returns whether a file is there.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
  }

  /// Returns the bytes of a file.
  static func contents(of path: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(path))
  }
}
