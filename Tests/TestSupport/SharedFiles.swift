package import Foundation

/// Other people's data, which lies beside the package and is never copied into it.
package enum SharedFiles {
  /// The folder that `WINBACK_SHARED` names, else `shared` beside the package.
  package static let folder: URL =
    if let path = ProcessInfo.processInfo.environment["WINBACK_SHARED"] {
      URL(filePath: path, directoryHint: .isDirectory)
    } else {
      URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../shared",
        directoryHint: .isDirectory
      )
    }

  /// Whether the folder is there.
  package static var exist: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// Returns whether a file is there.
  package static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  /// Returns the bytes of a file.
  package static func contents(of path: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: path))
  }

  /// Returns the files of a shared folder in the order of their names; none where it is absent.
  package static func files(in path: String) -> [URL] {
    files(in: folder.appending(path: path))
  }

  /// Returns the files of any folder in the order of their names; none where it is absent.
  package static func files(in folder: URL) -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return (files ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
